// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/measuring/describerequest.h"

namespace stagecraft {

// Loads a TorchScript file whose children run in sequence, runs them one by one on the CPU with two random samples
// (with one if they do not accept two), and returns the resulting chain. Errors: those of validate(), FileNotReadable,
// ScriptUnusable (not TorchScript, no children, children that do not compose the whole, or that do not map one tensor
// to one tensor with the sample dimension first), LayerMismatch if a child fails with the output of the previous one
// (`where` names it), OutOfMemory. Limits the process's memory meanwhile.
Result<Model> describeScript(const DescribeRequest& request);

}
