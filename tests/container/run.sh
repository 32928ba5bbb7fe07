#!/usr/bin/env bash
# tests/container/run.sh SOURCE CACHE: builds the image from the source folder, and tries it: what is in
# it, counts, limits, and the service. CACHE is a file for the base image. Exits with 77 where there are
# no containers, or fails with QUEENS_TEST_CONTAINERS=require.
set -euo pipefail
source=$1 cache=$2
. "$(dirname "${BASH_SOURCE[0]}")/engine.sh"

failures=0
checks=0
# same NAME EXPECTED FOUND, like NAME PATTERN FOUND (a pattern of case)
same() {
  checks=$((checks + 1))
  [ "$2" = "$3" ] || { failures=$((failures + 1)) && printf 'FAILED %s\n  expected: %s\n  found:    %s\n' "$@"; }
}
like() {
  checks=$((checks + 1))
  # shellcheck disable=SC2254
  case $3 in
    $2) ;;
    *) failures=$((failures + 1)) && printf 'FAILED %s\n  expected: %s\n  found:    %s\n' "$@" ;;
  esac
}

why=$(mktemp)
trap 'rm -f "$why"; engine_stop' EXIT
if ! engine_start "$cache" 2>"$why"; then
  echo "SKIP container test: $(tail -n 1 "$why")"
  [ "${QUEENS_TEST_CONTAINERS:-}" != require ] || exit 1
  exit 77
fi

begin=$SECONDS
engine_build "$source"
echo "the image was built in $((SECONDS - begin)) s"

queens() { engine run --rm --network none "$@"; }

image_holds_what_it_needs() {
  local size files
  size=$(engine image inspect --format '{{.Size}}' queens)
  echo "it has $((size / 1000000)) MB"
  same "the image's size is at most 20 MB" yes "$([ "$size" -le 20000000 ] && echo yes)"
  engine create --name listed queens >/dev/null
  files=$(engine export listed | tar -tv | awk '{print $1, $6}')
  engine rm listed >/dev/null
  # Folders aside; what engines put there themselves too.
  same "there is nothing that does not belong" "" "$(echo "$files" | grep -v '^d' |
    grep -vE ' (usr/bin/queens|etc/(passwd|group|nsswitch\.conf|hosts|hostname|resolv\.conf|mtab)|usr/share/doc/[^/]+/copyright|usr/share/common-licenses/[^/]+|run/\.containerenv|dev/.*)$' |
    grep -vE ' (lib|lib64|usr/lib)/([a-z0-9_-]+/)?(ld-linux-[a-z0-9-]+|lib[A-Za-z0-9_+.-]+)\.so(\.[0-9.]+)?$')"
  same "nothing is set-user-id" "" "$(echo "$files" | grep '^-..[sS]\|^-.....[sS]')"
  same "it is not root's" 10001:10001 "$(engine image inspect --format '{{.Config.User}}' queens)"
  local version
  version=$(queens queens --version | sed -n 's/^queens //p')
  same "the label names the version" "$version" "$(engine image inspect queens \
    --format '{{index .Labels "org.opencontainers.image.version"}}')"
  same "compose.yaml names it" "queens:$version" \
    "$(sed -n 's/^ *image: \(queens:.*\)/\1/p' "$source/docker/compose.yaml")"
}

it_counts() {
  local begin
  begin=$(date +%s%N)
  same "solve 8" $'1 5 8 6 3 7 2 4\n1 6 8 3 7 4 2 5\n1 7 4 6 8 2 5 3\n92' "$(queens queens solve 8)"
  echo "solve 8 took $((($(date +%s%N) - begin) / 1000000)) ms with the container's start"
  same "count 14" 365596 "$(queens --read-only --cap-drop all queens count 14)"
  like "help" 'queens counts*' "$(queens queens)"
  same "a bad command's exit code" 2 "$(queens queens nonsense >/dev/null 2>&1 && echo 0 || echo $?)"
}

# The second container hides the quota from the program, as if it did not read it.
threads_follow_limits() {
  local all empty=$engine_store/empty
  mkdir -p "$empty"
  all=$(nproc)
  cpus() { queens "$@" queens --version | sed -n 's/^CPUs //p'; }
  threads() { queens "$@" queens count 12 --format json | sed 's/.*"threads":\([0-9]*\).*/\1/'; }
  like "without limits" "$all ($all by affinity, no quota)" "$(cpus)"
  same "threads without limits" "$all" "$(threads)"
  same "one CPU by quota" "1 ($all by affinity, quota 1.00)" "$(cpus --cpus=1)"
  same "one thread by quota" 1 "$(threads --cpus=1)"
  like "the quota in --stats" "*CPUs 1 ($all by affinity, quota 1.00)*" \
    "$(queens --cpus=1 queens count 8 --stats 2>&1)"
  same "half a CPU" "1 ($all by affinity, quota 0.50)" "$(cpus --cpus=0.5)"
  same "one and a half" "$((all < 2 ? all : 2)) ($all by affinity, quota 1.50)" "$(cpus --cpus=1.5)"
  same "one CPU by set" "1 (1 by affinity, no quota)" "$(cpus --cpuset-cpus=0)"
  same "threads where the quota is hidden" "$all" \
    "$(threads --cpus=1 -v "$empty:/sys/fs/cgroup:ro")"
}

