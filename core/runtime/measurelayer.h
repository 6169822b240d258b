// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/profile/measurement.h"
#include "core/runtime/device.h"

#include <optional>

namespace stagecraft {

// The answer for a point that cannot fit whatever its samples are, as its state alone needs more than is free: out of
// memory, without a try. Nothing where it may fit.
std::optional<Measurement> refuseLayer(const ProfilePoint& point, const RuntimeDevice& device);

// Builds the point's layer alone on the device, trains it a few steps and records what it costs (docs/architecture.md,
// the ledger). Whether it can fit at all is refuseLayer()'s to say, before. Out of memory and other failures while it
// runs are measurements with that status. The same point on the same device gives the same bytes. Takes a few times the
// layer's step, and for the timing about `timing` more or five steps, whichever is longer. Checks run as stages
// (stagerun.h). Errors: OptionUnsupported for what cannot be built (layer table rows, degrees that do not divide). One
// call at a time in a process: it counts the allocations of the calling thread and limits the process's memory
// meanwhile.
Result<Measurement> measureLayer(const ProfilePoint& point, const RuntimeDevice& device, Seconds timing = Seconds(1));

}
