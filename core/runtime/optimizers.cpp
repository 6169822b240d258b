// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/optimizers.h"

#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/sgd.h>
#include <torch/torch.h>

#include <algorithm>
#include <iterator>

namespace stagecraft {

namespace {

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

ParameterUpdate::ParameterUpdate(OptimizerKind kind, Precision precision, const std::vector<torch::Tensor>& parameters)
{
    std::copy_if(parameters.begin(), parameters.end(), std::back_inserter(m_parameters),
                 [](const torch::Tensor& parameter) { return parameter.requires_grad(); });
    if (m_parameters.empty()) {
        return;
    }
    if (!hasMasterWeights(precision)) {
        m_optimizer = makeOptimizer(kind, m_parameters);
        return;
    }
    const torch::NoGradGuard without_graph;
    for (const torch::Tensor& parameter : m_parameters) {
        torch::Tensor copy = parameter.detach().to(torch::kFloat32).set_requires_grad(true);
        m_masters.push_back({parameter, copy, makeOptimizer(kind, {copy})});
    }
    if (lossScale(precision) != 1) {
        const auto options = torch::TensorOptions().dtype(torch::kFloat32).device(m_parameters.front().device());
        m_found_infinite = torch::zeros({1}, options);
        m_unscale = torch::full({1}, 1 / lossScale(precision), options);
    }
}

void ParameterUpdate::step()
{
    if (m_optimizer) {
        m_optimizer->step();
    }
    for (Master& master : m_masters) {
        step(master);
    }
}

void ParameterUpdate::step(Master& master)
{
    if (!master.parameter.grad().defined()) {
        return;
    }
    const torch::NoGradGuard without_graph;
    torch::Tensor gradient = master.parameter.grad().to(torch::kFloat32);
    if (m_unscale.defined()) {
        m_found_infinite.zero_();
        at::_amp_foreach_non_finite_check_and_unscale_({gradient}, m_found_infinite, m_unscale);
        if (m_found_infinite.item<float>() != 0) {
            return;
        }
    }
    master.copy.mutable_grad() = std::move(gradient);
    master.optimizer->step();
    master.copy.mutable_grad().reset();
    master.parameter.copy_(master.copy);
}

void ParameterUpdate::clearGradients()
{
    for (torch::Tensor& parameter : m_parameters) {
        parameter.mutable_grad().reset();
    }
}

double lossScale(Precision precision)
{
    constexpr double usual = 1024; // a typical value of a dynamic scale; higher ones overflow in fp16 at first
    return precision == Precision::Fp16 ? usual : 1;
}

}
