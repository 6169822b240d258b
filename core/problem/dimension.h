// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace stagecraft {

// Dimensions of the search besides split points, pipeline-parallel size and data-parallel size. The constraints fix
// every dimension that a search does not vary.
enum class Dimension {
    Tensor, // tensor-parallel size, within a node
    TensorAcrossNodes, // tensor-parallel size beyond a node (with Tensor)
    Sequence, // sequence parallelism, if the tensor-parallel size is above 1
    Context,
    Expert,
    MicroBatch,
    Schedule, // among the schedules that do not change the training result
    Interleave, // stages per pipeline rank, for schedules with several
    Zero,
    Recompute, // one setting for all layers: none, selective, full
    RecomputeLayers, // the fewest layers of each stage that make it fit
    Swap, // blocks chosen by KARMA's rule
    Offload, // the optimizer
    StageDegrees, // separate tensor- and data-parallel sizes for each stage
};

template <>
inline constexpr auto enumNames<Dimension> = std::array {
    std::pair {Dimension::Tensor, std::string_view("tensor")},
    std::pair {Dimension::TensorAcrossNodes, std::string_view("tensor-across-nodes")},
    std::pair {Dimension::Sequence, std::string_view("sequence-parallel")},
    std::pair {Dimension::Context, std::string_view("context")},
    std::pair {Dimension::Expert, std::string_view("expert")},
    std::pair {Dimension::MicroBatch, std::string_view("micro-batch")},
    std::pair {Dimension::Schedule, std::string_view("schedule")},
    std::pair {Dimension::Interleave, std::string_view("interleave")},
    std::pair {Dimension::Zero, std::string_view("zero")},
    std::pair {Dimension::Recompute, std::string_view("recompute")},
    std::pair {Dimension::RecomputeLayers, std::string_view("recompute-layers")},
    std::pair {Dimension::Swap, std::string_view("swap")},
    std::pair {Dimension::Offload, std::string_view("offload")},
    std::pair {Dimension::StageDegrees, std::string_view("stage-degrees")},
};

// Set of dimensions: each at most once, in any order.
using Dimensions = std::vector<Dimension>;

inline bool varies(const Dimensions& dimensions, Dimension dimension)
{
    return std::find(dimensions.begin(), dimensions.end(), dimension) != dimensions.end();
}

}
