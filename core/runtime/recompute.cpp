// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/recompute.h"

#include "core/runtime/boundaries.h"
#include "core/runtime/recipe.h"

#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/saved_variable.h>
#include <torch/torch.h>

namespace stagecraft {

namespace {

namespace autograd = torch::autograd;

class Recomputation final : public autograd::Node {
public:
    Recomputation(LayerModule& layer, const torch::Tensor& input, const torch::Tensor& labels, ChainContext context)
        : m_layer(layer), m_input(input, false), m_labels(labels), m_context(std::move(context))
    {
        add_next_edge(input.requires_grad() ? autograd::impl::gradient_edge(input) : autograd::Edge());
    }

private:
    autograd::variable_list apply(autograd::variable_list&& gradients) override
    {
        torch::Tensor gradient = std::move(gradients.front());
        const torch::Tensor saved = m_input.unpack(shared_from_this());
        const bool wanted = saved.requires_grad();
        torch::Tensor input = saved.detach();
        input.set_requires_grad(wanted);
        GraphEnd end;
        {
            const at::AutoGradMode with_graph(true);
            const PrecisionScope scope(m_layer.setup().precision, input.device());
            end = graphEnd(m_layer.forward(input, m_labels, m_context));
        }
        backwardHandingOver(end, std::move(gradient));
        return {wanted ? input.grad() : torch::Tensor()};
    }
    void release_variables() override
    {
        m_input.reset_data();
        m_context = {};
    }

    LayerModule& m_layer;
    autograd::SavedVariable m_input;
    torch::Tensor m_labels;
    ChainContext m_context;
};

}

torch::Tensor recomputedForward(LayerModule& layer, const torch::Tensor& input, const torch::Tensor& labels,
                                ChainContext& context)
{
    torch::Tensor output;
    {
        const torch::NoGradGuard without_graph;
        output = layer.forward(input, labels, context);
    }
    if (input.requires_grad() || layer.learns()) {
        autograd::create_gradient_edge(output, std::make_shared<Recomputation>(layer, input, labels, context));
    }
    return output;
}

}
