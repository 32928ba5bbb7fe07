# Shared by the scripts here; sourced, not run.

# need PACKAGE...: sees to it that these Debian packages are installed: installs the missing ones as
# root, else says what to install.
need() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
      missing+=("$package")
  done
  [ "${#missing[@]}" -gt 0 ] || return 0
  if ! command -v apt-get >/dev/null; then
    echo "This machine has no apt-get. Please install what these Debian packages hold:" >&2
    echo "  ${missing[*]}" >&2
    exit 1
  fi
  if [ "$(id -u)" -ne 0 ]; then
    echo "Packages are missing. As root, or with sudo:" >&2
    echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 1
  fi
  echo "Installing ${missing[*]} ..." >&2
  quietly update apt-get -q -o DPkg::Lock::Timeout=300 update
  DEBIAN_FRONTEND=noninteractive quietly install apt-get -q -o DPkg::Lock::Timeout=300 install \
    -y --no-install-recommends "${missing[@]}"
}

# quietly NAME COMMAND...: runs the command with its output in build/NAME.log, shown if it fails.
quietly() {
  local log=$root/build/$1.log
  shift
  mkdir -p "$root/build"
  if ! "$@" >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    echo "failed: $*" >&2
    exit 1
  fi
}

# What the program is built from.
program_packages=(g++ cmake ninja-build libtbb-dev libspdlog-dev libcxxopts-dev nlohmann-json3-dev
  libxxhash-dev libboost-dev libsqlitecpp-dev libsqlite3-dev prometheus-cpp-dev)

# fetch_plot: gets the library that draws the service's plot, pinned in src/http/page, into build/page,
# where the build looks for it. npm may be Debian's or another.
fetch_plot() {
  local page=$root/build/page lock
  lock=$root/src/http/page/package-lock.json
  ! cmp -s "$lock" "$page/installed" || return 0
  mkdir -p "$page"
  cp "$root"/src/http/page/package*.json "$page"
  (cd "$page" && npm ci --no-audit --no-fund --ignore-scripts) >"$root/build/plot.log" 2>&1 \
    </dev/null || return 1
  cp "$lock" "$page/installed"
}
