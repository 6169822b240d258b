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

// Tensors shared by several layers of a chain, keyed by their names in parameterTensors().
using SharedTensors = std::map<std::string, torch::Tensor>;

struct LayerSetup {
    AttentionKind attention = AttentionKind::Sdpa;
    Precision precision = Precision::Fp32;
    torch::Device device = torch::kCPU;
};

// One layer with real tensors on a device. Its forward pass runs the operators of its program one by one, like the
// library that the model comes from (transformers, torchvision), so that autograd saves the same tensors. Not
// thread-safe.
class LayerModule {
public:
    // Initializes random weights on `device`. Takes tensors named in `shared` from there and adds new shared ones.
    // Throws libtorch's exceptions, such as out of memory.
    LayerModule(Program program, const LayerSetup& setup, SharedTensors& shared);
    LayerModule(const LayerModule&) = delete;
    LayerModule& operator=(const LayerModule&) = delete;
    virtual ~LayerModule() = default;

    // Returns the layer's outputs in the order of its program. `labels`: targets, for layers that read them. Throws
    // libtorch's exceptions. For autocast the caller needs a PrecisionScope.
    virtual std::vector<torch::Tensor> forward(std::vector<torch::Tensor> inputs, const torch::Tensor& labels,
                                               ChainContext& context);

    const LayerSpec& spec() const { return m_spec; }
    const LayerSetup& setup() const { return m_setup; }
    // In the order of parameterTensors(); trainable ones require gradients.
    const std::vector<torch::Tensor>& parameters() const { return m_parameters; }
    const std::vector<torch::Tensor>& buffers() const { return m_buffers; }
    bool learns() const;

protected:
    // For a layer without a program: the subclass fills in the tensors and overrides forward().
    LayerModule(LayerSpec spec, const LayerSetup& setup) : m_spec(std::move(spec)), m_setup(setup) {}

    std::vector<torch::Tensor> m_parameters;
    std::vector<torch::Tensor> m_buffers;

private:
    // Tensors of one statement, and the values whose last use it is.
    struct Part {
        std::vector<torch::Tensor> parameters;
        std::vector<torch::Tensor> buffers;
        std::vector<std::size_t> last_uses;
    };

    void makeTensors(SharedTensors& shared);
    void findLastUses();

    LayerSpec m_spec;
    Program m_program; // empty if the layer has no program
    LayerSetup m_setup;
    std::vector<Part> m_parts; // one per statement
};

// Returns every parameter once, even if several layers share it.
std::vector<torch::Tensor> distinctParameters(const std::vector<std::unique_ptr<LayerModule>>& layers);

// Builds a layer. Errors: OptionUnsupported for layer table rows, which have no operators; for TorchScript layers those
// of loadScript(). Throws like the constructor.
Result<std::unique_ptr<LayerModule>> buildLayer(const LayerSpec& spec, const LayerSetup& setup, SharedTensors& shared);

}
