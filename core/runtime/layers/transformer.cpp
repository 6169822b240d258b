// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/transformer.h"

#include "core/runtime/layers/parametermaker.h"

#include <ATen/ScalarOps.h>
#include <torch/torch.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace stagecraft {

namespace {

constexpr double initialDeviation = 0.02;
constexpr std::int64_t ignoredLabel = -100;

// Python turns a number into a tensor of its own, which the product then saves; so do we, to the byte.
torch::Tensor number(double value)
{
    return at::native::wrapped_scalar_tensor(value);
}

// One statement an operation: a temporary must die where Python's would, not at the end of a long expression.
torch::Tensor geluNew(const torch::Tensor& input)
{
    const torch::Tensor half = input * number(0.5);
    torch::Tensor inner = torch::pow(input, 3.0);
    inner = inner * number(0.044715);
    inner = input + inner;
    inner = inner * number(std::sqrt(2.0 / std::numbers::pi));
    inner = torch::tanh(inner);
    inner = inner + number(1.0);
    return half * inner;
}

// 0 where a token may look, the lowest float elsewhere: [micro-batch, 1, sequence, sequence].
torch::Tensor causalMask(const torch::Tensor& input)
{
    const std::int64_t sequence = input.size(1);
    const torch::Tensor at = torch::arange(sequence, input.options().dtype(torch::kInt64).requires_grad(false));
    const torch::Tensor allowed = at.view({1, 1, 1, sequence}) <= at.view({1, 1, sequence, 1});
    const torch::Tensor zero = torch::zeros({}, input.options().requires_grad(false));
    return torch::where(allowed.expand({input.size(0), -1, sequence, sequence}), zero,
                        std::numeric_limits<float>::lowest());
}

torch::Tensor eagerAttention(const torch::Tensor& query, const torch::Tensor& key, const torch::Tensor& value,
                             const torch::Tensor& mask, double scaling)
{
    torch::Tensor weights = torch::matmul(query, key.transpose(-1, -2));
    weights = weights * number(scaling);
    weights = weights + mask;
    weights = torch::softmax(weights, -1);
    return torch::matmul(weights, value).transpose(1, 2);
}

torch::Tensor fusedAttention(const torch::Tensor& query, const torch::Tensor& key, const torch::Tensor& value,
                             double scaling)
{
    const bool causal = query.size(2) > 1;
    const torch::Tensor output = torch::scaled_dot_product_attention(query, key, value, {}, 0.0, causal, scaling);
    return output.transpose(1, 2).contiguous();
}

NormWeights makeNorm(ParameterMaker& maker, double epsilon)
{
    NormWeights norm;
    norm.weight = maker.filled(1.0);
    norm.bias = maker.filled(0.0);
    norm.epsilon = epsilon;
    return norm;
}

LinearWeights makeLinear(ParameterMaker& maker)
{
    LinearWeights linear;
    linear.weight = maker.normal(initialDeviation);
    linear.bias = maker.filled(0.0);
    return linear;
}

}

torch::Tensor applyNorm(const torch::Tensor& input, const NormWeights& norm)
{
    return torch::layer_norm(input, norm.weight.sizes(), norm.weight, norm.bias, norm.epsilon);
}

torch::Tensor applyLinear(const torch::Tensor& input, const LinearWeights& linear)
{
    const torch::Tensor output = torch::addmm(linear.bias, input.view({-1, input.size(-1)}), linear.weight);
    std::vector<std::int64_t> shape = input.sizes().vec();
    shape.back() = linear.weight.size(1);
    return output.view(shape);
}

torch::Tensor applyActivation(const torch::Tensor& input, Activation activation)
{
    switch (activation) {
    case Activation::GeluNew:
        return geluNew(input);
    case Activation::Gelu:
        return torch::gelu(input);
    case Activation::Relu:
        return torch::relu(input);
    }
    return input;
}

