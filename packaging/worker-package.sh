#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
# shellcheck source=packaging/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END'
packaging/worker-package.sh [-o FOLDER]
Packs the source of stagecraft-worker with the header-only libraries it needs into stagecraft-worker-VERSION.tar.gz, for machines
that have a compiler, CMake and libtorch, but neither Qt nor a network. docs/profiling.md says how to build it there.
  -o FOLDER   where to put the archive (build)
  STAGECRAFT_HEADERS   a folder with the header-only libraries, where they are not under /usr/include
END
}

# What the preset 'worker' reads.
sources=(CMakeLists.txt CMakePresets.json LICENSES app/CMakeLists.txt app/worker cmake core docs/profiling.md docs/protocol.md
    packaging/CMakeLists.txt packaging/stagecraft-worker.1 resources/hardware resources/models resources/schemas resources/zoo
    tests/CMakeLists.txt tests/bench tests/runtime tests/support)
libraries=(nlohmann/json.hpp tl/expected.hpp Eigen/Dense doctest/doctest.h)

# The folder that has library $1.
headers_with() {
    local folder
    for folder in "${STAGECRAFT_HEADERS:-}" /usr/include /usr/include/eigen3 /usr/local/include; do
        if [ -n "$folder" ] && [ -e "$folder/$1" ]; then
            printf '%s\n' "$folder"
            return
        fi
    done
    fail "There is no $1 under /usr/include. Run packaging/setup.sh, or name a folder that has it in STAGECRAFT_HEADERS."
}

# Where Debian keeps the licence of the package that brought file $1.
licence_of() {
    local package
    package=$(dpkg-query -S "$1" 2>/dev/null | head -n 1 | cut -d : -f 1) || return 0
    [ -z "$package" ] || printf '%s\n' "/usr/share/doc/$package/copyright"
}

fill() {
    local library headers licence
    cd "$stagecraft_root"
    cp -a --parents "${sources[@]}" "$1"
    mkdir -p "$1/headers/licences"
    for library in "${libraries[@]}"; do
        headers=$(headers_with "$library")
        cp -rL "$headers/${library%%/*}" "$1/headers"
        licence=$(licence_of "$headers/$library")
        if [ -e "$licence" ]; then cp -L "$licence" "$1/headers/licences/${library%%/*}"; fi
    done
}

pack stagecraft-worker fill "$@"
