// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/profile/measurement.h"
#include "core/runtime/device.h"

namespace stagecraft {

// Runs the layers of a check as a stage of a pipeline would: all forward passes, each from a received buffer, then all
// backward passes, each from a received gradient, then the optimizer. Fills in the peak above samples and labels, and
// the times of one micro-batch. Errors: those of shardAt() and secondOf(). Throws what libtorch throws.
Result<void> measureStage(const ProfilePoint& check, const RuntimeDevice& device, Measurement& measurement);

}
