#!/usr/bin/env bash
# Tests the page of `queens serve` in headless Chromium, against services of its own on free ports.
# npm installs what it needs into BUILD_FOLDER.
# Usage: run.sh PROGRAM BUILD_FOLDER
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$(realpath -e -- "${1:?usage: run.sh PROGRAM BUILD_FOLDER}")
build=${2:?usage: run.sh PROGRAM BUILD_FOLDER}
browser=/usr/bin/chromium

for tool in node npm; do
  command -v "$tool" >/dev/null ||
    { echo "run.sh: no $tool; install nodejs (18 or later) and npm" >&2 && exit 1; }
done
[[ -x $browser ]] || { echo "run.sh: no $browser; install chromium" >&2 && exit 1; }

mkdir -p "$build"
cd "$build"
# Installed once for each state of the lock file.
if ! cmp -s "$here/package-lock.json" installed; then
  cp "$here"/package*.json .
  npm ci --no-audit --no-fund --ignore-scripts --silent </dev/null ||
    { echo "run.sh: npm ci failed in $build" >&2 && exit 1; }
  cp package-lock.json installed
fi
rm -f ./*.mjs
cp "$here"/*.mjs .
# The limit is for a browser that hangs; the tests take half of it.
PROGRAM=$program BROWSER=$browser timeout -k 5 270 node --test page.test.mjs >test.log ||
  { cat test.log >&2 && exit 1; }
grep -E '^[^ ]+ (tests|pass|fail) ' test.log
