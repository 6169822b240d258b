#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
# The archive of packaging/dry-package.sh holds all that the dry CUDA runtime needs: it builds where nothing else of the
# source is, and gives a library that stands in for CUDA's.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
archive=$("$root/packaging/dry-package.sh" -o "$folder")
mkdir "$folder/source"
tar -C "$folder/source" --strip-components=1 -xzf "$archive"
cmake -G Ninja -S "$folder/source" -B "$folder/build" -DCMAKE_BUILD_TYPE=Debug >"$folder/log" || { cat "$folder/log" && exit 1; }
cmake --build "$folder/build" -j2 >"$folder/log" 2>&1 || { cat "$folder/log" && exit 1; }
symbols=$(nm -D --defined-only "$folder/build/libstagecraft_dry.so")
for symbol in cudaMalloc cuMemCreate cublasGemmEx cudnnCreate; do
    grep -q " T $symbol" <<<"$symbols" || { echo "libstagecraft_dry.so does not define $symbol" && exit 1; }
done
