// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/framework/framework.h"

namespace stagecraft {

// torchtitan: its own Llama, whose units fully_shard() divides, without a pipeline.
ExecutionMode torchtitan(const FrameworkOptions& options);

}
