// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Kernels of the CUDA runtime: registration, queries, and launches, which do nothing.
#include "core/runtime/dry/library/exports.h"
#include "core/runtime/dry/library/settings.h"
#include "core/runtime/dry/library/status.h"

#include <cstring>

using namespace stagecraft::dry;

namespace {

struct Extent {
    unsigned x = 1;
    unsigned y = 1;
    unsigned z = 1;
};

struct LaunchConfiguration {
    Extent grid;
    Extent block;
    std::size_t shared_bytes = 0;
    void* stream = nullptr;
};

// Launch configuration that `<<<...>>>` pushes for the kernel's stub, which pops it.
thread_local LaunchConfiguration pushed;

// The fields of cudaFuncAttributes that all versions since CUDA 9 have; later fields are not written.
struct FunctionAttributes {
    std::size_t shared_bytes;
    std::size_t constant_bytes;
    std::size_t local_bytes;
    int threads_per_block;
    int registers;
    int ptx_version;
    int binary_version;
    int cache_mode;
    int dynamic_shared_bytes;
    int shared_carveout;
};

// Two blocks per multiprocessor, as there is no kernel whose registers could be counted. It affects grid sizes, but
// hardly ever memory.
constexpr int occupancy = 2;

}

DRY_EXPORT void** __cudaRegisterFatBinary(void*)
{
    return static_cast<void**>(newHandle());
}

DRY_EXPORT void __cudaRegisterFatBinaryEnd(void**) {}
DRY_EXPORT void __cudaUnregisterFatBinary(void**) {}
DRY_EXPORT void __cudaRegisterFunction() {}
DRY_EXPORT void __cudaRegisterVar() {}
DRY_EXPORT void __cudaRegisterManagedVar() {}

DRY_EXPORT char __cudaInitModule(void**)
{
    return 1;
}

DRY_EXPORT unsigned __cudaPushCallConfiguration(Extent grid, Extent block, std::size_t shared_bytes, void* stream)
{
    pushed = {grid, block, shared_bytes, stream};
    return success;
}

DRY_EXPORT int __cudaPopCallConfiguration(Extent* grid, Extent* block, std::size_t* shared_bytes, void* stream)
{
    *grid = pushed.grid;
    *block = pushed.block;
    *shared_bytes = pushed.shared_bytes;
    std::memcpy(stream, &pushed.stream, sizeof pushed.stream);
    return success;
}

DRY_EXPORT int __cudaGetKernel(void** kernel, const void* function)
{
    *kernel = const_cast<void*>(function);
    return success;
}

DRY_EXPORT int cudaGetFuncBySymbol(void** function, const void* symbol)
{
    *function = const_cast<void*>(symbol);
    return success;
}

DRY_LAUNCH(cudaLaunchKernel)
DRY_LAUNCH(__cudaLaunchKernel)
DRY_LAUNCH(cudaLaunchKernelExC)
DRY_LAUNCH(cudaLaunchCooperativeKernel)
DRY_ACCEPT(cudaFuncSetAttribute)
DRY_ACCEPT(cudaFuncSetCacheConfig)

DRY_EXPORT int cudaFuncGetAttributes(FunctionAttributes* attributes, const void*)
{
    const int version = settings().major * 10 + settings().minor;
    *attributes = {0, 0, 0, 1024, 32, version, version, 0, architecture().shared_memory_per_block_optin, -1};
    return success;
}

DRY_EXPORT int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*, int, std::size_t)
{
    *blocks = occupancy;
    return success;
}

DRY_EXPORT int cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void*, int, std::size_t,
                                                                      unsigned)
{
    *blocks = occupancy;
    return success;
}
