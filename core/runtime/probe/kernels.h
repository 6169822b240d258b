// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

// The CUDA kernels of our own. They know nothing of libtorch: the CUDA compiler would take minutes for its headers. All
// are asynchronous in `stream`; cudaGetLastError() tells whether they were started.
namespace stagecraft::kernels {

// Copies `bytes`, a multiple of 16, from one place of the device's memory to another, both at multiples of 16: each
// byte is read once and written once.
void copyStream(const void* from, void* to, std::int64_t bytes, cudaStream_t stream);

// Counts the cycles of the device's clock for at least so many nanoseconds: counts[0] cycles in counts[1] nanoseconds.
void countCycles(std::int64_t* counts, std::int64_t nanoseconds, cudaStream_t stream);

}
