#!/usr/bin/env bash
# What the service bears: requests a second and waits of POST /v1/solve with n = 8, alone and beside
# a count that runs, and of /healthz at the same time. Wants wrk, curl, taskset and two CPUs: the
# service has CPU 0 and one thread to count with, its clients have CPU 1.
#
#   load.sh PROGRAM [SECONDS]   measures, each line SECONDS long (10)
#   load.sh PROGRAM --check     3 seconds in which every answer must be right; says so by its exit code
set -euo pipefail

program=$1
seconds=${2:-10}
check=
connections=16
if [ "$seconds" = --check ]; then
  seconds=3
  check=check
fi
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
service=
end() {
  local status=$?
  [ -z "$service" ] || kill "$service" 2>/dev/null || true
  wait
  rm -rf "$folder"
  exit "$status"
}
trap end EXIT
trap 'exit 130' INT TERM

taskset -c 0 "$program" serve --listen 127.0.0.1:0 --data "$folder/data" --threads 1 \
  >"$folder/out" 2>"$folder/log" &
service=$!
url=
for _ in $(seq 200); do
  url=$(sed -n 's!.*listening on \(http://127\.0\.0\.1:[0-9]*\).*!\1!p' "$folder/log" | head -n 1)
  [ -z "$url" ] || break
  kill -0 "$service" 2>/dev/null || break
  sleep 0.1
done
if [ -z "$url" ]; then
  cat "$folder/log" >&2
  exit 1
fi

# measure NAME: a line for each kind of request
measure() {
  taskset -c 1 wrk -t1 -c1 -d"${seconds}s" -s "$here/health.lua" "$url/healthz" \
    >"$folder/health" &
  monitor=$!
  taskset -c 1 wrk -t1 -c"$connections" -d"${seconds}s" -s "$here/solve.lua" "$url/v1/solve" \
    -- $check >"$folder/solve"
  wait "$monitor"
  for kind in solve health; do
    sed -n 's/^figures //p' "$folder/$kind" | {
      read -r rate median late wrong
      printf '%-28s %10s %9s %9s %7s\n' "$1, $kind" "$rate" "$median" "$late" "$wrong"
      if [ "$wrong" != 0 ] || [ "$rate" = 0 ]; then touch "$folder/failed"; fi
    }
  done
}

printf '%-28s %10s %9s %9s %7s\n' "$connections clients" requests/s 'p50 ms' 'p99 ms' wrong
[ -n "$check" ] || measure alone
curl -fsS -o "$folder/job" -H 'Content-Type: application/json' -d '{"n":20}' "$url/v1/jobs"
for _ in $(seq 100); do
  curl -fsS "$url/v1/jobs?state=running" | grep -q '"id"' && break
  sleep 0.1
done
measure 'beside n = 20'
if ! curl -fsS "$url/v1/jobs?state=running" | grep -q '"id"'; then
  echo 'the count did not last that long' >&2
  exit 1
fi
[ ! -e "$folder/failed" ]
