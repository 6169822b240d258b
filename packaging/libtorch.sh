# shellcheck shell=bash
# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
# Finds a libtorch and a CUDA Toolkit that fit together, or installs them as wheels; sourced by setup.sh after common.sh.
# What was chosen is written to build/libtorch.cmake, which cmake/dependencies.cmake reads. Delete that file to choose again.

libtorch_settled=$stagecraft_build/libtorch.cmake
libtorch_venv=$stagecraft_build/libtorch
libtorch_version=2.11.0
# The release that the wheel of libtorch 2.11.0 depends on.
libtorch_cuda_version=13.0.2
libtorch_cuda_major=13
libtorch_cuda_build_parts=nvcc,cccl,crt,nvvm,nvml
libtorch_cuda_link_parts=cublas,cudart,cufft,cufile,cupti,curand,cusolver,cusparse,nvjitlink,nvrtc,nvtx

# Results of libtorch_settle: what libtorch_install has to install (empty: nothing), and how much that is.
libtorch_wheels=""
libtorch_large=""
libtorch_size=""
# Disk space for the downloads, what they unpack to, and the build.
libtorch_free_gb=0
# The choice: a folder with lib/libtorch.so and share/cmake, and the root of a CUDA Toolkit (empty: a libtorch without CUDA).
libtorch_prefix=""
libtorch_cuda_root=""

# Prints the major release of CUDA that the libtorch in $1 was built for; nothing for one without CUDA.
libtorch_cuda_of() {
    local library=$1/lib/libc10_cuda.so
    [ -e "$library" ] || return 0
    grep -aom1 'libcudart\.so\.[0-9][0-9]*' "$library" | head -n 1 | sed 's/.*\.//'
}

# Prints why the libtorch in $1 can't be used; nothing where it can.
libtorch_objection() {
    local config=$1/share/cmake/Torch version
    [ -e "$config/TorchConfig.cmake" ] || { printf 'it has no CMake files' && return; }
    version=$(sed -n 's/.*PACKAGE_VERSION "\([0-9.]*\).*/\1/p' "$config/TorchConfigVersion.cmake" 2>/dev/null | head -n 1)
    if [ "$(printf '%s\n' 2.4 "$version" | sort -V | head -n 1)" != 2.4 ]; then
        printf 'version %s is older than 2.4' "$version"
    elif grep -q '_GLIBCXX_USE_CXX11_ABI=0' "$config/TorchConfig.cmake"; then
        printf 'it was built with the old C++ ABI, unlike Debian'
    elif [ -e "$1/lib/libc10_hip.so" ]; then
        printf 'it was built for ROCm, which is not supported'
    fi
}

# Prints the folder of the torch package of Python $1, if it has one. Does not import it: that takes seconds.
libtorch_of_python() {
    "$1" -c 'import importlib.util
spec = importlib.util.find_spec("torch")
print(spec.submodule_search_locations[0] if spec and spec.submodule_search_locations else "")' 2>/dev/null || true
}

# Sets libtorch_prefix to an existing libtorch that can be used.
libtorch_find() {
    local objection python prefix
    if [ -n "${Torch_DIR:-}" ]; then
        prefix=$(cd "$Torch_DIR/../../.." 2>/dev/null && pwd) \
            || fail "Torch_DIR is '$Torch_DIR', which is no folder. It must name the folder with TorchConfig.cmake."
        objection=$(libtorch_objection "$prefix")
        [ -z "$objection" ] || fail "The libtorch that Torch_DIR names can't be used: $objection. Unset Torch_DIR or name another."
        libtorch_prefix=$prefix
        return
    fi
    for python in ${VIRTUAL_ENV:+"$VIRTUAL_ENV/bin/python"} python3; do
        command -v "$python" >/dev/null || continue
        prefix=$(libtorch_of_python "$python")
        [ -n "$prefix" ] || continue
        objection=$(libtorch_objection "$prefix")
        if [ -z "$objection" ]; then
            libtorch_prefix=$prefix
            return
        fi
        printf 'Not used: the libtorch in %s, because %s.\n' "$prefix" "$objection"
    done
}

