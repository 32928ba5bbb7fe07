# Builds and runs images without a service and without a registry: podman and runc, with a store of
# their own in memory. Sourced, not run.
#
# engine_start CACHE: makes the store, and in it the base image, debian:bookworm-slim: the same suite and
# variant as the official image, made by mmdebstrap from this machine's package sources. CACHE is a file
# that keeps it for the next time. Fails with a line on standard error that says why.
# engine_build SOURCE: builds the image `queens` from the source folder.
# engine WORDS...: podman, on that store.
# engine_stop: removes all of it.

engine() {
  podman --root "$engine_store/storage" --runroot "$engine_store/run" "$@" </dev/null
}

engine_start() {
  local cache=$1 tool
  for tool in podman runc mmdebstrap; do
    command -v "$tool" >/dev/null || { echo "there is no $tool" >&2 && return 1; }
  done
  [ "$(id -u)" -eq 0 ] || { echo "it needs root" >&2 && return 1; }
  engine_store=$(mktemp -d /dev/shm/queens-image-XXXXXX 2>/dev/null ||
    mktemp -d /var/tmp/queens-image-XXXXXX) || return 1
  mkdir -p "$engine_store/tmp"
  # Inside other containers, control groups may be of both versions, and limits cannot be raised.
  cat >"$engine_store/containers.conf" <<CONF
[containers]
default_ulimits = ["nofile=1024:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
image_copy_tmp_dir = "$engine_store/tmp"
CONF
  export TMPDIR=$engine_store/tmp CONTAINERS_CONF=$engine_store/containers.conf
  export DISABLE_HC_SYSTEMD=true # no timers for health checks: the test asks itself
  engine_base "$cache" || return 1
  engine import -q "$cache" localhost/debian:bookworm-slim >/dev/null || return 1
  engine run --rm --network none localhost/debian:bookworm-slim true >/dev/null ||
    { echo "containers do not run here" >&2 && return 1; }
}

engine_base() {
  local cache=$1 sources
  [ ! -s "$cache" ] || return 0
  mkdir -p "$(dirname "$cache")"
  for sources in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do
    [ ! -s "$sources" ] || break
  done
  mmdebstrap --quiet --variant=minbase --dpkgopt=force-unsafe-io \
    --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='Acquire::Check-Date "false"' \
    bookworm "$cache.$$.tar" "$sources" </dev/null >&2 || return 1
  mv "$cache.$$.tar" "$cache"
}

engine_build() {
  engine build -q --pull-never --layers=false --network host --format docker -t queens \
    --build-arg DEBIAN=localhost/debian:bookworm-slim -f "$1/docker/Dockerfile" "$1" >/dev/null
}

engine_stop() {
  [ -n "${engine_store:-}" ] || return 0
  # Some of it may not be there, and `set -e` holds in a trap too.
  engine rm -fa -t 1 >/dev/null 2>&1 || true
  engine rmi -fa >/dev/null 2>&1 || true
  umount -R "$engine_store/storage/overlay" 2>/dev/null || true
  rm -rf "$engine_store"
  engine_store=
}
