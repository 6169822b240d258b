// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/script.h>

#include <string>

namespace stagecraft {

// SHA-256 of all that makes the cost of a TorchScript module: the operators of its forward pass with those of all that
// it calls, its attributes, the shapes and number types of its tensors, but not their values. Names that TorchScript
// makes up to tell equal classes apart are left out. Throws what libtorch throws.
std::string codeHash(const torch::jit::Module& module);

}
