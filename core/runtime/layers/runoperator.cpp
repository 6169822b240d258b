// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/runoperator.h"

#include "core/runtime/failures.h"
#include "core/words/worker.h"

#include <ATen/ScalarOps.h>
#include <torch/torch.h>

#include <cmath>
#include <numbers>

namespace stagecraft {

namespace {

using torch::Tensor;
using Tensors = std::vector<Tensor>;

constexpr std::int64_t ignoredLabel = -100;

// Shifts labels to the right by one; the first one is a placeholder.
Tensor shiftedLabels(const Tensor& labels)
{
    Tensor shifted = torch::zeros_like(labels);
    const Tensor before = labels.slice(-1, 0, -1).clone();
    shifted.slice(-1, 1).copy_(before);
    shifted.masked_fill_(shifted == ignoredLabel, 0);
    return shifted;
}

// Like torchvision's stochastic depth by row.
Tensor dropSamples(const Tensor& input, double probability)
{
    std::vector<std::int64_t> shape(static_cast<std::size_t>(input.dim()), 1);
    shape.front() = input.size(0);
    const double kept = 1 - probability;
    Tensor noise = torch::empty(shape, input.options());
    noise.bernoulli_(kept);
    noise.div_(kept);
    return input * noise;
}

// Runs each kind of operator. One statement per operation: a temporary must be freed where Python would free it, not at
// the end of a long expression.
class Runner {
public:
    explicit Runner(const OperatorRun& run) : m_run(run) {}

