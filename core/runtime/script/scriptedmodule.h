// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/layers/layermodule.h"

#include <torch/script.h>

namespace stagecraft {

// A child of a TorchScript file, in training mode with the file's weights. Not thread-safe.
class ScriptedModule final : public LayerModule {
public:
    // Takes ownership of `child`. Takes parameters named in `shared` from there and adds new shared ones. Throws
    // libtorch's exceptions, such as out of memory.
    ScriptedModule(torch::jit::Module child, const ScriptedLayer& layer, const LayerSetup& setup,
                   SharedTensors& shared);

    std::vector<torch::Tensor> forward(std::vector<torch::Tensor> inputs, const torch::Tensor& labels,
                                       ChainContext& context) override;

private:
    torch::jit::Module m_child;
};

// Errors: those of loadScript(). Throws like the constructor.
Result<std::unique_ptr<LayerModule>> buildScripted(const ScriptedLayer& layer, const LayerSetup& setup,
                                                   SharedTensors& shared);

}
