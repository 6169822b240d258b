# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0

# Where libtorch and the CUDA Toolkit are: what the caller says (Torch_DIR), else what packaging/setup.sh found or installed.
# Sets STAGECRAFT_HAS_CUDA, and STAGECRAFT_LIBTORCH_FOLDERS: where an installed program finds the libraries it was built with.
if(NOT Torch_DIR AND NOT DEFINED ENV{Torch_DIR})
    include(${PROJECT_SOURCE_DIR}/build/libtorch.cmake OPTIONAL)
endif()

# The architecture probe of Torch's CMake files fails on machines without a GPU unless it is told what to build for.
if(NOT DEFINED TORCH_CUDA_ARCH_LIST AND NOT DEFINED ENV{TORCH_CUDA_ARCH_LIST})
    set(TORCH_CUDA_ARCH_LIST "8.0;9.0" CACHE STRING "CUDA architectures")
endif()

find_package(Torch 2.4)
if(NOT Torch_FOUND)
    message(FATAL_ERROR
        "The profiler needs libtorch. packaging/setup.sh finds or installs one; -DTorch_DIR names the folder with "
        "TorchConfig.cmake; -DSTAGECRAFT_WORKER=OFF builds without the profiler.")
endif()

if(TARGET torch_cuda OR TORCH_CUDA_LIBRARIES)
    set(STAGECRAFT_HAS_CUDA ON)
    set(CMAKE_CUDA_RUNTIME_LIBRARY Shared) # libtorch's: a second one would not know its streams
else()
    set(STAGECRAFT_HAS_CUDA OFF)
endif()
set(STAGECRAFT_LIBTORCH_FOLDERS ${TORCH_INSTALL_PREFIX}/lib ${CUDAToolkit_LIBRARY_DIR})
message(STATUS "Profiler: libtorch ${Torch_VERSION}, CUDA ${STAGECRAFT_HAS_CUDA}")
