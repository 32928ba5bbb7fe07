#!/usr/bin/env bash
# tests/container/package.sh BUILD CACHE: makes the Debian packages of a build folder, checks them, and
# installs and removes them in a clean Debian. CACHE is a file for the base image. Exits with 77 where
# there are no containers, or fails with QUEENS_TEST_CONTAINERS=require.
set -euo pipefail
build=$1 cache=$2
. "$(dirname "${BASH_SOURCE[0]}")/engine.sh"

fail() {
  printf 'FAILED %s\n' "$*"
  exit 1
}

packages=$build/package/debs
rm -rf "$packages"
cpack --config "$build/CPackConfig.cmake" -B "$packages" >"$build/cpack.log" 2>&1 ||
  { cat "$build/cpack.log" && exit 1; }
program=$(ls "$packages"/queens_*.deb)
library=$(ls "$packages"/libqueens-dev_*.deb)
dpkg-deb --info "$program" | sed -n 's/^ \(Package\|Version\|Architecture\|Depends\|Installed-Size\): /\1: /p'

# Nobody asked Debian for these packages, so there is no wish that they fulfil.
lintian --no-cfg --allow-root --fail-on error,warning \
  --suppress-tags initial-upload-closes-no-bugs "$program" "$library" || fail "lintian"

files=$(dpkg-deb --contents "$program" | awk '{print $6}')
for file in bin/queens share/man/man1/queens.1.gz share/bash-completion/completions/queens \
  share/zsh/vendor-completions/_queens share/fish/vendor_completions.d/queens.fish \
  share/doc/queens/copyright; do
  echo "$files" | grep -qx "./usr/$file" || fail "there is no /usr/$file"
done

unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"; engine_stop' EXIT
dpkg-deb --extract "$program" "$unpacked"
warnings=$(gzip -dc "$unpacked/usr/share/man/man1/queens.1.gz" | groff -wall -man -Tutf8 2>&1 >/dev/null)
[ -z "$warnings" ] || fail "the manual page: $warnings"
unit=$(find "$unpacked" -name queens.service)
grep -q '^ExecStart=/usr/bin/queens ' "$unit" || fail "the unit starts $(grep ^ExecStart "$unit")"
systemd-analyze security --offline=true --no-pager --threshold=15 \
  "$unit" | tail -n 1 || fail "the unit is too open"

if ! engine_start "$cache" 2>"$unpacked/why"; then
  echo "SKIP package test: $(tail -n 1 "$unpacked/why")"
  [ "${QUEENS_TEST_CONTAINERS:-}" != require ] || exit 1
  exit 77
fi
cp "$program" "$library" "$engine_store"
engine run --rm --network host -v "$engine_store:/packages:ro" localhost/debian:bookworm-slim sh -euc '
  find / -xdev -not -path "/proc/*" -not -path "/var/*" -not -path "/tmp/*" | sort >/tmp/before
  apt-get -q update
  export DEBIAN_FRONTEND=noninteractive
  apt-get -q install -y --no-install-recommends \
    /packages/queens_*.deb /packages/libqueens-dev_*.deb
  cd /tmp && queens solve 8 && queens count 12 && test -f /usr/include/queens/queens.hpp
  # As the unit does it, but for systemd.
  mkdir -m 777 state
  export QUEENS_LISTEN=127.0.0.1:18081 QUEENS_SERVER=http://127.0.0.1:18081
  start=$(sed -n "s/^ExecStart=//p" /usr/lib/systemd/system/queens.service)
  STATE_DIRECTORY=/tmp/state setpriv --reuid 12345 --clear-groups sh -c "exec $start" &
  for _ in $(seq 100); do queens health && break || sleep 0.1; done
  kill $! && wait $! && echo stopped
  # What runs is stopped before it is removed: told to a systemd that only writes it down.
  mkdir -p /run/systemd/system
  printf "#!/bin/sh\necho \"\$@\" >>/tmp/told\n" >/usr/bin/systemctl
  chmod 755 /usr/bin/systemctl
  apt-get -q purge -y --auto-remove queens libqueens-dev
  grep "stop queens.service" /tmp/told
  find / -xdev -not -path "/proc/*" -not -path "/var/*" -not -path "/tmp/*" | sort >/tmp/after
  diff /tmp/before /tmp/after | grep queens && exit 1 || echo removed
' >"$engine_store/log" 2>&1 || { cat "$engine_store/log" && fail "installing or removing"; }
[ "$(grep -cx '92\|14200\|ok\|stopped\|removed' "$engine_store/log")" -eq 5 ] ||
  { cat "$engine_store/log" && fail "what was installed does not work"; }
echo "installed, counted, served and removed"
