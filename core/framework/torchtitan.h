// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/framework/framework.h"

namespace stagecraft {

// Returns the mode of torchtitan: its Llama implementation, with units sharded by fully_shard(), and its pipelines.
ExecutionMode torchtitan(const FrameworkOptions& options);

}
