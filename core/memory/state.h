// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/problem/problem.h"

namespace stagecraft {

// Bytes of optimizer state for `parameters` bytes of fp32 parameters: none for SGD, one copy with momentum, two for
// Adam and AdamW.
Bytes optimizerStateBytes(OptimizerKind optimizer, Bytes parameters);

}