    Tensors operator()(const Embedding& op) const
    {
        return {op.shards > 1 ? embedShard(op, in(), parameter(0)) : torch::embedding(parameter(0), in())};
    }
    Tensors operator()(const PositionEmbedding& op) const
    {
        const Tensor at = torch::arange(in().size(1), in().options());
        Tensor positions = at.unsqueeze(0);
        if (op.per_sample) {
            positions = positions.repeat({in().size(0), 1});
        }
        if (op.offset != 0) {
            positions = positions + op.offset;
        }
        return {torch::embedding(parameter(0), positions)};
    }
    Tensors operator()(const SegmentEmbedding&) const
    {
        const Tensor kinds = torch::zeros({1, in().size(1)}, in().options());
        return {torch::embedding(parameter(0), kinds.expand({in().size(0), in().size(1)}))};
    }
    Tensors operator()(const Linear& op) const
    {
        if (!op.transposed) {
            return {torch::linear(in(), parameter(0), op.bias ? parameter(1) : Tensor())};
        }
        const Tensor rows = in().view({-1, in().size(-1)});
        const Tensor output = op.bias ? torch::addmm(parameter(1), rows, parameter(0)) : torch::mm(rows, parameter(0));
        std::vector<std::int64_t> shape = in().sizes().vec();
        shape.back() = op.out;
        return {output.view(shape)};
    }
    Tensors operator()(const LayerNorm& op) const
    {
        return {torch::layer_norm(in(), {op.width}, op.affine ? parameter(0) : Tensor(),
                                  op.affine ? parameter(1) : Tensor(), op.epsilon)};
    }
    Tensors operator()(const RmsNorm& op) const
    {
        return {rmsNorm(in(), parameter(0), {op.epsilon, op.around_one, op.wide, op.powered})};
    }
    Tensors operator()(const Activate& op) const
    {
        if (!op.in_place) {
            return {activate(in(), op.kind)};
        }
        Tensor value = in();
        if (op.kind != Activation::Relu && op.kind != Activation::Silu) {
            throw WorkFailure(words::worker::no_activation);
        }
        return {op.kind == Activation::Relu ? value.relu_() : torch::silu_(value)};
    }
    Tensors operator()(const GatedActivation& op) const
    {
        const std::vector<Tensor> halves = in().chunk(2, -1);
        const Tensor gate = activate(halves[0], op.kind);
        return {gate * halves[1]};
    }
    Tensors operator()(const Dropout& op) const
    {
        if (op.per_sample) {
            return {dropSamples(in(), op.probability)};
        }
        if (op.per_channel) {
            return {torch::feature_dropout(in(), op.probability, true)};
        }
        if (!op.in_place) {
            return {torch::dropout(in(), op.probability, true)};
        }
        Tensor value = in();
        return {torch::dropout_(value, op.probability, true)};
    }
    Tensors operator()(const Add& op) const
    {
        if (!op.in_place) {
            return {in() + m_run.input(1)};
        }
        Tensor value = in();
        return {value += m_run.input(1)};
    }
    Tensors operator()(const Multiply&) const { return {in() * m_run.input(1)}; }
    Tensors operator()(const Concatenate& op) const
    {
        Tensors parts;
        for (std::size_t i = 0; i < static_cast<std::size_t>(op.count); ++i) {
            parts.push_back(m_run.input(i));
        }
        return {torch::cat(parts, 1)};
    }
    Tensors operator()(const Scale& op) const
    {
        if (!op.in_place) {
            return {in() * asTensor(op.factor)};
        }
        Tensor value = in();
        return {value *= asTensor(op.factor)};
    }
    Tensors operator()(const Split& op) const { return in().chunk(op.parts, -1); }
    Tensors operator()(const SplitWidths& op) const { return in().split_with_sizes({op.first, op.second}, -1); }
    Tensors operator()(const SplitDimension& op) const
    {
        return {in().reshape({in().size(0), in().size(1), op.parts, -1})};
    }
    Tensors operator()(const SelectPart&) const { return {in().select(2, 0)}; }
    Tensors operator()(const ImagePatches& op) const { return {imagePatches(op, m_run)}; }
    Tensors operator()(const GridPositions& op) const { return {gridPositions(op, m_run)}; }
    Tensors operator()(const MergePatches& op) const
    {
        return {in().reshape({in().size(0), in().size(1) / op.count, -1})};
    }
    Tensors operator()(const PlaceFeatures& op) const { return {placeFeatures(op, m_run)}; }
    Tensors operator()(const Attention& op) const
    {
        return op.per_image ? Tensors {attendImages(op, m_run)} : attend(op, m_run);
    }
    Tensors operator()(const Experts& op) const { return {runExperts(op, m_run)}; }
    Tensors operator()(const GatedDeltaRule& op) const { return {runGatedDeltaRule(op, m_run)}; }
    Tensors operator()(const Mamba2& op) const { return {runMamba2(op, m_run)}; }
    Tensors operator()(const DenseExperts& op) const { return {runDenseExperts(op, m_run)}; }
    Tensors operator()(const Convolution& op) const
    {
        return {torch::conv2d(in(), parameter(0), op.bias ? parameter(1) : Tensor(), op.stride,
                              {op.padding, op.paddingWidth()}, 1, op.groups)};
    }
    Tensors operator()(const BatchNorm& op) const
    {
        m_run.buffers[2].add_(1);
        return {torch::batch_norm(in(), parameter(0), parameter(1), m_run.buffers[0], m_run.buffers[1], true,
                                  op.momentum, op.epsilon, at::globalContext().userEnabledCuDNN())};
    }
    Tensors operator()(const MaxPool& op) const { return {torch::max_pool2d(in(), op.kernel, op.stride, op.padding)}; }
    Tensors operator()(const AveragePool& op) const
    {
        return {torch::avg_pool2d(in(), op.kernel, op.stride, op.padding, false, op.padding == 0)};
    }
    Tensors operator()(const AdaptivePool& op) const { return {torch::adaptive_avg_pool2d(in(), {op.side, op.side})}; }
    Tensors operator()(const Flatten&) const { return {torch::flatten(in(), 1)}; }
    Tensors operator()(const Patches&) const { return {in().flatten(2).transpose(1, 2)}; }
    Tensors operator()(const ClassToken&) const
    {
        const Tensor token = parameter(0).expand({in().size(0), -1, -1});
        return {torch::cat({token, in()}, 1)};
    }
    Tensors operator()(const LearnedOffset&) const { return {in() + parameter(0)}; }
    Tensors operator()(const FirstToken&) const { return {in().select(1, 0)}; }
    Tensors operator()(const GatherTokens& op) const { return {gatherTokens(in(), op.parts)}; }
    Tensors operator()(const ScatterTokens& op) const { return {scatterTokens(in(), op.parts)}; }
    Tensors operator()(const TargetIds&) const { return {shiftedLabels(m_run.labels)}; }
    Tensors operator()(const RelativeBias& op) const { return {relativeBias(op, in().size(1), parameter(0))}; }
    Tensors operator()(const ZeroBias& op) const
    {
        const auto options = torch::TensorOptions().dtype(in().scalar_type()).device(in().device());
        return {torch::zeros({1, op.heads, in().size(1), m_run.input(1).size(1)}, options)};
    }
    Tensors operator()(const InstanceNorm& op) const
    {
        return {
            torch::instance_norm(in(), {}, {}, {}, {}, true, 0.1, op.epsilon, at::globalContext().userEnabledCuDNN())};
    }
    Tensors operator()(const Upsample& op) const
    {
        const auto factor = static_cast<double>(op.factor);
        return {torch::upsample_nearest2d(in(), std::nullopt, std::vector {factor, factor})};
    }
    Tensors operator()(const ShiftImage&) const
    {
        const Tensor rest = in().slice(2, 1).slice(3, 1);
        return {torch::constant_pad_nd(rest, {0, 1, 0, 1})};
    }
    Tensors operator()(const BinaryCrossEntropy&) const
    {
        return {torch::binary_cross_entropy_with_logits(in(), m_run.labels)};
    }
    Tensors operator()(const CrossEntropy& op) const
    {
        if (op.shards > 1) {
            return {crossEntropyShard(in(), m_run.labels).mean()};
        }
        const Tensor rows = in().to(torch::kFloat32).view({-1, op.classes});
        if (!op.shifted) {
            return {torch::cross_entropy_loss(rows, m_run.labels.view(-1))};
        }
        const Tensor padded = torch::constant_pad_nd(m_run.labels, {0, 1}, ignoredLabel);
        const Tensor shifted = padded.slice(-1, 1).contiguous();
        return {torch::cross_entropy_loss(rows, shifted.view(-1), {}, at::Reduction::Mean, ignoredLabel)};
    }

private:
    const Tensor& in() const { return m_run.input(); }
    const Tensor& parameter(std::size_t index) const { return m_run.parameters[index]; }

