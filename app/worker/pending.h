// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measuring/plan.h"
#include "core/protocol/message.h"

#include <string>
#include <vector>

namespace stagecraft {

// Points still to be measured with `free_memory` bytes of free memory. Failures in `request.known` belong to this job
// and are not retried.
std::vector<MeasuringStep> pendingSteps(const WorkerRequest& request, Bytes free_memory);

// Removes measurements of other devices.
void forgetOtherDevices(WorkerRequest& request, const MeasuredDevice& device);

// Removes failures of earlier jobs, so that this job retries their points.
void forgetFailures(WorkerRequest& request);

// "transformer block, micro-batch 2, sequence 512"
Message pointInWords(const ProfilePoint& point, SampleKind sample);

}
