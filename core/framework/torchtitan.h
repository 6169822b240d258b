// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/framework/framework.h"

namespace stagecraft {

// torchtitan: its own Llama, whose units fully_shard() divides, without a pipeline and not compiled. Read from
// pytorch/torchtitan v0.2.2.
ExecutionMode torchtitan();

}
