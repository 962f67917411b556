# Shared by the commands in bin/: where things are, and how a missing package is met. Sourced, not run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
state=$root/.atrium
mkdir -p "$state"

say() { printf '%s\n' "$*" >&2; }
stop() { say "$*"; exit 1; }

# Installs the Debian packages among "$@" that are missing. Needs root only when something is.
packages() {
  local missing=() name
  for name in "$@"; do
    dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'install ok installed' || missing+=("$name")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  command -v apt-get >/dev/null || stop "This machine has no apt-get. Install the equivalents of: ${missing[*]}"
  local run=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || stop "Some packages are missing. As root, run: apt-get install -y --no-install-recommends ${missing[*]}"
    run=(sudo)
  fi
  say "Installing ${missing[*]}"
  local log=$state/apt.log
  "${run[@]}" apt-get update -qq >"$log" 2>&1 || true
  "${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >>"$log" 2>&1 \
    || { tail -n 20 "$log" >&2; stop "apt-get could not install: ${missing[*]}"; }
}

# A virtual environment at .venv holding the Python packages that a requirements file pins; nothing when it has them.
python_packages() {
  local file=$1 stamp
  stamp=$state/$(printf '%s' "$file" | tr / -).stamp
  [ -f "$stamp" ] && cmp -s "$file" "$stamp" && [ -x .venv/bin/python ] && return 0
  [ -x .venv/bin/python ] || python3 -m venv .venv
  say "Installing the Python packages of $file"
  .venv/bin/python -m pip install -q --disable-pip-version-check -r "$file" >"$state/pip.log" 2>&1 \
    || { tail -n 20 "$state/pip.log" >&2; stop "pip could not install the packages of $file"; }
  cp "$file" "$stamp"
}
