// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/framework/framework.h"

namespace stagecraft {

// nanotron: Llamas whose stages are placed by cost, with fp32 sums of gradients beside the buckets of
// DistributedDataParallel.
ExecutionMode nanotron();

}
