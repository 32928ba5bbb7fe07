#!/usr/bin/env bash
# What a CPU limit costs: the seconds of `queens count 16` in a container with --cpus=1 and --cpus=2
# against the same program outside it with as many threads, alternating. Wants root, podman, runc and
# mmdebstrap, and builds the image itself.
#
#   limits.sh [RUNS]   medians of so many runs (31)
set -euo pipefail
runs=${1:-31}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/tests/container/engine.sh"
trap engine_stop EXIT
engine_start /var/cache/queens/bookworm.tar
engine_build "$root"

# The same program with the same libraries, outside.
bare=$engine_store/bare
mkdir "$bare"
engine create --name copied queens >/dev/null
engine export copied | tar -x -C "$bare"
engine rm copied >/dev/null
loader=$(find "$bare" -name 'ld-linux-*.so.*' | head -n 1)

outside() {
  "$loader" --library-path "$(ls -d "$bare"/lib/*-linux-gnu)" "$bare/usr/bin/queens" count 16 \
    --threads "$1" --format json
}
inside() { engine run --rm --network none --cpus="$1" queens count 16 --format json; }
# field NAME: the number of that name in a line of JSON
field() { sed "s/.*\"$1\":\([0-9.e+-]*\).*/\1/"; }
median() { sort -g | awk '{a[NR] = $1} END {print (a[int((NR + 1) / 2)] + a[int(NR / 2) + 1]) / 2}'; }

for cpus in 1 2; do
  : >"$engine_store/outside"
  : >"$engine_store/inside"
  for _ in $(seq "$runs"); do
    for where in outside inside; do
      record=$($where "$cpus")
      field seconds <<<"$record" >>"$engine_store/$where"
    done
  done
  threads=$(field threads <<<"$record")
  awk -v cpus="$cpus" -v threads="$threads" -v a="$(median <"$engine_store/outside")" \
    -v b="$(median <"$engine_store/inside")" 'BEGIN {
      printf "--cpus=%d: %d thread(s), %.4f s; outside with --threads %d: %.4f s; %+.1f %%\n",
        cpus, threads, b, cpus, a, (b / a - 1) * 100 }'
done
