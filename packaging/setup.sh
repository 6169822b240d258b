#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
# shellcheck source=packaging/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# shellcheck source=packaging/libtorch.sh
source "$stagecraft_root/packaging/libtorch.sh"

usage() {
    cat <<'END'
packaging/setup.sh [--yes] [--no-packages] [--explore-only] [--lint]
Installs what building Stagecraft needs and this machine lacks: Debian packages, and libtorch with a CUDA Toolkit in build/.
  --yes           do not ask before large downloads
  --no-packages   leave the machine's packages alone
  --explore-only  what the window and the command line need, without the profiler (no libtorch)
  --lint          what packaging/lint.sh needs as well
END
}

packages_core=(g++ cmake ninja-build qt6-base-dev libqt6opengl6-dev qt6-charts-dev qt6-svg-dev qt6-tools-dev qt6-l10n-tools
    qt6-translations-l10n libsqlitecpp-dev nlohmann-json3-dev libeigen3-dev libyaml-cpp-dev libexpected-dev libcli11-dev fonts-dejavu-core locales)
packages_worker=(doctest-dev python3 python3-venv libopenmpi-dev openmpi-bin)
packages_lint=(clang-format-14 shellcheck codespell reuse)

yes=no explore_only=no lint=no use_packages=yes

parse_options() {
    while (($#)); do
        case $1 in
        --yes) yes=yes ;;
        --no-packages) use_packages=no ;;
        --explore-only) explore_only=yes ;;
        --lint) lint=yes ;;
        --help | -h)
            usage
            exit 0
            ;;
        *)
            usage >&2
            exit 2
            ;;
        esac
        shift
    done
}

wanted_packages() {
    printf '%s\n' "${packages_core[@]}"
    [ $explore_only = yes ] || printf '%s\n' "${packages_worker[@]}"
    [ $lint = no ] || printf '%s\n' "${packages_lint[@]}"
    # Without an X server Qt needs its Wayland plugin, which no other package brings along.
    if [ -n "${WAYLAND_DISPLAY:-}" ] && [ -z "${DISPLAY:-}" ]; then
        printf 'qt6-wayland\n'
    fi
}

missing_packages() {
    local installed
    installed=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' 2>/dev/null | sed -n 's/^ii *//p')
    wanted_packages | grep -vxF -f <(printf '%s\n' "$installed") || true
}

require_debian() {
    command -v apt-get >/dev/null && command -v dpkg-query >/dev/null && return
    fail "This script installs packages on Debian 12 and its relatives only. Install the counterparts of these here:" \
        "$(wanted_packages | paste -sd ' '). Then run it again with --no-packages."
}

# as_root COMMAND...: with the proxies of the environment, which sudo would drop.
as_root() {
    local environment=(DEBIAN_FRONTEND=noninteractive) name
    for name in http_proxy https_proxy no_proxy; do
        [ -z "${!name:-}" ] || environment+=("$name=${!name}")
    done
    if [ "$(id -u)" = 0 ]; then
        env "${environment[@]}" "$@"
    else
        sudo env "${environment[@]}" "$@"
    fi
}

require_root_rights() {
    local command="apt-get install --no-install-recommends $1"
    [ "$(id -u)" != 0 ] || return 0
    command -v sudo >/dev/null \
        || fail "Packages are missing, and there is no sudo. Run as root: $command"
    sudo -n true 2>/dev/null || [ -t 0 ] \
        || fail "Packages are missing, and sudo wants a password. Run in a terminal, or as root first: $command"
}

# A log line of apt-get goes to a terminal as it is, and to a log otherwise: hundreds of lines help nobody.
apt_get() {
    local log=$stagecraft_build/apt.log
    if [ -t 1 ]; then
        as_root apt-get -o DPkg::Lock::Timeout=300 "$@"
    else
        as_root apt-get -o DPkg::Lock::Timeout=300 -q "$@" >>"$log" 2>&1 || {
            tail -n 15 "$log" >&2
            return 1
        }
    fi
}

install_packages() {
    local packages package
    read -r -a packages <<<"$1"
    mkdir -p "$stagecraft_build"
    : >"$stagecraft_build/apt.log"
    say "Installing Debian packages (log: build/apt.log)"
    apt_get update \
        || fail "apt-get could not read the package lists. Check the network and /etc/apt/sources.list, then run this again."
    for package in "${packages[@]}"; do
        apt-cache show "$package" >/dev/null 2>&1 \
            || fail "This release has no package '$package': Stagecraft needs those of Debian 12 (Qt 6.4 or newer)."
    done
    apt_get install -y --no-install-recommends "${packages[@]}" \
        || fail "apt-get could not install the packages. Check the network and the disk space, then run this again."
}

# Says what will be installed, and asks before downloads over 1 GB.
announce() {
    local names=$1 answer
    say "Stagecraft needs on this machine:"
    [ -z "$names" ] || printf '  Debian packages (up to 200 MB to download, 700 MB on disk):\n%s\n' "$(fold -s -w 100 <<<"$names" | sed 's/^/    /')"
    [ -z "$libtorch_wheels" ] || printf '  in build/libtorch (%s):\n    %s\n' "$libtorch_size" "$libtorch_wheels"
    [ -n "$libtorch_large" ] && [ $yes = no ] || return 0
    [ -t 0 ] || fail "This downloads over 1 GB, and there is no terminal to ask on: pass --yes to go on," \
        "name an existing libtorch in Torch_DIR, or pass --explore-only to do without the profiler."
    read -r -p "Go on? [y/N] " answer
    [[ $answer =~ ^[yYjJ] ]] || fail "Nothing was installed. --explore-only does without libtorch; Torch_DIR names an existing one."
}

main() {
    local missing=""
    parse_options "$@"
    if [ $use_packages = yes ]; then
        require_debian
        missing=$(missing_packages | paste -sd ' ')
    fi
    [ $explore_only = yes ] || libtorch_settle
    [ -n "$missing$libtorch_wheels" ] || return 0
    [ -z "$missing" ] || require_root_rights "$missing"
    [ -z "$libtorch_wheels" ] || libtorch_require_space
    announce "$missing"
    [ -z "$missing" ] || install_packages "$missing"
    [ -z "$libtorch_wheels" ] || libtorch_install
}

main "$@"
