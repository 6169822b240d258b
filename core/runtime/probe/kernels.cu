// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/probe/kernels.h"

#include <algorithm>

namespace stagecraft::kernels {

namespace {

constexpr int threads = 256; // per block
constexpr int piecesOfAThread = 4; // in flight together, to hide the memory latency
constexpr std::int64_t mostBlocks = std::int64_t(1) << 30;

__global__ void copyPieces(const uint4* __restrict__ from, uint4* __restrict__ to, std::int64_t count)
{
    const std::int64_t stride = std::int64_t(gridDim.x) * blockDim.x;
    std::int64_t at = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; at + (piecesOfAThread - 1) * stride < count; at += piecesOfAThread * stride) {
        uint4 pieces[piecesOfAThread];
#pragma unroll
        for (int i = 0; i < piecesOfAThread; ++i) {
            pieces[i] = from[at + i * stride];
        }
#pragma unroll
        for (int i = 0; i < piecesOfAThread; ++i) {
            to[at + i * stride] = pieces[i];
        }
    }
    for (; at < count; at += stride) {
        to[at] = from[at];
    }
}

__device__ std::int64_t nanosecondsNow()
{
    std::int64_t now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

__global__ void count(std::int64_t* counts, std::int64_t nanoseconds)
{
    const std::int64_t start = nanosecondsNow();
    const long long first = clock64();
    std::int64_t passed = 0;
    while (passed < nanoseconds) {
        passed = nanosecondsNow() - start;
    }
    counts[0] = clock64() - first;
    counts[1] = passed;
}

}

void copyStream(const void* from, void* to, std::int64_t bytes, cudaStream_t stream)
{
    const std::int64_t count = bytes / std::int64_t(sizeof(uint4));
    const std::int64_t perBlock = threads * piecesOfAThread;
    const std::int64_t blocks = std::clamp((count + perBlock - 1) / perBlock, std::int64_t(1), mostBlocks);
    copyPieces<<<static_cast<unsigned>(blocks), threads, 0, stream>>>(static_cast<const uint4*>(from),
                                                                      static_cast<uint4*>(to), count);
}

void countCycles(std::int64_t* counts, std::int64_t nanoseconds, cudaStream_t stream)
{
    count<<<1, 1, 0, stream>>>(counts, nanoseconds);
}

}
