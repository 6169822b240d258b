#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
# shellcheck source=packaging/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END'
packaging/dry-package.sh [-o FOLDER]
Packs the source of the dry CUDA runtime alone into stagecraft-dry-VERSION.tar.gz. It builds with a C++20 compiler and CMake;
docs/dryrun.md, which comes along, says how to use it.
  -o FOLDER   where to put the archive (build)
END
}

sources=(LICENSES/Apache-2.0.txt core/runtime/dry/CMakeLists.txt core/runtime/dry/library core/runtime/dry/nvrtc docs/dryrun.md)
staged=""

main() {
    local folder=$stagecraft_build version name
    while (($#)); do
        case $1 in
        -o)
            folder=${2:?-o needs a folder}
            shift
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
    version=$(sed -n 's/^project(stagecraft VERSION \([0-9.]*\).*/\1/p' "$stagecraft_root/CMakeLists.txt")
    name=stagecraft-dry-$version
    mkdir -p "$stagecraft_build" "$folder"
    folder=$(cd "$folder" && pwd)
    staged=$(mktemp -d "$stagecraft_build/package.XXXXXX")
    trap 'rm -rf "$staged"' EXIT
    mkdir -p "$staged/$name"
    (cd "$stagecraft_root" && cp -a --parents "${sources[@]}" "$staged/$name" && cp packaging/dry/CMakeLists.txt "$staged/$name")
    tar -C "$staged" --sort=name --owner=0 --group=0 --numeric-owner -czf "$folder/$name.tar.gz" "$name"
    printf '%s\n' "$folder/$name.tar.gz"
}

main "$@"