memory_follows_the_limit() {
  local record
  record=$(queens --memory 64m queens count 17 --format json)
  like "64 MB: the total" '*"total":"95815104"*' "$record"
  like "64 MB: search" '*"method":"search"*' "$record"
  like "64 MB: the memory for joins" '*memory 16 MiB*' "$(queens --memory 64m queens --version)"
  record=$(queens --memory 256m queens count 18 --format json)
  like "256 MB: the total" '*"total":"666090624"*' "$record"
  like "256 MB: join" '*"method":"join"*' "$record"
}

it_serves() {
  local data id port=18080
  engine volume create queens-data >/dev/null
  data=$(engine volume inspect --format '{{.Mountpoint}}' queens-data)
  serve() {
    engine run -d --name service --network none --read-only --cap-drop all \
      --security-opt no-new-privileges -v queens-data:/data queens serve >/dev/null
    for _ in $(seq 100); do
      ! engine healthcheck run service >/dev/null 2>&1 || return 0
      sleep 0.1
    done
    engine logs service
    return 1
  }
  serve
  same "a token is made" 1 "$(engine logs service 2>&1 | grep -cE '^ +[0-9a-f]{32}$')"
  same "and its owner alone may read it" "600 10001" "$(stat -c '%a %u' "$data/token")"
  local pid
  pid=$(engine inspect --format '{{.State.Pid}}' service)
  same "the program is process 1, without capabilities" "10001 0000000000000000 queens" \
    "$(awk '/^Uid/ {u = $3} /^CapEff/ {c = $2} /^Name/ {n = $2} END {print u, c, n}' "/proc/$pid/status")"
  id=$(engine exec service /usr/bin/queens submit 12)
  same "a job" $'1 3 5 8 10 12 6 11 2 7 9 4\n1 3 5 10 8 11 2 12 6 9 7 4\n1 3 5 10 8 11 2 12 7 9 4 6\n14200' \
    "$(engine exec service /usr/bin/queens watch "$id")"
  local long
  long=$(engine exec service /usr/bin/queens submit 24)
  sleep 0.5
  local begin
  begin=$(date +%s%N)
  engine stop -t 10 service >/dev/null
  same "SIGTERM ends it in 3 s" yes "$([ $((($(date +%s%N) - begin) / 1000000)) -le 3000 ] && echo yes)"
  same "with success" 0 "$(engine inspect --format '{{.State.ExitCode}}' service)"
  engine rm service >/dev/null
  serve
  like "the job is there after a restart" '*14200*' "$(engine exec service /usr/bin/queens status "$id")"
  like "and what ran goes on" '*state*running*' "$(engine exec service /usr/bin/queens status "$long")"
  same "no token is shown again" 0 "$(engine logs service 2>&1 | grep -cE '^ +[0-9a-f]{32}$')"
  engine exec service /usr/bin/queens cancel "$long"
  engine rm -f -t 3 service >/dev/null

  engine run -d --name service --network host -v queens-data:/data -e QUEENS_LISTEN=127.0.0.1:$port \
    -e QUEENS_SERVER=http://127.0.0.1:$port queens serve --open-metrics >/dev/null
  for _ in $(seq 100); do
    ! engine healthcheck run service >/dev/null 2>&1 || break
    sleep 0.1
  done
  local url=http://127.0.0.1:$port
  same "who has no token" 401 "$(curl -s -o /dev/null -w '%{http_code}' $url/v1/jobs)"
  same "who has it" 200 "$(curl -s -o /dev/null -w '%{http_code}' $url/v1/jobs \
    -H "Authorization: Bearer $(cat "$data/token")")"
  same "metrics, as compose.yaml asks for them" 200 \
    "$(curl -s -o /dev/null -w '%{http_code}' -H "Host: queens:8080" $url/metrics)"
  [ ! -d "$source/build/page/node_modules" ] ||
    like "the page has its plot" '*"plot":true*' "$(curl -s $url/readyz)"
  engine rm -f -t 3 service >/dev/null
}

image_holds_what_it_needs
it_counts
threads_follow_limits
memory_follows_the_limit
it_serves
echo "$checks checks, $failures failed"
[ "$failures" -eq 0 ]
