// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/runoperator.h"

#include <torch/torch.h>

namespace stagecraft {

namespace {

using torch::Tensor;

struct Routing {
    Tensor weights; // [tokens, active]
    Tensor experts; // [tokens, active]
};

Routing route(const Experts& op, const Tensor& tokens, const Tensor& router)
{
    const Tensor logits = torch::linear(tokens, router);
    const Tensor shares = torch::softmax(logits, -1, torch::kFloat32);
    auto [weights, experts] = torch::topk(shares, op.active, -1);
    if (op.normalised) {
        weights /= weights.sum(-1, true);
    }
    return {weights.to(logits.scalar_type()), experts};
}

// Where each expert's rows end, once they are sorted.
Tensor sharesOf(const Experts& op, const Tensor& experts)
{
    const Tensor counts = torch::histc(experts.to(torch::kFloat32), op.count, 0, op.count - 1);
    return counts.cumsum(0, torch::kInt32);
}

// What other ranks send is not known: as many rows as this rank sends, the same for each expert.
Tensor equalShares(const Experts& op, const Tensor& order)
{
    const Tensor counted = torch::arange(1, op.count + 1, order.options()) * order.size(0);
    return counted.floor_divide(op.count).to(torch::kInt32);
}

}

// All experts in two grouped products over the tokens, sorted by expert: the bytes do not depend on who chose whom.
Tensor runExperts(const Experts& op, const OperatorRun& run)
{
    const Tensor& input = run.input();
    const Tensor tokens = input.reshape({-1, op.width});
    const Routing routing = route(op, tokens, run.parameters[0]);
    const auto [experts, order] = routing.experts.reshape(-1).sort();
    Tensor own = tokens.index({order.floor_divide(op.active)});
    const Tensor weights = routing.weights.reshape(-1).index({order});
    const std::int64_t step = 16 / own.element_size();
    TORCH_CHECK(op.width % step == 0 && op.intermediate % step == 0,
                "libtorch multiplies all experts at once only where their width and inner width are multiples of ",
                step, " in this precision; they are ", op.width, " and ", op.intermediate);
    const Tensor ends = op.ranks > 1 ? equalShares(op, order) : sharesOf(op, experts);
    if (op.ranks > 1) {
        own = exchanged(own);
    }
    Tensor hidden = at::_grouped_mm(own, run.parameters[1].transpose(-2, -1), ends);
    {
        const auto parts = hidden.chunk(2, -1);
        hidden = activate(parts[0], op.activation) * parts[1];
    }
    hidden = at::_grouped_mm(hidden, run.parameters[2].transpose(-2, -1), ends);
    if (op.ranks > 1) {
        hidden = exchanged(hidden);
    }
    hidden = hidden * weights.unsqueeze(-1);
    Tensor back = torch::empty_like(order);
    back.index_put_({order}, torch::arange(order.size(0), order.options()));
    hidden = hidden.index({back});
    return hidden.view({tokens.size(0), op.active, op.width}).sum(1).reshape(input.sizes());
}

}
