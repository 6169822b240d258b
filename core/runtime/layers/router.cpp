// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/router.h"

#include <torch/torch.h>

#include <cmath>
#include <limits>

namespace stagecraft {

namespace {

using torch::Tensor;

Tensor logitsOf(const Experts& op, const Tensor& tokens, const std::vector<Tensor>& parameters)
{
    if (op.wide_router) {
        return torch::linear(tokens.to(torch::kFloat32), parameters[0].to(torch::kFloat32));
    }
    return torch::linear(tokens, parameters[0], op.biased ? parameters[1] : Tensor());
}

Routing bySoftmax(const Experts& op, const Tensor& logits, const std::vector<Tensor>& parameters)
{
    const Tensor shares = torch::softmax(logits, -1, torch::kFloat32);
    auto [weights, experts] = torch::topk(shares, op.active, -1);
    if (op.normalised) {
        weights /= weights.sum(-1, true);
    }
    if (op.normed_router) {
        return {weights * parameters.back().index({experts}), experts};
    }
    return {weights.to(logits.scalar_type()), experts};
}

// Returns the router's input: the tokens, or their norm times a learned scale (Gemma 4).
Tensor lookedAt(const Experts& op, const Tensor& tokens, const std::vector<Tensor>& parameters)
{
    if (!op.normed_router) {
        return tokens;
    }
    const Tensor normed = rmsNorm(tokens, {}, {op.norm_epsilon, false, false, true});
    const Tensor scaled = normed * parameters[parameters.size() - 2];
    return scaled * asTensor(1 / std::sqrt(static_cast<double>(op.routerWidth())));
}

Routing byChosenSoftmax(const Experts& op, const Tensor& logits)
{
    const auto [highest, experts] = torch::topk(logits, op.active, -1);
    return {torch::softmax(highest, 1, logits.scalar_type()), experts};
}

// Masks the scores of experts outside the best groups, ranked by the sum of their two highest scores (DeepSeek-AI
// 2024).
Tensor inBestGroups(const Experts& op, const Tensor& scores)
{
    const std::int64_t all = op.count * op.ranks;
    const std::int64_t each = all / op.groups;
    const Tensor of_groups = std::get<0>(scores.view({-1, op.groups, each}).topk(2, -1)).sum(-1);
    const Tensor best = std::get<1>(torch::topk(of_groups, op.active_groups, -1, true, false));
    Tensor chosen = torch::zeros_like(of_groups);
    chosen.scatter_(1, best, 1);
    const Tensor mask = chosen.unsqueeze(-1).expand({-1, op.groups, each}).reshape({-1, all});
    return scores.masked_fill(mask.to(torch::kBool).logical_not(), -std::numeric_limits<double>::infinity());
}

Routing bySigmoid(const Experts& op, const Tensor& logits, const Tensor& correction)
{
    const Tensor scores = torch::sigmoid(logits.to(torch::kFloat32));
    Tensor corrected = scores + correction;
    if (op.groups > 0) {
        corrected = inBestGroups(op, corrected);
    }
    const Tensor experts = std::get<1>(torch::topk(corrected, op.active, -1, true, false));
    Tensor weights = scores.gather(1, experts);
    if (op.normalised) {
        weights /= weights.sum(-1, true) + 1e-20;
    }
    if (op.scaling != 0) {
        weights = weights * asTensor(op.scaling);
    }
    return {weights, experts};
}

}

Routing route(const Experts& op, const Tensor& tokens, const OperatorRun& run)
{
    const Tensor logits = logitsOf(op, lookedAt(op, tokens, run.parameters), run.parameters);
    switch (op.score) {
    case RouterScore::Sigmoid:
        return bySigmoid(op, logits, run.buffers[0]);
    case RouterScore::ChosenSoftmax:
        return byChosenSoftmax(op, logits);
    case RouterScore::Softmax:
        break;
    }
    return bySoftmax(op, logits, run.parameters);
}

Tensor scoresOfChosen(const DenseExperts& op, const Tensor& tokens, const Tensor& router)
{
    const Tensor logits = torch::linear(tokens, router);
    const auto [highest, experts] = torch::topk(logits, op.active, 1);
    Tensor scores = torch::full_like(logits, -std::numeric_limits<double>::infinity());
    scores.scatter_(1, experts, highest);
    return torch::sigmoid(scores.to(torch::kFloat32)).to(logits.scalar_type());
}

}
