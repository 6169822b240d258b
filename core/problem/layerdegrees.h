// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/model/shards.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace stagecraft {

// Context-parallel attention. Ring: keys and values circulate while each rank computes on the block that it has (Liu et
// al. 2023, Ring Attention). Ulysses: an all-to-all gives each rank all tokens of some heads, a second one reverses it
// (Jacobs et al. 2023, DeepSpeed Ulysses).
enum class ContextKind : std::uint8_t { Ring, Ulysses };

template <>
inline constexpr auto enumNames<ContextKind> = std::array {
    std::pair {ContextKind::Ring, std::string_view("ring")},
    std::pair {ContextKind::Ulysses, std::string_view("ulysses")},
};

// Sizes of the parallel groups that share a layer.
struct LayerDegrees {
    Sharding sharding {}; // expert-parallel ranks are a subset of the replicas
    int context = 1; // context-parallel size; tokens are sharded from the first layer to the loss
    ContextKind context_kind = ContextKind::Ring;
    // Capacity factor: token slots of each expert, relative to a uniform routing. Slots are sent and stored whether
    // used or not (Lepikhin et al. 2020, GShard, section 2.2). Applies only with expert parallelism.
    double capacity = 1;

    // Number of devices that work on one sample together.
    int ranks() const { return sharding.tensor * context; }
    bool whole() const { return sharding.whole() && context == 1; }
    friend bool operator==(const LayerDegrees&, const LayerDegrees&) = default;
};

}
