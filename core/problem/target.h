// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace stagecraft {

// Framework that the plan is exported to. Its options limit the search (core/search/targets.h). Any: no limits.
enum class Target : std::uint8_t { Any, Megatron, DeepSpeed, Torchtitan };

template <>
inline constexpr auto enumNames<Target> = std::array {
    std::pair {Target::Any, std::string_view("any")},
    std::pair {Target::Megatron, std::string_view("megatron")},
    std::pair {Target::DeepSpeed, std::string_view("deepspeed")},
    std::pair {Target::Torchtitan, std::string_view("torchtitan")},
};

// Returns the display name, such as "Megatron-LM".
constexpr std::string_view titleOf(Target target)
{
    switch (target) {
    case Target::Megatron:
        return "Megatron-LM";
    case Target::DeepSpeed:
        return "DeepSpeed";
    case Target::Torchtitan:
        return "torchtitan";
    case Target::Any:
        break;
    }
    return "any";
}

}
