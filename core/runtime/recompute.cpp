// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/recompute.h"

#include "core/model/shapes.h"
#include "core/model/trainable.h"
#include "core/runtime/boundaries.h"
#include "core/runtime/recipe.h"

#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/saved_variable.h>
#include <torch/torch.h>

namespace stagecraft {

namespace {

namespace autograd = torch::autograd;

// Returns the layer's outputs without those that it only passes through.
std::vector<torch::Tensor> madeBy(const LayerModule& layer, const std::vector<torch::Tensor>& outputs)
{
    std::vector<torch::Tensor> made;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (!passes(layer.spec(), i)) {
            made.push_back(outputs[i]);
        }
    }
    return made;
}

class RecomputingNode final : public autograd::Node {
public:
    RecomputingNode(LayerModule& layer, const std::vector<torch::Tensor>& inputs, const torch::Tensor& labels,
                    ChainContext context)
        : m_layer(layer), m_labels(labels), m_context(std::move(context))
    {
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            // Inputs that are only passed through are not connected to this layer.
            const bool used = uses(layer.spec(), i);
            m_inputs.emplace_back(used ? inputs[i] : torch::Tensor(), false);
            const bool wanted = used && inputs[i].requires_grad();
            add_next_edge(wanted ? autograd::impl::gradient_edge(inputs[i]) : autograd::Edge());
        }
    }

private:
    autograd::variable_list apply(autograd::variable_list&& gradients) override
    {
        std::vector<torch::Tensor> inputs;
        for (autograd::SavedVariable& variable : m_inputs) {
            const torch::Tensor saved = variable.unpack(shared_from_this());
            inputs.push_back(saved.defined() ? saved.detach().set_requires_grad(saved.requires_grad()) : saved);
        }
        GraphEnd whole;
        {
            const at::AutoGradMode with_graph(true);
            const PrecisionScope scope(m_layer.setup().precision, m_layer.setup().device);
            // Dropout draws other random numbers than the first time: the size of a mask does not depend on them, and
            // the random state that torch's checkpointing saves is only a few KiB on the host.
            whole = graphEnd(madeBy(m_layer, m_layer.forward(inputs, m_labels, m_context)));
        }
        GraphEnd end;
        std::vector<torch::Tensor> given;
        for (std::size_t i = 0; i < whole.size(); ++i) {
            if (gradients[i].defined()) { // a later layer used this output
                end.push_back(std::move(whole[i]));
                given.push_back(std::move(gradients[i]));
            }
        }
        backwardHandingOver(end, std::move(given));
        autograd::variable_list results;
        for (const torch::Tensor& input : inputs) {
            results.push_back(input.defined() && input.requires_grad() ? input.grad() : torch::Tensor());
        }
        return results;
    }
    void release_variables() override
    {
        for (autograd::SavedVariable& variable : m_inputs) {
            variable.reset_data();
        }
        m_context = {};
    }

    LayerModule& m_layer;
    std::vector<autograd::SavedVariable> m_inputs;
    torch::Tensor m_labels;
    ChainContext m_context;
};

}

std::vector<torch::Tensor> recomputedForward(LayerModule& layer, const std::vector<torch::Tensor>& inputs,
                                             const torch::Tensor& labels, ChainContext& context)
{
    std::vector<torch::Tensor> outputs;
    {
        const torch::NoGradGuard without_graph;
        outputs = layer.forward(inputs, labels, context);
    }
    std::vector<bool> gradients;
    for (const torch::Tensor& input : inputs) {
        gradients.push_back(input.requires_grad());
    }
    const std::vector<bool> learning = learningOutputs(layer.spec(), gradients);
    std::shared_ptr<RecomputingNode> node;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (!learning[i] || passes(layer.spec(), i)) {
            continue;
        }
        node = node ? node : std::make_shared<RecomputingNode>(layer, inputs, labels, context);
        autograd::create_gradient_edge(outputs[i], node);
    }
    return outputs;
}

}