TokenEmbeddingModule::TokenEmbeddingModule(const TokenEmbedding& spec, torch::Device device, SharedTensors& shared)
{
    ParameterMaker maker(spec, device, shared, m_parameters, m_buffers);
    m_token = maker.normal(initialDeviation);
    m_position = maker.normal(initialDeviation);
}

torch::Tensor TokenEmbeddingModule::forward(const torch::Tensor& input, const torch::Tensor&)
{
    const torch::Tensor tokens = torch::embedding(m_token, input);
    const torch::Tensor at = torch::arange(input.size(1), input.options()).unsqueeze(0);
    const torch::Tensor positions = torch::embedding(m_position, at);
    return tokens + positions;
}

TransformerBlockModule::TransformerBlockModule(const TransformerBlock& spec, AttentionKind attention,
                                               torch::Device device, SharedTensors& shared)
    : m_spec(spec), m_attention(attention)
{
    ParameterMaker maker(spec, device, shared, m_parameters, m_buffers);
    m_norm_1 = makeNorm(maker, spec.norm_epsilon);
    m_qkv = makeLinear(maker);
    m_projection = makeLinear(maker);
    m_norm_2 = makeNorm(maker, spec.norm_epsilon);
    m_up = makeLinear(maker);
    m_down = makeLinear(maker);
}

torch::Tensor TransformerBlockModule::attend(const torch::Tensor& input, const torch::Tensor& mask) const
{
    const std::int64_t width = m_spec.hidden / m_spec.heads;
    const auto split = applyLinear(input, m_qkv).split(m_spec.hidden, 2);
    const auto perHead = [&](const torch::Tensor& part) {
        return part.view({part.size(0), part.size(1), m_spec.heads, width}).transpose(1, 2);
    };
    const torch::Tensor query = perHead(split[0]);
    const torch::Tensor key = perHead(split[1]);
    const torch::Tensor value = perHead(split[2]);
    const double scaling = 1.0 / std::sqrt(static_cast<double>(width));
    torch::Tensor output =
        mask.defined() ? eagerAttention(query, key, value, mask, scaling) : fusedAttention(query, key, value, scaling);
    output = output.reshape({input.size(0), input.size(1), m_spec.hidden}).contiguous();
    return applyLinear(output, m_projection);
}

torch::Tensor TransformerBlockModule::forward(const torch::Tensor& input, const torch::Tensor&)
{
    // The library makes one mask for all blocks, which lives through the forward pass and is saved by none of them.
    const torch::Tensor mask = m_attention == AttentionKind::Eager ? causalMask(input) : torch::Tensor();
    torch::Tensor hidden = applyNorm(input, m_norm_1);
    const torch::Tensor attended =
        attend(hidden, mask); // a local variable of the library's block too: alive to its end
    const torch::Tensor residual = attended + input;
    hidden = applyNorm(residual, m_norm_2);
    hidden = applyLinear(hidden, m_up);
    hidden = applyActivation(hidden, m_spec.activation);
    hidden = applyLinear(hidden, m_down);
    return residual + hidden;
}

LanguageModelHeadModule::LanguageModelHeadModule(const LanguageModelHead& spec, torch::Device device,
                                                 SharedTensors& shared)
    : m_vocabulary(spec.vocabulary)
{
    ParameterMaker maker(spec, device, shared, m_parameters, m_buffers);
    m_norm = makeNorm(maker, spec.norm_epsilon);
    m_weight = maker.normal(initialDeviation);
}

torch::Tensor LanguageModelHeadModule::forward(const torch::Tensor& input, const torch::Tensor& labels)
{
    const torch::Tensor logits = torch::linear(applyNorm(input, m_norm), m_weight);
    const torch::Tensor padded = torch::constant_pad_nd(labels, {0, 1}, ignoredLabel);
    const torch::Tensor shifted = padded.slice(-1, 1).contiguous();
    return torch::cross_entropy_loss(logits.to(torch::kFloat32).view({-1, m_vocabulary}), shifted.view(-1), {},
                                     at::Reduction::Mean, ignoredLabel);
}

}
