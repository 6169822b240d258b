// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/layer.h"
#include "core/problem/problem.h"

#include <torch/types.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace stagecraft {

// Tensors that several layers of a chain hold, by the name that parameterTensors() gives them.
using SharedTensors = std::map<std::string, torch::Tensor>;

// One layer built for real: its tensors on a device and its forward pass. The operations are, one by one, those of the
// library that the model comes from (transformers, torchvision), so that autograd saves the same tensors. Not safe for
// several threads.
class LayerModule {
public:
    LayerModule() = default;
    LayerModule(const LayerModule&) = delete;
    LayerModule& operator=(const LayerModule&) = delete;
    virtual ~LayerModule() = default;

    // `labels`: ids of the right answers for layers that end in the loss; others ignore it. Throws what libtorch
    // throws.
    virtual torch::Tensor forward(const torch::Tensor& input, const torch::Tensor& labels) = 0;

    // Trainable tensors, in the order of parameterTensors().
    const std::vector<torch::Tensor>& parameters() const { return m_parameters; }
    const std::vector<torch::Tensor>& buffers() const { return m_buffers; }

protected:
    std::vector<torch::Tensor> m_parameters;
    std::vector<torch::Tensor> m_buffers;
};

// Builds a layer with random weights on `device`. Tensors named in `shared` are taken from there, new shared ones added
// to it. Errors: OptionUnsupported for layer table rows, which have no operations. Throws what libtorch throws, such as
// out of memory.
Result<std::unique_ptr<LayerModule>> buildLayer(const LayerSpec& spec, AttentionKind attention, torch::Device device,
                                                SharedTensors& shared);

}
