// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/framework/framework.h"

namespace stagecraft {

// Returns the mode of DeepSpeed with ZeRO 1, 2 or 3 in bf16, its default buffer sizes, and the model's default
// operators.
ExecutionMode deepSpeed();

}
