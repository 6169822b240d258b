// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/optimizers.h"

#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/sgd.h>

namespace stagecraft {

std::unique_ptr<torch::optim::Optimizer> makeOptimizer(OptimizerKind kind, std::vector<torch::Tensor> parameters)
{
    constexpr double learningRate = 1e-4;
    namespace optim = torch::optim;
    switch (kind) {
    case OptimizerKind::Sgd:
        return std::make_unique<optim::SGD>(std::move(parameters), optim::SGDOptions(learningRate));
    case OptimizerKind::Momentum:
        return std::make_unique<optim::SGD>(std::move(parameters), optim::SGDOptions(learningRate).momentum(0.9));
    case OptimizerKind::Adam:
        return std::make_unique<optim::Adam>(std::move(parameters), optim::AdamOptions(learningRate));
    case OptimizerKind::AdamW:
        return std::make_unique<optim::AdamW>(std::move(parameters), optim::AdamWOptions(learningRate));
    }
    return nullptr;
}

}
