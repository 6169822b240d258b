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

// How attention sees the tokens of other ranks. Ring: keys and values go round while each rank works on those it has
// (Liu et al. 2023, Ring Attention). Ulysses: each rank gets all tokens of some heads, and gives them back (Jacobs et
// al. 2023, DeepSpeed Ulysses).
enum class ContextKind : std::uint8_t { Ring, Ulysses };

template <>
inline constexpr auto enumNames<ContextKind> = std::array {
    std::pair {ContextKind::Ring, std::string_view("ring")},
    std::pair {ContextKind::Ulysses, std::string_view("ulysses")},
};

// Over how many ranks a layer is spread, and how.
struct LayerDegrees {
    Sharding sharding {}; // its expert ranks are some of the replicas
    int context = 1; // ranks that have a part of each sample's tokens, from the first layer to the loss
    ContextKind context_kind = ContextKind::Ring;
    // Room that each expert has for tokens, over what it needs if all are asked equally; it is sent and held whether
    // filled or not (Lepikhin et al. 2020, GShard, section 2.2). Of concern where experts are spread over ranks.
    double capacity = 1;

    // Devices that work on one sample together.
    int ranks() const { return sharding.tensor * context; }
    bool whole() const { return sharding.whole() && context == 1; }
    friend bool operator==(const LayerDegrees&, const LayerDegrees&) = default;
};

}
