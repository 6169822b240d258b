// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"

#include <array>
#include <string_view>
#include <utility>

namespace stagecraft {

// Measure that compares the peaks of different device types: the fraction of each device's capacity, or bytes. Both
// give the same order if all devices are equal.
enum class PeakMeasure { Share, Bytes };

template <>
inline constexpr auto enumNames<PeakMeasure> = std::array {
    std::pair {PeakMeasure::Share, std::string_view("share")},
    std::pair {PeakMeasure::Bytes, std::string_view("bytes")},
};

}
