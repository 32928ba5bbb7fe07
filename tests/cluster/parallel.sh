#!/usr/bin/env bash
# Runs what deploy/README.md says about GNU parallel on the machine itself, word for word, and
# compares what it prints with what is printed there. Usage: parallel.sh PROGRAM
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readme=$here/../../deploy/README.md
program=$(realpath -e -- "${1:?usage: parallel.sh PROGRAM}")
command -v parallel >/dev/null ||
  { echo "parallel.sh: no parallel; install parallel" >&2 && exit 1; }

# The indented lines from the one that is $1 up to the next empty one.
block() { sed -n "/^    $1\$/,/^\$/s/^    //p" "$readme"; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/run"
ln -s "$program" "$work/bin/queens"
block 'K=16' >"$work/commands"
sed -n '/^and prints /,/73712/s/^    //p' "$readme" >"$work/expected"
if ! [ -s "$work/commands" ] || ! [ -s "$work/expected" ]; then
  echo "parallel.sh: does not find its commands in $readme" >&2
  exit 1
fi

cd "$work/run"
HOME=$work PATH=$work/bin:$PATH bash -e "$work/commands" >"$work/printed" </dev/null
tail -n "$(wc -l <"$work/expected")" "$work/printed" | diff "$work/expected" -
shards=(n13/*.shard)
echo "parallel.sh: n = 13 in ${#shards[@]} shards: $(tail -n 1 "$work/printed")"
