// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

#include <string>

namespace stagecraft {

// A figure with its source. `date` is the date of the source, or the date on which the figure was taken from it:
// "2026-11-21". Both are empty if the user entered a plain number.
template <typename T>
struct Sourced {
    T value {};
    Message source;
    std::string date;

    operator const T&() const { return value; }
    friend bool operator==(const Sourced&, const Sourced&) = default;
};

}
