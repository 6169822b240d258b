// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/script.h>

#include <string>

namespace stagecraft {

// Returns the SHA-256 of everything that determines the cost of a TorchScript module: the operators of its forward pass
// and of all functions that it calls, its attributes, and the shapes and number types of its tensors, but not their
// values. Names that TorchScript generates to distinguish equal classes are excluded. Throws libtorch's exceptions.
std::string codeHash(const torch::jit::Module& module);

}
