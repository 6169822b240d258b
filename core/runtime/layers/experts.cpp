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

}

// Expert by expert, each on the tokens that chose it; one that nobody chose does not run.
Tensor runExperts(const Experts& op, const OperatorRun& run)
{
    const Tensor& input = run.input();
    const Tensor tokens = input.reshape({-1, op.width});
    const Routing routing = route(op, tokens, run.parameters[0]);
    const Tensor& gate_up = run.parameters[1];
    const Tensor& down = run.parameters[2];
    Tensor sum = torch::zeros_like(tokens);
    for (std::int64_t expert = 0; expert < op.count; ++expert) {
        const auto chosen = torch::where(routing.experts == expert); // rows and places
        if (chosen[0].numel() == 0) {
            continue;
        }
        const Tensor own = tokens.index({chosen[0]});
        const auto parts = torch::linear(own, gate_up.select(0, expert)).chunk(2, -1);
        Tensor hidden = activate(parts[0], op.activation) * parts[1];
        hidden = torch::linear(hidden, down.select(0, expert));
        const Tensor weights = routing.weights.index({chosen[0], chosen[1]}).unsqueeze(-1);
        hidden = hidden * weights;
        sum.index_add_(0, chosen[0], hidden);
    }
    return sum.reshape(input.sizes());
}

}
