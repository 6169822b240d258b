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

// What a search may decide beside split points, pipeline depth and data degree, instead of keeping what the constraints
// say.
enum class Dimension {
    Tensor, // degree, within a node
    TensorAcrossNodes, // beside it: any degree
    Sequence, // parallelism, where there are tensor ranks
    Context,
    Expert,
    MicroBatch,
    Schedule, // of those that do not change what training gives
    Interleave, // stages at each place, of schedules that take several
    Zero,
    Recompute, // of all layers alike: none, selective, full
    RecomputeLayers, // of as few layers of each stage as it needs
    Swap, // of blocks that KARMA's rule chooses
    Offload, // of the optimizer
    StageDegrees, // tensor and data degrees of each stage by itself
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

// Each at most once; in any order.
using Dimensions = std::vector<Dimension>;

inline bool varies(const Dimensions& dimensions, Dimension dimension)
{
    return std::find(dimensions.begin(), dimensions.end(), dimension) != dimensions.end();
}

}
