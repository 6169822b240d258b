// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/framework/framework.h"

namespace stagecraft {

// DeepSpeed's engine with ZeRO 1, 2 or 3 in bf16, its own defaults for all sizes of buffers; the model's own operators.
ExecutionMode deepSpeed();

}
