// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measuring/plan.h"
#include "core/protocol/message.h"

#include <string>
#include <vector>

namespace stagecraft {

// What is still to measure where so much memory is free. Among `request.known`, failed ones are those of this very job,
// which are not tried twice.
std::vector<MeasuringStep> pendingSteps(const WorkerRequest& request, Bytes room);

// Takes away what other devices measured: it does not answer for this one.
void forgetOtherDevices(WorkerRequest& request, const MeasuredDevice& device);

// Takes away failures of earlier jobs, so that this job tries those points again.
void forgetFailures(WorkerRequest& request);

// "transformer block, micro-batch 2, sequence 512"
std::string pointInWords(const ProfilePoint& point, SampleKind sample);

}
