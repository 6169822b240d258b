// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/failures.h"
#include "core/runtime/layers/router.h"
#include "core/words/worker.h"

#include <torch/torch.h>

namespace stagecraft {

namespace {

using torch::Tensor;

// Returns the end of each expert's range of sorted rows.
Tensor sharesOf(const Experts& op, const Tensor& experts)
{
    const Tensor counts = torch::histc(experts.to(torch::kFloat32), op.count, 0, op.count - 1);
    return counts.cumsum(0, torch::kInt32);
}

// Returns equal ranges: the rows from other ranks are unknown, so assume as many as this rank sends, evenly
// distributed.
Tensor equalShares(const Experts& op, const Tensor& order)
{
    const Tensor counted = torch::arange(1, op.count + 1, order.options()) * order.size(0);
    return counted.floor_divide(op.count).to(torch::kInt32);
}

// Clamped SwiGLU of gpt-oss.
Tensor clampedPairs(const Tensor& both)
{
    constexpr double limit = 7;
    constexpr double steepness = 1.702;
    const Tensor gate = both.slice(-1, 0, std::nullopt, 2).clamp(std::nullopt, limit);
    const Tensor up = both.slice(-1, 1, std::nullopt, 2).clamp(-limit, limit);
    Tensor share = gate * asTensor(steepness);
    share = torch::sigmoid(share);
    share = gate * share;
    return (up + 1) * share;
}

Tensor between(const Experts& op, const Tensor& hidden)
{
    switch (op.gate) {
    case ExpertGate::ClampedPairs:
        return clampedPairs(hidden);
    case ExpertGate::None:
        return activate(hidden, op.activation);
    case ExpertGate::Halves:
        break;
    }
    const auto parts = hidden.chunk(2, -1);
    return activate(parts[0], op.activation) * parts[1];
}

// Multiplies every row by its expert's weight. `bias`: one row per row of the input, or undefined.
Tensor grouped(const Experts& op, const Tensor& rows, const Tensor& weight, const Tensor& bias, const Tensor& ends)
{
    const Tensor own = rows.to(weight.scalar_type()); // autocast does not convert this product's operands
    Tensor product = at::_grouped_mm(own, op.transposed ? weight : weight.transpose(-2, -1), ends);
    return bias.defined() ? product.add_(bias) : product;
}

// The operator's parameters; some may be undefined.
struct ExpertParameters {
    explicit ExpertParameters(const Experts& op, const std::vector<Tensor>& all)
        : first(all[op.biased ? 2 : 1]), last(all[op.biased ? 4 : 2])
    {
        if (op.biased) {
            first_bias = all[3];
            last_bias = all[5];
        }
    }

    Tensor first;
    Tensor first_bias;
    Tensor last;
    Tensor last_bias;
};

}

// Runs all experts in two grouped products over the tokens, sorted by expert, so that the bytes do not depend on the
// routing.
Tensor runExperts(const Experts& op, const OperatorRun& run)
{
    const Tensor& input = run.input();
    const ExpertParameters weights(op, run.parameters);
    const Tensor tokens = input.reshape({-1, op.width});
    const Routing routing = route(op, op.router_width > 0 ? run.input(1).reshape({-1, op.router_width}) : tokens, run);
    const auto [experts, order] = routing.experts.reshape(-1).sort();
    Tensor own = tokens.index({order.floor_divide(op.active)});
    const Tensor shares = routing.weights.reshape(-1).index({order});
    const std::int64_t step = 16 / own.element_size();
    if (op.width % step != 0 || op.intermediate % step != 0) {
        throw WorkFailure(say(words::worker::experts_width, step, op.width, op.intermediate));
    }
    const Tensor ends = op.ranks > 1 ? equalShares(op, order) : sharesOf(op, experts);
    if (op.ranks > 1) {
        own = exchanged(own);
    }
    // Each row gets its expert's bias; for other ranks' rows the experts are unknown.
    const Tensor whose = op.ranks > 1 ? experts.remainder(op.count) : experts;
    Tensor bias = op.biased ? weights.first_bias.index({whose}) : Tensor();
    Tensor hidden = grouped(op, own, weights.first, bias, ends);
    hidden = between(op, hidden);
    bias = op.biased ? weights.last_bias.index({whose}) : Tensor();
    hidden = grouped(op, hidden, weights.last, bias, ends);
    if (op.ranks > 1) {
        hidden = exchanged(hidden);
    }
    hidden = hidden * shares.unsqueeze(-1);
    Tensor back = torch::empty_like(order);
    back.index_put_({order}, torch::arange(order.size(0), order.options()));
    hidden = hidden.index({back});
    return hidden.view({tokens.size(0), op.active, op.width}).sum(1).to(input.scalar_type()).reshape(input.sizes());
}

// Every expert processes every token, scaled by its score, in two batched products.
Tensor runDenseExperts(const DenseExperts& op, const OperatorRun& run)
{
    const Tensor& input = run.input();
    const Tensor tokens = input.reshape({-1, op.width});
    const Tensor scores = scoresOfChosen(op, tokens, run.parameters[0]);
    Tensor routed = tokens.repeat({op.count, 1});
    routed = routed * scores.transpose(0, 1).reshape({-1, 1});
    Tensor results;
    {
        const Tensor rows = routed.view({op.count, -1, op.width});
        const Tensor both = torch::bmm(rows, run.parameters[1]);
        const auto parts = both.chunk(2, -1);
        results = torch::bmm(parts[1] * activate(parts[0], op.activation), run.parameters[2]);
    }
    return results.sum(0).reshape(input.sizes());
}

}
