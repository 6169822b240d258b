// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/runoperator.h"

#include <torch/torch.h>

namespace stagecraft {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

// All-gather along the tokens; reduce-scatter in backward.
struct Gather : Function<Gather> {
    static Tensor forward(AutogradContext* context, const Tensor& own, std::int64_t parts)
    {
        context->saved_data["parts"] = parts;
        return own.repeat({1, parts, 1});
    }
    static variable_list backward(AutogradContext* context, variable_list gradients)
    {
        const std::int64_t parts = context->saved_data["parts"].toInt();
        const Tensor& all = gradients.front();
        return {all.narrow(1, 0, all.size(1) / parts).clone(at::MemoryFormat::Contiguous), Tensor()};
    }
};

// Reduce-scatter along the tokens; all-gather in backward.
struct Scatter : Function<Scatter> {
    static Tensor forward(AutogradContext* context, const Tensor& all, std::int64_t parts)
    {
        context->saved_data["parts"] = parts;
        return all.narrow(1, 0, all.size(1) / parts).clone(at::MemoryFormat::Contiguous);
    }
    static variable_list backward(AutogradContext* context, variable_list gradients)
    {
        return {gradients.front().repeat({1, context->saved_data["parts"].toInt(), 1}), Tensor()};
    }
};

struct Exchange : Function<Exchange> {
    static Tensor forward(AutogradContext*, const Tensor& own) { return own.clone(); }
    static variable_list backward(AutogradContext*, variable_list gradients) { return {gradients.front().clone()}; }
};

// Loss of scores sharded over ranks by class (Shoeybi et al. 2019, section 3): ranks exchange only a maximum, the true
// class's score and a sum per row. Backward converts the saved shares to the gradient in place.
struct CrossEntropyShard : Function<CrossEntropyShard> {
    static Tensor forward(AutogradContext* context, const Tensor& scores, const Tensor& labels)
    {
        Tensor shares = scores.to(torch::kFloat32);
        const Tensor highest = std::get<0>(shares.max(-1, true));
        shares -= highest;
        const std::int64_t classes = shares.size(-1);
        const Tensor elsewhere = labels >= classes;
        Tensor own = labels.masked_fill(elsewhere, 0).view(-1);
        const Tensor rows = shares.view({-1, classes});
        const Tensor at = torch::arange(rows.size(0), own.options());
        Tensor predicted = rows.index({at, own}).clone().view_as(labels);
        predicted.masked_fill_(elsewhere, 0.0);
        torch::exp_out(shares, shares);
        const Tensor sums = shares.sum(-1);
        const Tensor loss = torch::log(sums) - predicted;
        shares.div_(sums.unsqueeze(-1));
        context->save_for_backward({shares, elsewhere, own});
        context->saved_data["type"] = static_cast<std::int64_t>(scores.scalar_type());
        return loss;
    }
    static variable_list backward(AutogradContext* context, variable_list gradients)
    {
        const auto saved = context->get_saved_variables();
        Tensor shares = saved[0];
        const Tensor rows = shares.view({-1, shares.size(-1)});
        const Tensor at = torch::arange(rows.size(0), saved[2].options());
        const Tensor here = saved[1].view(-1).logical_not().to(torch::kFloat32);
        rows.index_put_({at, saved[2]}, -here, true);
        shares.mul_(gradients.front().unsqueeze(-1));
        return {shares.to(static_cast<c10::ScalarType>(context->saved_data["type"].toInt())), Tensor()};
    }
};

}

Tensor embedShard(const Embedding& op, const Tensor& ids, const Tensor& table)
{
    const Tensor elsewhere = ids >= op.count;
    const Tensor rows = ids.masked_fill(elsewhere, 0);
    Tensor found = torch::embedding(table, rows);
    found.masked_fill_(elsewhere.unsqueeze(-1), 0.0);
    return found;
}

Tensor gatherTokens(const Tensor& own, std::int64_t parts)
{
    return Gather::apply(own, parts);
}

Tensor scatterTokens(const Tensor& all, std::int64_t parts)
{
    return Scatter::apply(all, parts);
}

Tensor exchanged(const Tensor& own)
{
    return Exchange::apply(own);
}

Tensor crossEntropyShard(const Tensor& scores, const Tensor& labels)
{
    return CrossEntropyShard::apply(scores, labels);
}

}
