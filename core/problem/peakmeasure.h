// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"

#include <array>
#include <string_view>
#include <utility>

namespace stagecraft {

// By what the peaks of unlike devices are compared: as shares of what each has room for, or as bytes. Of equal devices
// both say the same.
enum class PeakMeasure { Share, Bytes };

template <>
inline constexpr auto enumNames<PeakMeasure> = std::array {
    std::pair {PeakMeasure::Share, std::string_view("share")},
    std::pair {PeakMeasure::Bytes, std::string_view("bytes")},
};

}
