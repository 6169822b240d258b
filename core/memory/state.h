// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/problem/problem.h"
#include "core/profile/measurement.h"

namespace stagecraft {

// Bytes of optimizer state for parameters that learn, whose gradients take `gradients` bytes, in fp32: none for SGD,
// one copy with momentum, two for Adam and AdamW, and one more of the parameters where the precision has master
// weights.
Bytes optimizerStateBytes(OptimizerKind optimizer, Precision precision, Bytes gradients);

// What is alive at the optimizer step whatever the samples are: parameters, gradients and optimizer state of all that
// runs at a point. Errors: those of shardAt().
Result<Bytes> trainingStateBytes(const ProfilePoint& point);

}
