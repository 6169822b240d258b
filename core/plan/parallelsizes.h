// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace stagecraft {

// Sizes of the parallel groups of a plan or run. Tensor-parallel and data-parallel sizes are texts: a list if stages
// differ.
struct ParallelSizes {
    std::int64_t pipeline = 1; // pipeline ranks
    std::int64_t chunks = 1; // stages per pipeline rank
    std::string tensor = "1";
    std::int64_t context = 1;
    std::string data = "1";
    std::int64_t expert = 1;
    bool sequence_parallel = false;
};

// Returns "PP4 VPP2 TP8 CP2 DP8 EP4 +SP", the same in every language. VPP, CP, EP and +SP appear only if used.
std::string parallelismText(const ParallelSizes& sizes);

}
