// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/profile/devicechoice.h"
#include "core/profile/deviceprobe.h"

#include <vector>

namespace stagecraft {

inline constexpr Seconds longestProbe(24 * 3600);

// A device to probe, and the time allowed.
struct ProbeRequest {
    DeviceChoice device {};
    // Approximate upper limit; large sizes that would not fit into the time are skipped.
    Seconds budget {15};
    // Parts to skip because a measuring process died at them; reported as omissions with that reason.
    std::vector<ProbeOmission> leave_out;

    friend bool operator==(const ProbeRequest&, const ProbeRequest&) = default;
};

// Checks ranges. Errors: OptionOutOfRange.
Result<void> validate(const ProbeRequest& request);

}
