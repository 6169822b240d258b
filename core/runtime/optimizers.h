// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/problem/problem.h"

#include <torch/optim/optimizer.h>

#include <memory>
#include <vector>

namespace stagecraft {

// Updates parameters as libtorch's optimizers do. With master weights each parameter has an fp32 copy, which is updated
// by its gradient in fp32 and then rounded into the parameter, one parameter after the other, so that never more than
// one gradient exists twice. fp16 gradients come from a loss times lossScale(); a step with one that is not finite is
// left out. Not safe for several threads.
class ParameterUpdate {
public:
    // `parameters`: leaves; those that do not require gradients are left alone.
    ParameterUpdate(OptimizerKind kind, Precision precision, const std::vector<torch::Tensor>& parameters);

    void step();
    // Takes the gradients away.
    void clearGradients();

private:
    struct Master {
        torch::Tensor parameter;
        torch::Tensor copy; // fp32
        std::unique_ptr<torch::optim::Optimizer> optimizer;
    };
    void step(Master& master);

    std::vector<torch::Tensor> m_parameters;
    std::unique_ptr<torch::optim::Optimizer> m_optimizer; // without master weights
    std::vector<Master> m_masters;
    torch::Tensor m_found_infinite;
    torch::Tensor m_unscale;
};

// What the loss is multiplied with before its backward pass; 1 for all but fp16.
double lossScale(Precision precision);

}
