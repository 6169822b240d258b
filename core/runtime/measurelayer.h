// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/profile/measurement.h"
#include "core/runtime/device.h"

#include <optional>

namespace stagecraft {

// Returns an out-of-memory measurement without running the point if its state alone exceeds the free memory. Empty if
// the point may fit.
std::optional<Measurement> refuseLayer(const ProfilePoint& point, const RuntimeDevice& device);

// Builds the point's layer alone on the device, trains it for a few steps and records its cost (docs/architecture.md,
// the ledger). Call refuseLayer() before to exclude points that cannot fit. Out of memory and other failures at run
// time are measurements with that status. The same point on the same device gives the same bytes. Takes a few times the
// layer's step, plus about `timing` or five steps, whichever is longer. Checks run as stages (stagerun.h). Errors:
// OptionUnsupported for layers that cannot be built (layer table rows, parallel sizes that do not divide). One call at
// a time per process: it counts the allocations of the calling thread and limits the process's memory meanwhile.
Result<Measurement> measureLayer(const ProfilePoint& point, const RuntimeDevice& device, Seconds timing = Seconds(1));

}
