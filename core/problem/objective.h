// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace stagecraft {

// Criterion by which a search recommends one of the plans that fit. Memory: lowest peak. Balanced: lowest peak among
// the plans whose step time is at most Constraints::max_slowdown times that of the fastest. Throughput: fastest. Cost:
// lowest cost per step.
enum class Objective : std::uint8_t { Memory, Balanced, Throughput, Cost };

template <>
inline constexpr auto enumNames<Objective> = std::array {
    std::pair {Objective::Memory, std::string_view("memory")},
    std::pair {Objective::Balanced, std::string_view("balanced")},
    std::pair {Objective::Throughput, std::string_view("throughput")},
    std::pair {Objective::Cost, std::string_view("cost")},
};

}
