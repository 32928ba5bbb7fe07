#!/usr/bin/env bash
# Checks deploy/kubernetes without a cluster: every object against the schema of the Kubernetes API,
# the values that must agree, and the pods' commands, run here on a small board. First that the
# check itself finds mistakes. npm installs what it needs into BUILD_FOLDER.
# Usage: kubernetes.sh PROGRAM BUILD_FOLDER
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
manifests=$here/../../deploy/kubernetes
program=$(realpath -e -- "${1:?usage: kubernetes.sh PROGRAM BUILD_FOLDER}")
build=${2:?usage: kubernetes.sh PROGRAM BUILD_FOLDER}

for tool in node npm; do
  command -v "$tool" >/dev/null ||
    { echo "kubernetes.sh: no $tool; install nodejs (18 or later) and npm" >&2 && exit 1; }
done

mkdir -p "$build"
cd "$build"
# Installed once for each state of the lock file.
if ! cmp -s "$here/kubernetes/package-lock.json" installed; then
  cp "$here"/kubernetes/package*.json .
  npm ci --no-audit --no-fund --ignore-scripts --silent </dev/null ||
    { echo "kubernetes.sh: npm ci failed in $build" >&2 && exit 1; }
  cp package-lock.json installed
fi
cp "$here"/kubernetes/*.mjs .
FOLDER=$manifests node --test test.mjs >test.log || { cat test.log >&2 && exit 1; }
node check.mjs "$manifests" "$program"
