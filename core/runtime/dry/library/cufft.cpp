// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// cuFFT. libtorch allocates the requested workspace of plans from its caching allocator.
#include "core/runtime/dry/library/exports.h"
#include "core/runtime/dry/library/status.h"

#include <atomic>

using namespace stagecraft::dry;

namespace {

// Returns the bytes of a complex number of a cudaDataType_t: half, double or single precision.
std::size_t complexBytes(int type)
{
    constexpr int realDouble = 1;
    constexpr int realHalf = 2;
    constexpr int complexDouble = 5;
    constexpr int complexHalf = 6;
    const bool isDouble = type == realDouble || type == complexDouble;
    const bool isHalf = type == realHalf || type == complexHalf;
    return isDouble ? 16 : isHalf ? 4 : 8;
}

}

DRY_EXPORT int cufftCreate(int* plan)
{
    static std::atomic<int> next {1};
    *plan = next++;
    return success;
}

// The workspace of a real plan depends on the factors of its sizes; one copy of the data is an upper bound for most.
DRY_EXPORT int cufftXtMakePlanMany(int, int rank, const long long* sizes, const long long*, long long, long long,
                                   int type, const long long*, long long, long long, int, long long batch,
                                   std::size_t* bytes, int)
{
    *bytes = complexBytes(type) * static_cast<std::size_t>(batch);
    for (int dimension = 0; dimension < rank; ++dimension) {
        *bytes *= static_cast<std::size_t>(sizes[dimension]);
    }
    return success;
}

DRY_ACCEPT(cufftDestroy)
DRY_ACCEPT(cufftSetAutoAllocation)
DRY_ACCEPT(cufftSetStream)
DRY_ACCEPT(cufftSetWorkArea)
DRY_LAUNCH(cufftXtExec)
