// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

// Stagecraft's CUDA kernels. They do not use libtorch, whose headers take the CUDA compiler minutes. All are
// asynchronous in `stream`; cudaGetLastError() reports launch failures.
namespace stagecraft::kernels {

// Copies `bytes`, a multiple of 16, within device memory; both addresses must be multiples of 16. Each byte is read
// once and written once.
void copyStream(const void* from, void* to, std::int64_t bytes, cudaStream_t stream);

// Counts cycles of the device clock for at least `nanoseconds`: counts[0] cycles in counts[1] nanoseconds.
void countCycles(std::int64_t* counts, std::int64_t nanoseconds, cudaStream_t stream);

}
