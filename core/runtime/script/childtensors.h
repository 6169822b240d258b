// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scriptedlayer.h"

#include <torch/script.h>

#include <map>
#include <string>
#include <vector>

namespace stagecraft {

struct ScriptChild {
    std::string name;
    torch::jit::Module module;
};

// Returns the children of a TorchScript file in order.
std::vector<ScriptChild> childrenOf(const torch::jit::Module& whole);

// Returns the names of tensors that several children share, "FIRST CHILD.PARAMETER", keyed by tensor.
std::map<const void*, std::string> sharedTensors(const std::vector<ScriptChild>& children);

// Fills in a child's code hash, parameters and buffers. Throws libtorch's exceptions.
void describeTensors(const ScriptChild& child, const std::map<const void*, std::string>& shared, ScriptedLayer& layer);

}
