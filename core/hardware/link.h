// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/units.h"

#include <string>

namespace stagecraft {

struct Link {
    BytesPerSecond bandwidth; // per direction
    Seconds latency;
    Message source; // source of both figures, as in Sourced
    std::string date;

    friend bool operator==(const Link&, const Link&) = default;
};

}
