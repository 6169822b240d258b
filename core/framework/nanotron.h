// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/framework/framework.h"

namespace stagecraft {

// Returns the mode of nanotron: Llama models, stages divided by cost, fp32 gradient sums in addition to the buckets of
// DistributedDataParallel.
ExecutionMode nanotron();

}
