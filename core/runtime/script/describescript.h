// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/measuring/describerequest.h"

namespace stagecraft {

// Loads a TorchScript file whose children run in sequence, runs them one by one on two random samples (on one where
// they do not take two) on the CPU, and gives the chain that they are. Errors: those of validate(), FileNotReadable,
// ScriptUnusable (not TorchScript, no children, children that do not make up the whole, that do not take or give one
// tensor with the samples first), LayerMismatch where a child fails with what the one before it gives (`where` names
// it), OutOfMemory. Limits the process's memory meanwhile.
Result<Model> describeScript(const DescribeRequest& request);

}
