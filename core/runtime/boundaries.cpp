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

class GradientSource final : public autograd::Node {
public:
    explicit GradientSource(const GraphEnd& end) : m_shape(end.shape), m_options(end.options)
    {
        add_next_edge(end.edge);
    }

private:
    autograd::variable_list apply(autograd::variable_list&&) override { return {torch::ones(m_shape, m_options)}; }

    std::vector<std::int64_t> m_shape;
    torch::TensorOptions m_options;
};

class GradientHandOver final : public autograd::Node {
public:
    GradientHandOver(const GraphEnd& end, torch::Tensor gradient) : m_gradient(std::move(gradient))
    {
        add_next_edge(end.edge);
    }

private:
    autograd::variable_list apply(autograd::variable_list&&) override { return {std::move(m_gradient)}; }

    torch::Tensor m_gradient;
};

}

torch::Tensor fromEarlierLayer(torch::Tensor input)
{
    autograd::create_gradient_edge(input, std::make_shared<GradientSink>());
    return input;
}

GraphEnd graphEnd(const torch::Tensor& output)
{
    return {autograd::impl::gradient_edge(output), output.sizes().vec(), output.options().requires_grad(false)};
}

torch::Tensor laterLayers(const GraphEnd& end)
{
    torch::Tensor scalar = torch::zeros({}, end.options);
    autograd::create_gradient_edge(scalar, std::make_shared<GradientSource>(end));
    return scalar;
}

void backwardHandingOver(const GraphEnd& end, torch::Tensor gradient)
{
    torch::Tensor scalar = torch::zeros({}, end.options);
    autograd::create_gradient_edge(scalar, std::make_shared<GradientHandOver>(end, std::move(gradient)));
    scalar.backward();
}

void backwardFrom(const GraphEnd& end, const torch::Tensor& gradient)
{
    autograd::Engine::get_default_engine().execute({end.edge}, {gradient}, false, false, true, {});
}

}
