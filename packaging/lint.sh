#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
# shellcheck source=packaging/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END'
packaging/lint.sh [--yes] [--no-packages] [--fix] [--tidy [FILE...]]
Checks the format of the C++ files, the licences, the scripts and the spelling of the documents. Installs the tools that are missing.
  --fix           formats the C++ files instead of complaining
  --tidy          runs clang-tidy instead, on the files named or on all of core (takes minutes)
END
}

failures=0

# check NAME COMMAND...: runs one check and goes on, so that one run shows all complaints.
check() {
    local name=$1
    shift
    if "$@"; then
        printf 'ok      %s\n' "$name"
    else
        printf 'FAILED  %s\n' "$name"
        failures=$((failures + 1))
    fi
}

tracked() {
    git -C "$stagecraft_root" ls-files --cached --others --exclude-standard -- "$@"
}

check_format() {
    tracked '*.h' '*.cpp' '*.cu' | xargs -d '\n' -r clang-format-14 "${format_options[@]}"
}

check_scripts() {
    tracked 'packaging/*.sh' '.ci/run' | grep -vE '^packaging/(common|libtorch)\.sh$' | xargs -d '\n' shellcheck -x
}

check_spelling() {
    tracked '*.md' '*.xml' '*.desktop' '*.1' | xargs -d '\n' codespell -L te,ist,pase,sie,modell,passt,szenario,als,frist,toleranz # names of systems, and German
}

# In a build folder of its own: clang-tidy can't read the precompiled headers of GCC.
check_tidy() {
    local files=("$@") folder=$stagecraft_build/tidy
    command -v clang-tidy-14 >/dev/null || fail "clang-tidy-14 is not installed: apt-get install clang-tidy-14."
    ((${#files[@]})) || mapfile -t files < <(tracked 'core/*.cpp' | grep -v '^core/runtime/')
    cmake -S "$stagecraft_root" -B "$folder" -G Ninja -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DSTAGECRAFT_WORKER=OFF \
        >"$stagecraft_build/tidy.log" || return
    printf '%s\n' "${files[@]}" | xargs -d '\n' -n 1 -P "$(build_jobs)" clang-tidy-14 -p "$folder" --quiet --warnings-as-errors='*'
}

main() {
    local setup_options=(--explore-only --lint) tidy=no
    format_options=(--dry-run --Werror)
    while (($#)); do
        case $1 in
        --yes | --no-packages) setup_options+=("$1") ;;
        --fix) format_options=(-i) ;;
        --tidy)
            tidy=yes
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
    "$stagecraft_root/packaging/setup.sh" "${setup_options[@]}"
    cd "$stagecraft_root"
    if [ $tidy = yes ]; then
        check "clang-tidy" check_tidy "$@"
    else
        check "format of the C++ files" check_format
        check "licences" reuse lint
        check "shell scripts" check_scripts
        check "spelling" check_spelling
    fi
    ((failures == 0)) || fail "$failures of the checks failed. packaging/lint.sh --fix mends the format."
}

main "$@"
