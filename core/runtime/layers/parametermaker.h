// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/parameters.h"
#include "core/runtime/layers/layermodule.h"

#include <cstddef>
#include <vector>

namespace stagecraft {

// Makes the tensors of one layer in the order of parameterTensors(), so that sizes and sharing have one origin.
class ParameterMaker {
public:
    ParameterMaker(const LayerSpec& spec, torch::Device device, SharedTensors& shared,
                   std::vector<torch::Tensor>& parameters, std::vector<torch::Tensor>& buffers);

    // The next trainable tensor: normally distributed with the given deviation, or filled.
    torch::Tensor normal(double deviation);
    torch::Tensor filled(double value);
    // A buffer of one value per channel, or the int64 counter of batches.
    torch::Tensor statistic(std::int64_t channels, double value);
    torch::Tensor counter();

private:
    torch::Tensor next();

    std::vector<ParameterTensor> m_tensors;
    std::size_t m_next = 0;
    torch::TensorOptions m_options;
    SharedTensors& m_shared;
    std::vector<torch::Tensor>& m_parameters;
    std::vector<torch::Tensor>& m_buffers;
};

}
