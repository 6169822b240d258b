// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "testing.h"

#include "core/runtime/boundaries.h"
#include "core/runtime/layers/transformer.h"
#include "core/runtime/memorymeter.h"
#include "core/runtime/optimizers.h"

using namespace stagecraft;

namespace {

constexpr std::int64_t batch = 2;
constexpr std::int64_t sequence = 8;
constexpr std::int64_t hidden = 32;
constexpr std::int64_t tokens = batch * sequence;
constexpr std::int64_t activation = tokens * hidden * 4; // bytes of one [batch, sequence, hidden] tensor of floats

// Bytes that the graph of `run` keeps beside the input, and whether it keeps the input.
struct Kept {
    std::int64_t saved;
    bool input;
};

template <typename Run>
Kept keptBy(Run&& run)
{
    const auto meter = startMeter(DeviceKind::Cpu, 0);
    torch::Tensor input = fromEarlierLayer(torch::randn({batch, sequence, hidden}));
    const std::int64_t given = meter->alive().value;
    const GraphEnd end = graphEnd(run(input));
    const std::int64_t withInput = meter->alive().value;
    input.reset();
    const std::int64_t without = meter->alive().value;
    const bool keeps = without == withInput;
    return {without - (keeps ? given : 0), keeps};
}

NormWeights someNorm()
{
    return {torch::ones({hidden}).set_requires_grad(true), torch::zeros({hidden}).set_requires_grad(true), 1e-5};
}

LinearWeights someLinear(std::int64_t out)
{
    return {torch::randn({hidden, out}).set_requires_grad(true), torch::zeros({out}).set_requires_grad(true)};
}

}

TEST_CASE("the CPU meter counts each byte of a tensor from its making to its end")
{
    const auto meter = startMeter(DeviceKind::Cpu, 0);
    CHECK(meter->alive() == Bytes(0));
    torch::Tensor tensor = torch::empty({1000, 10});
    CHECK(meter->alive() == Bytes(40000));
    const PhaseBytes phase = meter->observe([&] { torch::Tensor(torch::empty({500}) + 1.0F).reset(); });
    CHECK(phase.change == Bytes(0));
    CHECK(phase.peak >= Bytes(4000));
    CHECK(phase.peak < Bytes(4100)); // two tensors of 500 floats and the number
    tensor.reset();
    CHECK(meter->alive() == Bytes(0));
    CHECK(meter->reservedPeak() >= Bytes(44000));
}

TEST_CASE("the CPU meter sees the parameters of a perceptron to the byte")
{
    const auto meter = startMeter(DeviceKind::Cpu, 0);
    torch::nn::Sequential net(torch::nn::Linear(1024, 4096), torch::nn::ReLU(), torch::nn::Linear(4096, 1024));
    CHECK(meter->alive() == Bytes((1024 * 4096 + 4096 + 4096 * 1024 + 1024) * 4));
}

TEST_CASE("gradients are as large as the parameters and Adam keeps two states of each")
{
    const auto meter = startMeter(DeviceKind::Cpu, 0);
    const LinearWeights linear = someLinear(48);
    const std::int64_t parameters = (hidden * 48 + 48) * 4;
    CHECK(meter->alive() == Bytes(parameters));
    const auto optimizer = makeOptimizer(OptimizerKind::Adam, {linear.weight, linear.bias});
    applyLinear(torch::randn({batch, sequence, hidden}), linear).sum().backward();
    CHECK(meter->alive() == Bytes(2 * parameters));
    optimizer->step();
    CHECK(meter->alive() == Bytes(4 * parameters));
    optimizer->zero_grad();
    CHECK(meter->alive() == Bytes(3 * parameters));
}

TEST_CASE("a linear layer saves its input and nothing else")
{
    const LinearWeights linear = someLinear(48);
    const Kept kept = keptBy([&](const torch::Tensor& input) { return applyLinear(input, linear); });
    CHECK(kept.input);
    CHECK(kept.saved == 0);
}

TEST_CASE("layer norm saves its input, and mean and deviation of each token")
{
    const NormWeights norm = someNorm();
    const Kept kept = keptBy([&](const torch::Tensor& input) { return applyNorm(input, norm); });
    CHECK(kept.input);
    CHECK(kept.saved == 2 * tokens * 4);
}

TEST_CASE("GELU in one operation saves its input only")
{
    const Kept kept = keptBy([](const torch::Tensor& input) { return applyActivation(input, Activation::Gelu); });
    CHECK(kept.input);
    CHECK(kept.saved == 0);
}

TEST_CASE("GELU written out saves three tensors more and three numbers")
{
    const Kept kept = keptBy([](const torch::Tensor& input) { return applyActivation(input, Activation::GeluNew); });
    CHECK(kept.input);
    CHECK(kept.saved == 3 * activation + 3 * 8); // half the input, the tangent, one plus the tangent
}

TEST_CASE("GELU written out is GELU by the tangent")
{
    const torch::Tensor input = torch::linspace(-4, 4, 101);
    CHECK(torch::allclose(applyActivation(input, Activation::GeluNew), torch::gelu(input, "tanh"), 1e-5, 1e-6));
}

TEST_CASE("ReLU saves its output and not its input")
{
    const Kept kept = keptBy([](const torch::Tensor& input) { return applyActivation(input, Activation::Relu); });
    CHECK_FALSE(kept.input);
    CHECK(kept.saved == activation);
}

TEST_CASE("attention saves what its kernel needs")
{
    constexpr std::int64_t heads = 4;
    constexpr std::int64_t scores = batch * heads * sequence * sequence * 4;
    const TransformerBlock spec {hidden, heads, 4 * hidden};
    SharedTensors shared;
    TransformerBlockModule block(spec, AttentionKind::Sdpa, torch::kCPU, shared);

    SUBCASE("fused: query, key, value, output, one number per token and head")
    {
        const Kept kept = keptBy([&](const torch::Tensor& input) { return block.attend(input, {}); });
        CHECK(kept.input);
        CHECK(kept.saved == 4 * activation + tokens * heads * 4);
    }
    SUBCASE("written out: copies of query, key and value, the weights, the merged output, the scale")
    {
        const torch::Tensor mask = torch::zeros({batch, 1, sequence, sequence});
        const Kept kept = keptBy([&](const torch::Tensor& input) { return block.attend(input, mask); });
        CHECK(kept.input);
        CHECK(kept.saved == 4 * activation + scores + 8);
    }
}
