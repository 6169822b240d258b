// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/profile/devicechoice.h"
#include "core/profile/deviceprobe.h"

#include <vector>

namespace stagecraft {

inline constexpr Seconds longestProbe(24 * 3600);

// Which device to probe, and how long that may take.
struct ProbeRequest {
    DeviceChoice device {};
    // About as long as it takes at most: large sizes that would not fit into the time are left out.
    Seconds budget {15};
    // Not tried, and said to be left out for that reason: parts at which a measuring process died.
    std::vector<ProbeOmission> leave_out;

    friend bool operator==(const ProbeRequest&, const ProbeRequest&) = default;
};

// Checks ranges. Errors: OptionOutOfRange.
Result<void> validate(const ProbeRequest& request);

}
