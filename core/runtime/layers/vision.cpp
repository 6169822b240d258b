// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/runoperator.h"

#include <torch/torch.h>

#include <cmath>

namespace stagecraft {

namespace {

using torch::Tensor;

std::int64_t rootOf(std::int64_t count)
{
    return static_cast<std::int64_t>(std::floor(std::sqrt(static_cast<double>(count))));
}

// Row and column of each patch of a square image as floating-point numbers: [patches] each.
struct Places {
    Tensor row;
    Tensor column;
};
Places placesOf(std::int64_t patches, const Tensor& like)
{
    const std::int64_t grid = rootOf(patches);
    const Tensor at = torch::arange(patches, torch::TensorOptions().dtype(torch::kFloat32).device(like.device()));
    const Tensor row = torch::floor(at / grid);
    return {row, at - row * grid};
}

// The two neighbors of each position in a table of `side` entries, and their weights: [patches, 2] each.
struct Neighbors {
    Tensor at;
    Tensor weight;
};
Neighbors neighborsOf(const Tensor& place, std::int64_t grid, std::int64_t side)
{
    const double step = static_cast<double>(side - 1) / static_cast<double>(std::max<std::int64_t>(grid - 1, 1));
    const Tensor exact = place * step;
    const Tensor before = torch::floor(exact);
    const Tensor share = exact - before;
    const Tensor at = torch::stack({before, before + 1.0}, -1).clamp(0, side - 1).to(torch::kInt64);
    return {at, torch::stack({1.0 - share, share}, -1)};
}

// Rotary angles of rows and columns, repeated for both halves of a head: [samples, patches, width].
Tensor imageAngles(const Attention& op, std::int64_t samples, std::int64_t patches, const Tensor& like)
{
    const std::int64_t width = op.head_width / 2;
    const auto options = torch::TensorOptions().dtype(torch::kFloat32).device(like.device());
    const Tensor exponents = torch::arange(0, width, 2, options) / static_cast<double>(width);
    const Tensor speeds = torch::pow(op.rotary_base, exponents).reciprocal();
    const Places places = placesOf(patches, like);
    const Tensor both = torch::cat({places.row.unsqueeze(-1) * speeds, places.column.unsqueeze(-1) * speeds}, -1);
    return torch::cat({both, both}, -1).repeat({samples, 1, 1});
}

// One table shared by all blocks of a chain.
RotaryTable imageTurns(const Attention& op, const OperatorRun& run, std::int64_t samples, std::int64_t patches)
{
    const torch::NoGradGuard without_graph;
    const std::string of = " of " + std::to_string(patches) + " patches by " + std::to_string(op.head_width);
    const Tensor& like = run.input();
    return {run.context.named("cosine" + of, samples, [&] { return imageAngles(op, samples, patches, like).cos(); }),
            run.context.named("sine" + of, samples, [&] { return imageAngles(op, samples, patches, like).sin(); })};
}

// `heads`: [samples, patches, heads, width].
Tensor turnedHalves(const Tensor& heads, const RotaryTable& table)
{
    const Tensor straight = heads * table.cosine.unsqueeze(-2);
    const std::int64_t half = heads.size(-1) / 2;
    const Tensor negated = -heads.slice(-1, half);
    Tensor across = torch::cat({negated, heads.slice(-1, 0, half)}, -1);
    across = across * table.sine.unsqueeze(-2);
    return straight + across;
}

// Batched product that saves its operands without copies. libtorch's saves copies of the heads of several samples,
// which are not contiguous; transformers needs none, as it processes one image at a time.
class PlainProduct : public torch::autograd::Function<PlainProduct> {
public:
    static Tensor forward(torch::autograd::AutogradContext* context, const Tensor& left, const Tensor& right)
    {
        context->save_for_backward({left, right});
        return torch::matmul(left, right);
    }
    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                   const torch::autograd::variable_list& gradients)
    {
        const auto saved = context->get_saved_variables();
        return {torch::matmul(gradients[0], saved[1].transpose(-1, -2)),
                torch::matmul(saved[0].transpose(-1, -2), gradients[0])};
    }
};

// Inputs: [samples, heads, patches, width] each; returns [samples, patches, heads, width].
Tensor attendAll(const Tensor& query, const Tensor& key, const Tensor& value, AttentionKind kind, double scaling)
{
    if (kind == AttentionKind::Eager) {
        Tensor weights = PlainProduct::apply(query, key.transpose(2, 3));
        weights = weights * asTensor(scaling);
        weights = torch::softmax(weights, -1, torch::kFloat32).to(query.scalar_type());
        return PlainProduct::apply(weights, value).transpose(1, 2).contiguous();
    }
    const Tensor output = torch::scaled_dot_product_attention(query, key, value, {}, 0.0, false, scaling);
    return output.transpose(1, 2).contiguous();
}

}

