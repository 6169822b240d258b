#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
# shellcheck source=packaging/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END'
packaging/test.sh [--yes] [--no-packages] [-- CTEST OPTIONS]
Installs what is missing, builds Stagecraft with its tests (warnings are errors) and runs them. Safe to run again.
  --yes           do not ask before large downloads
  --no-packages   leave the machine's packages alone
END
}

# Kinds of tests that need more than this machine has, or hours.
left_out='^(gpu-compute|soak|validation|bench|frameworks)$'

main() {
    local setup_options=()
    while (($#)); do
        case $1 in
        --yes | --no-packages) setup_options+=("$1") ;;
        --)
            shift
            break
            ;;
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
    "$stagecraft_root/packaging/setup.sh" ${setup_options[@]+"${setup_options[@]}"}
    configure_and_build ci
    say "Testing (ci)"
    ctest --preset ci --parallel 2 --label-exclude "$left_out" "$@"
}

main "$@"