# Prints the root of an installed CUDA Toolkit of major release $1 that is whole enough to link libtorch.
libtorch_find_cuda() {
    local major=$1 root nvcc release
    nvcc=$(command -v nvcc || true)
    [ -z "$nvcc" ] || nvcc=$(dirname "$(dirname "$(readlink -f "$nvcc")")")
    for root in "${CUDA_HOME:-}" "$nvcc" /usr/local/cuda /usr/local/cuda-"$major"*; do
        if [ -z "$root" ] || [ ! -x "$root/bin/nvcc" ] || [ ! -e "$root/include/cuda_runtime.h" ]; then continue; fi
        release=$("$root/bin/nvcc" --version | sed -n 's/.*release \([0-9]*\)\..*/\1/p')
        [ "$release" = "$major" ] || continue
        if libtorch_has_libraries "$root"; then
            printf '%s\n' "$root"
            return
        fi
    done
}

libtorch_has_libraries() {
    local name
    for name in cudart cublas cufft curand nvrtc; do
        compgen -G "$1/lib*/lib$name.so" >/dev/null || compgen -G "$1/targets/*/lib/lib$name.so" >/dev/null || return 1
    done
}

# True if an earlier run settled on something that is still there, and the environment does not name something else.
libtorch_is_settled() {
    local torch_dir cuda_root
    [ -e "$libtorch_settled" ] || return 1
    torch_dir=$(sed -n 's/^set(Torch_DIR "\(.*\)" CACHE.*/\1/p' "$libtorch_settled")
    cuda_root=$(sed -n 's/^set(CUDAToolkit_ROOT "\(.*\)" CACHE.*/\1/p' "$libtorch_settled")
    [ -e "$torch_dir/TorchConfig.cmake" ] || return 1
    [ -z "$cuda_root" ] || [ -x "$cuda_root/bin/nvcc" ] || return 1
    [ -z "${Torch_DIR:-}" ] || [ "$(readlink -f "$Torch_DIR")" = "$(readlink -f "$torch_dir")" ]
}

# Chooses; writes the choice down at once where nothing has to be installed for it.
libtorch_settle() {
    local major=$libtorch_cuda_major link=torch==$libtorch_version
    ! libtorch_is_settled || return 0
    libtorch_find
    if [ -n "$libtorch_prefix" ]; then
        major=$(libtorch_cuda_of "$libtorch_prefix")
        [ -z "$major" ] || libtorch_cuda_root=$(libtorch_find_cuda "$major")
        if [ -n "$major" ] && [ -z "$libtorch_cuda_root" ] && [ "$major" != $libtorch_cuda_major ]; then
            [ -z "${Torch_DIR:-}" ] || fail "The libtorch that Torch_DIR names needs the CUDA Toolkit $major, and there is none." \
                "Install it, or name its folder in CUDA_HOME."
            printf 'Not used: the libtorch in %s, because there is no CUDA Toolkit %s to go with it.\n' "$libtorch_prefix" "$major"
            libtorch_prefix=""
            major=$libtorch_cuda_major
        fi
    fi
    [ -n "$libtorch_prefix" ] || libtorch_cuda_root=$(libtorch_find_cuda "$major")
    [ -z "$libtorch_prefix" ] || link=""
    libtorch_choose_wheels "$link" "$major"
    [ -n "$libtorch_wheels" ] || libtorch_write
}

# $1: the wheel of libtorch, or nothing where one was found; $2: the major release of CUDA, or nothing.
libtorch_choose_wheels() {
    local torch=$1 cuda=""
    if [ -n "$2" ] && [ -z "$libtorch_cuda_root" ]; then
        cuda="cuda-toolkit[$libtorch_cuda_build_parts,$libtorch_cuda_link_parts]==$libtorch_cuda_version"
    fi
    libtorch_wheels="$torch${torch:+${cuda:+ }}$cuda"
    [ -n "$libtorch_wheels" ] || return 0
    if [ -n "$torch" ]; then
        libtorch_large=yes libtorch_size="about 2.8 GB to download, 5 GB on disk" libtorch_free_gb=12
    else
        libtorch_large=yes libtorch_size="about 1.3 GB to download, 2 GB on disk" libtorch_free_gb=6
    fi
    # An earlier run may have installed just this.
    if [ "$(cat "$libtorch_venv/installed" 2>/dev/null)" = "$libtorch_wheels" ]; then
        libtorch_use_venv
        libtorch_wheels=""
    fi
}

