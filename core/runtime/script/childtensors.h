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

// The children of a TorchScript file, in order.
std::vector<ScriptChild> childrenOf(const torch::jit::Module& whole);

// Names of the tensors that several children have: "FIRST CHILD.PARAMETER", by tensor.
std::map<const void*, std::string> sharedTensors(const std::vector<ScriptChild>& children);

// Fills in what a child has besides its shapes: code, parameters, buffers. Throws what libtorch throws.
void describeTensors(const ScriptChild& child, const std::map<const void*, std::string>& shared, ScriptedLayer& layer);

}
