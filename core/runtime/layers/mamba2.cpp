// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/runoperator.h"

#include "core/runtime/layers/shortconvolution.h"

#include <torch/torch.h>

#include <limits>

namespace stagecraft {

namespace {

using torch::Tensor;

constexpr double unbounded = std::numeric_limits<double>::infinity();
constexpr double leastStep = 0.001;

// The operator's parameters, in the order of parameterTensors().
struct MambaParameters {
    MambaParameters(const Mamba2& op, const std::vector<Tensor>& all) : convolution(all[0])
    {
        std::size_t next = 1;
        if (op.bias) {
            bias = all[next++];
        }
        step_bias = all[next];
        decay = all[next + 1];
        norm = all[next + 2];
        skip = all[next + 3];
    }

    Tensor convolution;
    Tensor bias;
    Tensor step_bias;
    Tensor decay;
    Tensor norm;
    Tensor skip;
};

// Operands of the scan: values [b, s, heads, head_width], rows and columns of the state [b, s, groups, state_width],
// steps [b, s, heads], decays [heads].
struct ScanInputs {
    Tensor value;
    Tensor row;
    Tensor column;
    Tensor step;
    Tensor decay;
};

// Returns the sum of the numbers between each pair of positions, and minus infinity for reversed pairs: [..., n, n].
Tensor sumsBetween(const Tensor& numbers)
{
    const std::int64_t length = numbers.size(-1);
    const Tensor ones =
        torch::ones({length, length}, torch::TensorOptions().dtype(torch::kBool).device(numbers.device()));
    std::vector<std::int64_t> shape = numbers.sizes().vec();
    shape.push_back(length);
    Tensor sums = numbers.unsqueeze(-1).expand(shape);
    sums = sums.masked_fill(ones.tril(-1).logical_not(), 0);
    sums = sums.cumsum(-2);
    return sums.masked_fill(ones.tril(0).logical_not(), -unbounded);
}

// Pads the tokens with zeros to whole chunks.
Tensor padded(const Tensor& tokens, std::int64_t padding)
{
    return tokens.dim() == 4 ? torch::constant_pad_nd(tokens, {0, 0, 0, 0, 0, padding})
                             : torch::constant_pad_nd(tokens, {0, 0, 0, padding});
}

Tensor inChunks(const Tensor& tokens, std::int64_t padding, std::int64_t chunk)
{
    const Tensor whole = padded(tokens, padding);
    std::vector<std::int64_t> shape = whole.sizes().vec();
    shape[1] = -1;
    shape.insert(shape.begin() + 2, chunk);
    return whole.reshape(shape);
}

// Computes in fp32, in chunks: values times steps, rows and columns repeated for each head, and decays times steps with
// the head dimension first.
void discretize(const Mamba2& op, ScanInputs& in, std::int64_t padding)
{
    const std::int64_t times = op.heads / op.groups;
    in.row = in.row.to(torch::kFloat32).repeat_interleave(times, 2, op.heads);
    in.column = in.column.to(torch::kFloat32).repeat_interleave(times, 2, op.heads);
    in.value = in.value * in.step.unsqueeze(-1).to(torch::kFloat32);
    in.decay = in.decay * in.step.to(torch::kFloat32);
    for (Tensor* tensor : {&in.value, &in.decay, &in.row, &in.column}) {
        *tensor = inChunks(*tensor, padding, op.chunk);
    }
    in.decay = in.decay.permute({0, 3, 1, 2});
}

// Returns the initial state of each chunk, accumulated from all chunks before it.
Tensor statesBefore(const ScanInputs& in, const Tensor& decayed)
{
    const Tensor remaining = torch::exp(decayed.slice(-1, -1) - decayed);
    const Tensor rows = in.row * remaining.permute({0, 2, 3, 1}).unsqueeze(-1);
    Tensor states = torch::einsum("bclhn,bclhp->bchpn", {rows, in.value});
    states = torch::cat({torch::zeros_like(states.slice(1, 0, 1)), states}, 1);
    const Tensor ends = torch::constant_pad_nd(decayed.select(-1, -1), {1, 0});
    const Tensor between = torch::exp(sumsBetween(ends)).transpose(1, 3);
    return torch::einsum("bzch,bzhpn->bchpn", {between, states}).slice(1, 0, -1);
}

// Dao and Gu 2024, section 6: interactions within a chunk are a masked product; earlier chunks contribute through the
// state.
Tensor scan(const Mamba2& op, ScanInputs in, const MambaParameters& weights)
{
    const std::int64_t samples = in.value.size(0);
    const std::int64_t length = in.value.size(1);
    const std::int64_t padding = (op.chunk - length % op.chunk) % op.chunk;
    in.step = torch::softplus(in.step + weights.step_bias);
    in.step = torch::clamp(in.step, leastStep, unbounded);
    in.value = in.value.to(torch::kFloat32);
    const Tensor skipped = weights.skip.unsqueeze(-1) * padded(in.value, padding);
    discretize(op, in, padding);
    const Tensor decayed = in.decay.cumsum(-1);
    const Tensor kept = torch::exp(sumsBetween(in.decay));
    const Tensor scores = torch::einsum("bclhn,bcshn->bclsh", {in.column, in.row});
    const Tensor within = torch::einsum("bclsh,bcshp->bclhp", {scores * kept.permute({0, 2, 3, 4, 1}), in.value});
    const Tensor states = statesBefore(in, decayed);
    const Tensor reached = torch::exp(decayed);
    const Tensor read = torch::einsum("bclhn,bchpn->bclhp", {in.column, states});
    const Tensor before = read * reached.permute({0, 2, 3, 1}).unsqueeze(-1);
    Tensor output = (within + before).contiguous().reshape({samples, -1, op.heads, op.head_width});
    output = output + skipped;
    return padding > 0 ? output.slice(1, 0, length) : output;
}

// Multiplies the values by the gate's activation and normalizes them per group of heads.
Tensor gatedNorm(const Mamba2& op, const Tensor& input, const Tensor& gate, const Tensor& weight)
{
    const Tensor gated = input.to(torch::kFloat32) * torch::silu(gate.to(torch::kFloat32));
    const Tensor groups = gated.view({input.size(0), input.size(1), op.groups, -1});
    const Tensor normed = rmsNorm(groups, {}, {op.norm_epsilon});
    return weight * normed.view(gated.sizes()).to(input.scalar_type());
}

}

Tensor runMamba2(const Mamba2& op, const OperatorRun& run)
{
    const std::int64_t samples = run.input().size(0);
    const std::int64_t length = run.input().size(1);
    const MambaParameters weights(op, run.parameters);
    const auto parts = run.input().split_with_sizes({op.resultWidth(), op.mixedWidth(), op.heads}, -1);
    ScanInputs in;
    in.decay = -torch::exp(weights.decay.to(torch::kFloat32));
    const Tensor mixed = shortConvolution(parts[1], weights.convolution, weights.bias);
    const std::int64_t state = op.groups * op.state_width;
    const auto of_scan = mixed.split_with_sizes({op.resultWidth(), state, state}, -1);
    in.value = of_scan[0].reshape({samples, length, op.heads, op.head_width});
    in.row = of_scan[1].reshape({samples, length, op.groups, op.state_width});
    in.column = of_scan[2].reshape({samples, length, op.groups, op.state_width});
    in.step = parts[2];
    const Tensor output = scan(op, std::move(in), weights).reshape({samples, length, -1});
    return gatedNorm(op, output, parts[0], weights.norm).to(weights.norm.scalar_type());
}

}
