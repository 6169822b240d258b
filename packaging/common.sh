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

# pack NAME FILL ARGUMENTS...: what the packing scripts share. FILL is a function that puts the content into the folder it
# is given; NAME-VERSION.tar.gz is written where -o says, and its path printed. Needs the script's usage().
pack() {
    local name=$1 fill=$2 folder=$stagecraft_build
    shift 2
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
    name=$name-$(sed -n 's/^project(stagecraft VERSION \([0-9.]*\).*/\1/p' "$stagecraft_root/CMakeLists.txt")
    mkdir -p "$stagecraft_build" "$folder"
    folder=$(cd "$folder" && pwd)
    stagecraft_staged=$(mktemp -d "$stagecraft_build/package.XXXXXX")
    trap 'rm -rf "$stagecraft_staged"' EXIT
    mkdir "$stagecraft_staged/$name"
    "$fill" "$stagecraft_staged/$name"
    tar -C "$stagecraft_staged" --sort=name --owner=0 --group=0 --numeric-owner -czf "$folder/$name.tar.gz" "$name"
    printf '%s\n' "$folder/$name.tar.gz"
}
