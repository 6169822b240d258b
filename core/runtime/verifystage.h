// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measuring/verifyrequest.h"
#include "core/runtime/device.h"

namespace stagecraft {

// Builds the stage and trains it for some steps; peaks are those of the second or a later step. Out of memory and
// libtorch failures are measurements, too. `enough`: time for which steps are repeated for timing, but at least a few
// times. Errors: those of chainPoints() and shardAt(). One call at a time per process, like measureLayer().
Result<StageMeasurement> verifyStage(const VerifyRequest& request, const RuntimeDevice& device,
                                     Seconds enough = Seconds(1));

}
