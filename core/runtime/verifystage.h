// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measuring/verifyrequest.h"
#include "core/runtime/device.h"

namespace stagecraft {

// Builds the stage and trains it for some steps; peaks are those of the second step or later. That it runs out of
// memory or that libtorch fails is a measurement, too. `enough`: repeated for so long, but a few times at least, for
// its time. Errors: those of chainPoints() and shardAt(). One call at a time in a process, as measureLayer().
Result<StageMeasurement> verifyStage(const VerifyRequest& request, const RuntimeDevice& device,
                                     Seconds enough = Seconds(1));

}
