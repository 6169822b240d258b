// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/problem/problem.h"

#include <torch/optim/optimizer.h>

#include <memory>
#include <vector>

namespace stagecraft {

// Updates parameters with libtorch's optimizers. With master weights each parameter has an fp32 copy, which is updated
// with the gradient in fp32 and then rounded to the parameter, one parameter after the other, so that at most one
// gradient exists twice. fp16 gradients come from a loss scaled by lossScale(); a step is skipped if any of them is not
// finite. Not thread-safe.
class ParameterUpdate {
public:
    // `parameters`: leaf tensors; those that do not require gradients are not updated.
    ParameterUpdate(OptimizerKind kind, Precision precision, const std::vector<torch::Tensor>& parameters);

    void step();
    // Frees the gradients.
    void clearGradients();

private:
    struct Master {
        torch::Tensor parameter;
        torch::Tensor copy; // fp32
        std::unique_ptr<torch::optim::Optimizer> optimizer;
    };
    void step(Master& master);

    std::vector<torch::Tensor> m_parameters;
    std::unique_ptr<torch::optim::Optimizer> m_optimizer; // used without master weights
    std::vector<Master> m_masters;
    torch::Tensor m_found_infinite;
    torch::Tensor m_unscale;
};

// Returns the factor for the loss before its backward pass; 1 except for fp16.
double lossScale(Precision precision);

}
