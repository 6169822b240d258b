// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/framework/framework.h"

namespace stagecraft {

// Returns the mode of Megatron-Core with layers of Transformer Engine and the distributed optimizer.
ExecutionMode megatronCore(const FrameworkOptions& options);

}
