// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/runoperator.h"

#include "core/runtime/layers/shortconvolution.h"

#include <torch/torch.h>

#include <cmath>
#include <limits>

namespace stagecraft {

namespace {

using torch::Tensor;

// Operands of the rule: [b, heads, s, width], rates and decays [b, heads, s], all in fp32.
struct DeltaInputs {
    Tensor query;
    Tensor key;
    Tensor value;
    Tensor rate;
    Tensor decay;
};

Tensor unitRows(const Tensor& rows)
{
    const Tensor inverse = torch::rsqrt((rows * rows).sum(-1, true) + 1e-6);
    return rows * inverse;
}

Tensor inChunks(const Tensor& rows)
{
    return rows.reshape({rows.size(0), rows.size(1), -1, deltaChunk, rows.size(3)});
}

DeltaInputs wide(const GatedDeltaRule& op, DeltaInputs in)
{
    if (op.key_heads != op.value_heads) {
        const std::int64_t times = op.value_heads / op.key_heads;
        in.query = in.query.repeat_interleave(times, 2);
        in.key = in.key.repeat_interleave(times, 2);
    }
    for (Tensor* tensor : {&in.query, &in.key, &in.value, &in.rate, &in.decay}) {
        *tensor = tensor->transpose(1, 2).to(torch::kFloat32, false, false, at::MemoryFormat::Contiguous);
    }
    in.query = unitRows(in.query);
    in.key = unitRows(in.key);
    in.query = in.query * asTensor(1.0 / std::sqrt(static_cast<double>(op.key_width)));
    return in;
}

// Decays each head's state and corrects it by its prediction error; within a chunk all corrections come from a
// triangular system. Returns [b, s, heads, value width].
Tensor deltaRule(const GatedDeltaRule& op, DeltaInputs in, torch::ScalarType type)
{
    const std::int64_t samples = in.key.size(0);
    const std::int64_t length = in.key.size(1);
    in = wide(op, std::move(in));
    const std::int64_t padding = (deltaChunk - length % deltaChunk) % deltaChunk;
    for (Tensor* tensor : {&in.query, &in.key, &in.value}) {
        *tensor = torch::constant_pad_nd(*tensor, {0, 0, 0, padding});
    }
    in.rate = torch::constant_pad_nd(in.rate, {0, padding});
    in.decay = torch::constant_pad_nd(in.decay, {0, padding});
    const Tensor value_steps = inChunks(in.value * in.rate.unsqueeze(-1));
    const Tensor key_steps = inChunks(in.key * in.rate.unsqueeze(-1));
    Tensor query = inChunks(in.query);
    Tensor key = inChunks(in.key);
    const Tensor above =
        torch::ones({deltaChunk, deltaChunk}, torch::TensorOptions().dtype(torch::kBool).device(query.device()))
            .triu(1);
    const Tensor decayed = in.decay.reshape({samples, op.value_heads, -1, deltaChunk}).cumsum(3);
    Tensor pairs = decayed.unsqueeze(4) - decayed.unsqueeze(3);
    pairs = pairs.masked_fill(above, -std::numeric_limits<double>::infinity());
    pairs = pairs.exp();
    const Tensor system = torch::matmul(key_steps, key.transpose(-1, -2)) * pairs;
    const Tensor scores = torch::matmul(query, key.transpose(-1, -2)) * pairs;
    const Tensor decayed_steps = key_steps * decayed.exp().unsqueeze(-1);
    const Tensor values = at::linalg_solve_triangular(system, value_steps, false, true, true);
    const Tensor reads = at::linalg_solve_triangular(system, decayed_steps, false, true, true);
    Tensor state = torch::zeros({samples, op.value_heads, op.key_width, op.value_width}, values.options());
    Tensor output = torch::zeros_like(values);
    query = query * decayed.exp().unsqueeze(-1);
    key = key * (decayed.slice(-1, -1) - decayed).exp().unsqueeze(-1);
    const Tensor of_chunk = decayed.select(-1, -1).exp().unsqueeze(-1).unsqueeze(-1);
    const std::int64_t chunks = (length + padding) / deltaChunk;
    for (std::int64_t i = 0; i < chunks; ++i) {
        const Tensor corrected = values.select(2, i) - torch::matmul(reads.select(2, i), state);
        const Tensor read = torch::matmul(query.select(2, i), state);
        output.select(2, i).copy_(read + torch::matmul(scores.select(2, i), corrected));
        state = state * of_chunk.select(2, i) + torch::matmul(key.select(2, i).transpose(-1, -2), corrected);
    }
    output = output.reshape({samples, op.value_heads, -1, op.value_width}).slice(2, 0, length);
    return output.transpose(1, 2).to(type, false, false, at::MemoryFormat::Contiguous);
}

// Normalizes each head's values and multiplies by the gate's activation.
Tensor gatedNorm(const Tensor& input, const Tensor& gate, const Tensor& weight, double epsilon)
{
    Tensor hidden = rmsNorm(input, weight, {epsilon, false, false});
    hidden = hidden * torch::silu(gate.to(torch::kFloat32));
    return hidden.to(input.scalar_type());
}

}

Tensor runGatedDeltaRule(const GatedDeltaRule& op, const OperatorRun& run)
{
    const std::int64_t samples = run.input().size(0);
    const std::int64_t length = run.input().size(1);
    const Tensor mixed = shortConvolution(run.input(), run.parameters[0]);
    const Tensor gate = run.input(1).reshape({samples, length, -1, op.value_width});
    const std::int64_t keys = op.key_heads * op.key_width;
    const auto parts = mixed.split_with_sizes({keys, keys, op.resultWidth()}, -1);
    DeltaInputs in;
    in.query = parts[0].reshape({samples, length, -1, op.key_width});
    in.key = parts[1].reshape({samples, length, -1, op.key_width});
    in.value = parts[2].reshape({samples, length, -1, op.value_width});
    in.rate = torch::sigmoid(run.input(2));
    in.decay = -run.parameters[2].to(torch::kFloat32).exp()
        * torch::softplus(run.input(3).to(torch::kFloat32) + run.parameters[1]);
    const torch::ScalarType type = in.query.scalar_type();
    const Tensor output = deltaRule(op, std::move(in), type).reshape({-1, op.value_width});
    const Tensor normed = gatedNorm(output, gate.reshape({-1, op.value_width}), run.parameters[3], op.norm_epsilon);
    return normed.reshape({samples, length, -1});
}

}
