// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <torch/script.h>

#include <optional>
#include <string>

namespace stagecraft {

// A TorchScript file in host memory. Tensors shared between modules of the original stay shared.
struct Script {
    torch::jit::Module module;
    std::string hash; // SHA-256 of the file
    std::string description; // content of scriptDescriptionFile; empty if the file has none
};

// Reads a file, which executes code from it: only for files that the user trusts. With `expected`, loads only a file
// with that hash. Errors: those of openFile(), ScriptUnusable (not TorchScript, truncated), ScriptChanged, OutOfMemory.
Result<Script> readScript(const std::string& path, const std::optional<std::string>& expected);

// Loads a file once per process for its many layers. Its allocations are not counted by any meter of this thread.
Result<torch::jit::Module> loadScript(const std::string& path, const std::string& hash);

// RAII scope in which this thread runs TorchScript operator by operator, like the Python it was made from: no fusion
// and no specialization from earlier runs, so that equal runs allocate equal bytes.
class EagerScripts {
public:
    EagerScripts();

private:
    torch::jit::GraphOptimizerEnabledGuard m_guard;
};

// True for a tensor of a file without weights, whose elements all share one number in memory.
bool isWeightless(const torch::Tensor& tensor);

// Moves tensors in place; converts floating-point ones.
void convert(torch::jit::Module& module, torch::ScalarType type, torch::Device device);

}
