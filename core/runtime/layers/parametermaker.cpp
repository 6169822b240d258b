// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/parametermaker.h"

#include <torch/torch.h>

namespace stagecraft {

ParameterMaker::ParameterMaker(const LayerSpec& spec, torch::Device device, SharedTensors& shared,
                               std::vector<torch::Tensor>& parameters, std::vector<torch::Tensor>& buffers)
    : m_tensors(parameterTensors(spec))
    , m_options(torch::TensorOptions().dtype(torch::kFloat32).device(device))
    , m_shared(shared)
    , m_parameters(parameters)
    , m_buffers(buffers)
{
}

torch::Tensor ParameterMaker::next()
{
    TORCH_CHECK(m_next < m_tensors.size(), "the layer asks for more parameters than its specification has");
    const ParameterTensor& wanted = m_tensors[m_next++];
    torch::Tensor tensor;
    if (const auto found = m_shared.find(wanted.shared); !wanted.shared.empty() && found != m_shared.end()) {
        TORCH_CHECK(found->second.sizes() == torch::IntArrayRef(wanted.shape), "layers share \"", wanted.shared,
                    "\" with different shapes");
        tensor = found->second;
    } else {
        tensor = torch::empty(wanted.shape, m_options).set_requires_grad(true);
        if (!wanted.shared.empty()) {
            m_shared.emplace(wanted.shared, tensor);
        }
    }
    m_parameters.push_back(tensor);
    return tensor;
}

torch::Tensor ParameterMaker::normal(double deviation)
{
    const torch::Tensor tensor = next();
    const torch::NoGradGuard withoutGraph;
    tensor.normal_(0.0, deviation);
    return tensor;
}

torch::Tensor ParameterMaker::filled(double value)
{
    const torch::Tensor tensor = next();
    const torch::NoGradGuard withoutGraph;
    tensor.fill_(value);
    return tensor;
}

torch::Tensor ParameterMaker::statistic(std::int64_t channels, double value)
{
    return m_buffers.emplace_back(torch::full({channels}, value, m_options));
}

torch::Tensor ParameterMaker::counter()
{
    return m_buffers.emplace_back(torch::zeros({}, m_options.dtype(torch::kInt64)));
}

}
