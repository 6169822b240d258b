// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/layer.h"
#include "core/problem/problem.h"
#include "core/runtime/layers/chaincontext.h"

#include <torch/types.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace stagecraft {

// Tensors that several layers of a chain hold, by the name that parameterTensors() gives them.
using SharedTensors = std::map<std::string, torch::Tensor>;

struct LayerSetup {
    AttentionKind attention = AttentionKind::Sdpa;
    Precision precision = Precision::Fp32;
    torch::Device device = torch::kCPU;
};

// One layer built for real: its tensors on a device and its forward pass, which runs the operators of its program one
// by one as the library that the model comes from does (transformers, torchvision), so that autograd saves the same
// tensors. Not safe for several threads.
class LayerModule {
public:
    // Random weights on `device`. Tensors named in `shared` are taken from there, new shared ones added to it. Throws
    // what libtorch throws, such as out of memory.
    LayerModule(Program program, const LayerSetup& setup, SharedTensors& shared);
    LayerModule(const LayerModule&) = delete;
    LayerModule& operator=(const LayerModule&) = delete;
    virtual ~LayerModule() = default;

    // What the layer gives, in the order of its program. `labels`: the right answers, for layers that read them. Throws
    // what libtorch throws. Under autocast the caller has a PrecisionScope.
    virtual std::vector<torch::Tensor> forward(std::vector<torch::Tensor> inputs, const torch::Tensor& labels,
                                               ChainContext& context);

    const LayerSpec& spec() const { return m_spec; }
    const LayerSetup& setup() const { return m_setup; }
    // In the order of parameterTensors(); those that learn require gradients.
    const std::vector<torch::Tensor>& parameters() const { return m_parameters; }
    const std::vector<torch::Tensor>& buffers() const { return m_buffers; }
    bool learns() const;

protected:
    // For a layer that is no program: it fills in its tensors and has a forward pass of its own.
    LayerModule(LayerSpec spec, const LayerSetup& setup) : m_spec(std::move(spec)), m_setup(setup) {}

    std::vector<torch::Tensor> m_parameters;
    std::vector<torch::Tensor> m_buffers;

private:
    // The tensors of one statement, and the values that die with it.
    struct Part {
        std::vector<torch::Tensor> parameters;
        std::vector<torch::Tensor> buffers;
        std::vector<std::size_t> last_uses;
    };

    void makeTensors(SharedTensors& shared);
    void findLastUses();

    LayerSpec m_spec;
    Program m_program; // what it runs, if it is one
    LayerSetup m_setup;
    std::vector<Part> m_parts; // one a statement
};

// Every parameter once, though several layers may hold it.
std::vector<torch::Tensor> distinctParameters(const std::vector<std::unique_ptr<LayerModule>>& layers);

// Errors: OptionUnsupported for layer table rows, which have no operators; for TorchScript layers those of
// loadScript(). Throws as the constructor does.
Result<std::unique_ptr<LayerModule>> buildLayer(const LayerSpec& spec, const LayerSetup& setup, SharedTensors& shared);

}
