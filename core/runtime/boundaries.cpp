// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/boundaries.h"

#include <torch/csrc/autograd/engine.h>
#include <torch/torch.h>

namespace stagecraft {

namespace {

namespace autograd = torch::autograd;

class GradientSink final : public autograd::Node {
    autograd::variable_list apply(autograd::variable_list&&) override { return {}; }
};

class GradientKeeper final : public autograd::Node {
public:
    explicit GradientKeeper(std::shared_ptr<torch::Tensor> gradient) : m_gradient(std::move(gradient)) {}

private:
    autograd::variable_list apply(autograd::variable_list&& gradients) override
    {
        *m_gradient = std::move(gradients.front());
        return {};
    }

    std::shared_ptr<torch::Tensor> m_gradient;
};

class GradientSource final : public autograd::Node {
public:
    explicit GradientSource(GraphEnd end) : m_end(std::move(end))
    {
        for (OutputEnd& output : m_end) {
            add_next_edge(std::move(output.edge));
        }
    }

private:
    autograd::variable_list apply(autograd::variable_list&&) override { return gradientsOf(m_end); }

    GraphEnd m_end;
};

class GradientHandOver final : public autograd::Node {
public:
    GradientHandOver(const GraphEnd& end, std::vector<torch::Tensor> gradients) : m_gradients(std::move(gradients))
    {
        for (const OutputEnd& output : end) {
            add_next_edge(output.edge);
        }
    }

private:
    autograd::variable_list apply(autograd::variable_list&&) override { return std::move(m_gradients); }

    std::vector<torch::Tensor> m_gradients;
};

}

torch::Tensor fromEarlierLayer(torch::Tensor input)
{
    autograd::create_gradient_edge(input, std::make_shared<GradientSink>());
    return input;
}

torch::Tensor fromFarLayer(torch::Tensor input, std::shared_ptr<torch::Tensor> gradient)
{
    autograd::create_gradient_edge(input, std::make_shared<GradientKeeper>(std::move(gradient)));
    return input;
}

GraphEnd graphEnd(const std::vector<torch::Tensor>& outputs)
{
    GraphEnd end;
    for (const torch::Tensor& output : outputs) {
        if (output.requires_grad()) {
            end.push_back(
                {autograd::impl::gradient_edge(output), output.sizes().vec(), output.options().requires_grad(false)});
        }
    }
    return end;
}

std::vector<torch::Tensor> gradientsOf(const GraphEnd& end)
{
    std::vector<torch::Tensor> gradients;
    for (const OutputEnd& output : end) {
        gradients.push_back(torch::ones(output.shape, output.options));
    }
    return gradients;
}

torch::Tensor laterLayers(const GraphEnd& end)
{
    torch::Tensor scalar = torch::zeros({}, end.front().options);
    autograd::create_gradient_edge(scalar, std::make_shared<GradientSource>(end));
    return scalar;
}

void backwardHandingOver(const GraphEnd& end, std::vector<torch::Tensor> gradients)
{
    torch::Tensor scalar = torch::zeros({}, end.front().options);
    autograd::create_gradient_edge(scalar, std::make_shared<GradientHandOver>(end, std::move(gradients)));
    scalar.backward();
}

void backwardFrom(const GraphEnd& end, const std::vector<torch::Tensor>& gradients)
{
    autograd::edge_list roots;
    for (const OutputEnd& output : end) {
        roots.push_back(output.edge);
    }
    autograd::Engine::get_default_engine().execute(roots, gradients, false, false, true, {});
}

}