Tensor imagePatches(const ImagePatches& op, const OperatorRun& run)
{
    const std::int64_t samples = run.input().size(0);
    const Tensor& weight = run.parameters[0];
    const auto options = torch::TensorOptions().dtype(torch::kFloat32).device(weight.device());
    // Deterministic, so that recomputation gives the same values.
    const Tensor pixels = torch::linspace(-1, 1, samples * op.patches() * op.numbers(), options)
                              .view({-1, op.channels, op.frames, op.patch, op.patch});
    const std::vector<std::int64_t> stride {op.frames, op.patch, op.patch};
    const Tensor rows = torch::conv3d(pixels.to(weight.scalar_type()), weight, run.parameters[1], stride);
    return rows.view({samples, op.patches(), op.width});
}

Tensor gridPositions(const GridPositions& op, const OperatorRun& run)
{
    const Tensor& patches = run.input();
    const std::int64_t grid = rootOf(patches.size(1));
    const std::int64_t side = rootOf(op.count);
    Tensor at;
    Tensor weight;
    {
        const Places places = placesOf(patches.size(1), patches);
        const Neighbors rows = neighborsOf(places.row, grid, side);
        const Neighbors columns = neighborsOf(places.column, grid, side);
        const std::vector<std::int64_t> copies {patches.size(0), 1};
        at = (rows.at.unsqueeze(2) * side + columns.at.unsqueeze(1)).reshape({-1, 4}).repeat(copies);
        weight = (rows.weight.unsqueeze(2) * columns.weight.unsqueeze(1)).reshape({-1, 4}).repeat(copies);
    }
    Tensor positions = torch::embedding(run.parameters[0], at);
    positions = positions * weight.unsqueeze(-1);
    positions = positions.sum(1);
    return positions.to(patches.scalar_type()).view(patches.sizes());
}

Tensor placeFeatures(const PlaceFeatures& op, const OperatorRun& run)
{
    const Tensor& tokens = run.input();
    const std::int64_t samples = tokens.size(0);
    const std::int64_t count = run.input(1).size(1);
    // Features of all images, split by image and joined again as transformers does.
    Tensor features;
    {
        const std::vector<std::int64_t> each(static_cast<std::size_t>(samples), count);
        features = torch::cat(run.input(1).flatten(0, 1).split_with_sizes(each, 0), 0);
        features = features.to(tokens.scalar_type());
    }
    // Image tokens are assumed to come first in each sample; their position does not affect the cost.
    if (!op.added) {
        const Tensor mask = torch::zeros({samples, tokens.size(1), 1}, tokens.options().dtype(torch::kBool));
        mask.slice(1, 0, count).fill_(true);
        return tokens.masked_scatter(mask, features);
    }
    const auto ids = torch::TensorOptions().dtype(torch::kInt64).device(tokens.device());
    const Tensor sample = torch::arange(samples, ids).repeat_interleave(count, 0, samples * count);
    const Tensor place = torch::arange(count, ids).repeat(samples);
    Tensor result = tokens.clone();
    const Tensor sum = result.index({sample, place}) + features;
    result.index_put_({sample, place}, sum);
    return result;
}

// Transformers attends to one image after the other. Processing all at once allocates the same bytes in an order that
// does not depend on the number of samples. The copies from splitting and joining images are made here, too.
Tensor attendImages(const Attention& op, const OperatorRun& run)
{
    const Tensor& packed = run.input();
    const std::int64_t samples = packed.size(0);
    const std::int64_t patches = packed.size(1);
    const double scaling = 1.0 / std::sqrt(static_cast<double>(op.head_width));
    const auto parts = packed.reshape({samples, patches, 3, op.heads, -1}).permute({2, 0, 1, 3, 4}).unbind(0);
    Tensor query;
    Tensor key;
    {
        const RotaryTable table = imageTurns(op, run, samples, patches);
        const Tensor wide_query = parts[0].to(torch::kFloat32);
        const Tensor wide_key = parts[1].to(torch::kFloat32);
        query = turnedHalves(wide_query, table);
        key = turnedHalves(wide_key, table);
        query = query.to(packed.scalar_type());
        key = key.to(packed.scalar_type());
    }
    const auto split = [&](const Tensor& heads) { return heads.transpose(1, 2).split_with_sizes({patches}, 2)[0]; };
    const Tensor output = attendAll(split(query), split(key), split(parts[2]), run.attention, scaling);
    return torch::cat({output}, 1).reshape({samples, patches, op.resultWidth()}).contiguous();
}

}
