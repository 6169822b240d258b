# shellcheck shell=bash
# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
# What the scripts of this folder share; sourced, never run.

stagecraft_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Everything that is downloaded or built lies in here, except Debian packages.
stagecraft_build=$stagecraft_root/build

say() {
    printf '\n== %s\n' "$*"
}

# The last words of a script that cannot go on: what is wrong and what to do.
fail() {
    printf '\nstagecraft: %s\n' "$*" >&2
    exit 1
}

# As many as there are processors and the memory carries: a compiler on libtorch's headers takes up to 2 GB.
build_jobs() {
    local jobs memory
    jobs=$(nproc)
    memory=$(awk '/^MemAvailable/ {print int($2 / 2097152)}' /proc/meminfo)
    ((jobs <= memory)) || jobs=$memory
    ((jobs >= 1)) || jobs=1
    printf '%s\n' "$jobs"
}

# configure_and_build PRESET: configures when there is something new, then builds what changed.
configure_and_build() {
    local preset=$1
    local folder=$stagecraft_build/$preset
    local settled=$stagecraft_build/libtorch.cmake
    [ -e "$settled" ] || settled=/dev/null
    cd "$stagecraft_root" || exit
    if ! cmp -s "$settled" "$folder/libtorch.used" || [ ! -e "$folder/build.ninja" ]; then
        say "Configuring ($preset)"
        mkdir -p "$folder"
        cmake --fresh --preset "$preset" >"$folder/configure.log" 2>&1 || {
            tail -n 30 "$folder/configure.log" >&2
            fail "CMake could not configure the build; the lines above say why, all of them are in $folder/configure.log."
        }
        cat "$settled" >"$folder/libtorch.used"
    fi
    say "Building ($preset)"
    cmake --build --preset "$preset" --parallel "$(build_jobs)" \
        || fail "The build failed; the lines above say where. 'rm -rf $folder' starts it afresh."
}