# Points the choice at what the virtual environment has.
libtorch_use_venv() {
    local packages
    packages=$(echo "$libtorch_venv"/lib/python3*/site-packages)
    [ -n "$libtorch_prefix" ] || libtorch_prefix=$packages/torch
    [ ! -e "$packages/nvidia/cu$libtorch_cuda_major/bin/nvcc" ] || libtorch_cuda_root=$packages/nvidia/cu$libtorch_cuda_major
}

# Fails unless there is room; called before anything is asked or installed.
libtorch_require_space() {
    local free_gb
    mkdir -p "$stagecraft_build"
    free_gb=$(df --output=avail -B 1G "$stagecraft_build" | tail -n 1)
    ((free_gb >= libtorch_free_gb)) \
        || fail "libtorch needs $libtorch_free_gb GB of free disk space while it is installed, and $stagecraft_build has ${free_gb// /} GB." \
            "Free some, name an existing libtorch in Torch_DIR, or pass --explore-only to do without the profiler."
}

libtorch_install() {
    local wheels options=(--disable-pip-version-check)
    read -r -a wheels <<<"$libtorch_wheels"
    say "Installing libtorch into build/libtorch"
    [ -n "${PIP_CACHE_DIR:-}" ] || options+=(--no-cache-dir)
    mkdir -p "$stagecraft_build/tmp"
    python3 -m venv "$libtorch_venv" \
        || fail "Python could not make a virtual environment in build/libtorch; its words are above. Does it have the module venv?"
    # Downloads of this size don't belong into /tmp, which may be a piece of the memory.
    TMPDIR=$stagecraft_build/tmp "$libtorch_venv/bin/pip" install "${options[@]}" "${wheels[@]}" \
        || fail "pip could not install libtorch; its words are above. Check the network and the disk space, and run this again."
    rm -rf "$stagecraft_build/tmp"
    libtorch_use_venv
    [ "${libtorch_cuda_root#"$libtorch_venv"}" = "$libtorch_cuda_root" ] || libtorch_add_link_names "$libtorch_cuda_root"
    printf '%s\n' "$libtorch_wheels" >"$libtorch_venv/installed"
    libtorch_write
}

# Wheels carry libX.so.N only; linkers and CMake look for libX.so, and for lib64.
libtorch_add_link_names() {
    local library name
    for library in "$1"/lib/lib*.so.*; do
        name=${library%%.so.*}.so
        [ -e "$name" ] || ln -s "$(basename "$library")" "$name"
    done
    [ -e "$1/lib64" ] || ln -s lib "$1/lib64"
}

libtorch_write() {
    mkdir -p "$stagecraft_build"
    {
        printf '# Written by packaging/setup.sh. Delete this file to let it choose again.\n'
        printf 'set(Torch_DIR "%s" CACHE PATH "libtorch")\n' "$libtorch_prefix/share/cmake/Torch"
        if [ -n "$libtorch_cuda_root" ]; then
            printf 'set(CUDAToolkit_ROOT "%s" CACHE PATH "CUDA Toolkit")\n' "$libtorch_cuda_root"
            printf 'set(CUDA_TOOLKIT_ROOT_DIR "%s" CACHE PATH "CUDA Toolkit")\n' "$libtorch_cuda_root"
            printf 'set(CMAKE_CUDA_COMPILER "%s" CACHE FILEPATH "CUDA compiler")\n' "$libtorch_cuda_root/bin/nvcc"
        fi
    } >"$libtorch_settled.new"
    mv "$libtorch_settled.new" "$libtorch_settled"
    say "Profiler: libtorch in $libtorch_prefix${libtorch_cuda_root:+, CUDA Toolkit in $libtorch_cuda_root}"
}
