// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <torch/script.h>

#include <optional>
#include <string>

namespace stagecraft {

// A TorchScript file in the memory of the host. Tensors that the original's modules share are one and the same.
struct Script {
    torch::jit::Module module;
    std::string hash; // SHA-256 of the file
    std::string description; // the text of scriptDescriptionFile; empty: it has none
};

// Reads a file, which runs code from it: only for files that the user trusts. With `expected`, only one of that hash is
// loaded. Errors: those of openFile(), ScriptUnusable (not TorchScript, cut off), ScriptChanged, OutOfMemory.
Result<Script> readScript(const std::string& path, const std::optional<std::string>& expected);

// The same for the many layers of one file: a process reads it once. What it allocates is in no meter of this thread.
Result<torch::jit::Module> loadScript(const std::string& path, const std::string& hash);

// While it lives, this thread runs TorchScript operator by operator, as the Python it was made from: nothing is fused
// or specialised to what earlier runs were given, so that equal runs allocate equal bytes.
class EagerScripts {
public:
    EagerScripts();

private:
    torch::jit::GraphOptimizerEnabledGuard m_guard;
};

// True for a tensor of a file without weights: all its numbers are one in memory.
bool isWeightless(const torch::Tensor& tensor);

// Moves tensors in place; those of floating point are converted.
void convert(torch::jit::Module& module, torch::ScalarType type, torch::Device device);

}
