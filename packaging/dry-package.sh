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

sources=(LICENSES/Apache-2.0.txt core/runtime/dry/CMakeLists.txt core/runtime/dry/exports.map core/runtime/dry/library core/runtime/dry/nvrtc docs/dryrun.md)
fill() {
    cd "$stagecraft_root"
    cp -a --parents "${sources[@]}" "$1"
    cp packaging/dry/CMakeLists.txt "$1"
}

pack stagecraft-dry fill "$@"