    const OperatorRun& m_run;
};

Tensor geluNew(const Tensor& input)
{
    const Tensor half = input * asTensor(0.5);
    Tensor inner = torch::pow(input, 3.0);
    inner = inner * asTensor(0.044715);
    inner = input + inner;
    inner = inner * asTensor(std::sqrt(2.0 / std::numbers::pi));
    inner = torch::tanh(inner);
    inner = inner + asTensor(1.0);
    return half * inner;
}

Tensor geluFast(const Tensor& input)
{
    const Tensor half = input * asTensor(0.5);
    const Tensor scaled = input * asTensor(0.7978845608);
    Tensor inner = input * asTensor(0.044715);
    inner = inner * input;
    inner = inner + asTensor(1.0);
    inner = scaled * inner;
    inner = torch::tanh(inner);
    inner = inner + asTensor(1.0);
    return half * inner;
}

Tensor quickGelu(const Tensor& input)
{
    Tensor inner = input * asTensor(1.702);
    inner = torch::sigmoid(inner);
    return input * inner;
}

}

std::vector<Tensor> runOperator(const Operator& op, const OperatorRun& run)
{
    return std::visit(Runner(run), op);
}

std::vector<Tensor> makeBuffers(const Operator& op, const torch::TensorOptions& options)
{
    if (const auto* norm = std::get_if<BatchNorm>(&op)) {
        return {torch::zeros({norm->channels}, options), torch::ones({norm->channels}, options),
                torch::zeros({}, options.dtype(torch::kInt64))};
    }
    const auto* experts = std::get_if<Experts>(&op);
    if (experts != nullptr && experts->score == RouterScore::Sigmoid) {
        return {torch::zeros({experts->count * experts->ranks}, options.dtype(torch::kFloat32))};
    }
    return {};
}

Tensor activate(const Tensor& input, Activation kind)
{
    switch (kind) {
    case Activation::GeluNew:
        return geluNew(input);
    case Activation::GeluFast:
        return geluFast(input);
    case Activation::Gelu:
        return torch::gelu(input);
    case Activation::GeluTanh:
        return torch::gelu(input, "tanh");
    case Activation::QuickGelu:
        return quickGelu(input);
    case Activation::Relu:
        return torch::relu(input);
    case Activation::SquaredRelu:
        return torch::square(torch::relu(input));
    case Activation::LeakyRelu:
        return torch::leaky_relu(input);
    case Activation::Silu:
        return torch::silu(input);
    case Activation::Sigmoid:
        return torch::sigmoid(input);
    case Activation::Tanh:
        return torch::tanh(input);
    }
    return input;
}

Tensor rmsNorm(const Tensor& input, const Tensor& weight, const NormForm& form)
{
    const Tensor wide = input.to(torch::kFloat32);
    Tensor scale = torch::pow(wide, 2.0);
    scale = scale.mean({-1}, true);
    scale = scale + form.epsilon;
    scale = form.powered ? torch::pow(scale, -0.5) : torch::rsqrt(scale);
    const Tensor normed = wide * scale;
    if (form.around_one) {
        const Tensor around = weight.to(torch::kFloat32) + 1.0;
        return (normed * around).to(input.scalar_type());
    }
    if ((form.wide || form.powered) && weight.defined()) {
        return (weight.to(torch::kFloat32) * normed).to(input.scalar_type());
    }
    const Tensor narrow = normed.to(input.scalar_type());
    return weight.defined() ? weight * narrow : narrow;
}

Tensor asTensor(double value)
{
    return at::native::wrapped_scalar_tensor(value);
}

}
