// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "testing.h"

#include "core/runtime/boundaries.h"
#include "core/runtime/layers/layermodule.h"
#include "core/runtime/layers/runoperator.h"
#include "core/runtime/memorymeter.h"
#include "core/runtime/optimizers.h"

using namespace stagecraft;

namespace {

constexpr std::int64_t batch = 2;
constexpr std::int64_t sequence = 8;
constexpr std::int64_t hidden = 32;
constexpr std::int64_t tokens = batch * sequence;
constexpr std::int64_t activation = tokens * hidden * 4; // bytes of one [batch, sequence, hidden] tensor of floats

// Bytes that the graph of `run` saves in addition to the input, and whether it saves the input.
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

// Makes a layer of one operator.
LayerModule layerOf(const Operator& op, AttentionKind attention = AttentionKind::Sdpa)
{
    ProgramBuilder builder("one operator", Feed::Hidden);
    builder.add("only", op, std::vector<int>(static_cast<std::size_t>(inputCount(op)), ProgramBuilder::input));
    SharedTensors shared;
    return {builder.finish(), {attention}, shared};
}

Kept keptByOperator(const Operator& op, AttentionKind attention = AttentionKind::Sdpa)
{
    LayerModule layer = layerOf(op, attention);
    ChainContext context;
    return keptBy([&](const torch::Tensor& input) { return layer.forward({input}, {}, context); });
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
    LayerModule linear = layerOf(Linear {hidden, 48});
    const std::int64_t parameters = (hidden * 48 + 48) * 4;
    CHECK(meter->alive() == Bytes(parameters));
    ParameterUpdate update(OptimizerKind::Adam, Precision::Fp32, linear.parameters());
    ChainContext context;
    linear.forward({torch::randn({batch, sequence, hidden})}, {}, context).front().sum().backward();
    CHECK(meter->alive() == Bytes(2 * parameters));
    update.step();
    CHECK(meter->alive() == Bytes(4 * parameters));
    update.clearGradients();
    CHECK(meter->alive() == Bytes(3 * parameters));
}

TEST_CASE("a linear layer saves its input and nothing else")
{
    for (const bool transposed : {false, true}) {
        const Kept kept = keptByOperator(Linear {hidden, 48, true, transposed});
        CHECK(kept.input);
        CHECK(kept.saved == 0);
    }
}

TEST_CASE("layer norm saves its input, and mean and deviation of each token")
{
    const Kept kept = keptByOperator(LayerNorm {hidden});
    CHECK(kept.input);
    CHECK(kept.saved == 2 * tokens * 4);
}

TEST_CASE("the root mean square norm saves its input, the inverse root of each token, and what it normed")
{
    const Kept kept = keptByOperator(RmsNorm {hidden});
    CHECK(kept.input);
    CHECK(kept.saved == activation + tokens * 4);
}

TEST_CASE("GELU in one operation saves its input only")
{
    const Kept kept = keptByOperator(Activate {Activation::Gelu});
    CHECK(kept.input);
    CHECK(kept.saved == 0);
}

TEST_CASE("GELU written out saves three tensors more and three numbers")
{
    const Kept kept = keptByOperator(Activate {Activation::GeluNew});
    CHECK(kept.input);
    CHECK(kept.saved == 3 * activation + 3 * 8); // half the input, the tangent, and one plus the tangent
}

TEST_CASE("GELU written out is GELU by the tangent")
{
    const torch::Tensor input = torch::linspace(-4, 4, 101);
    for (const Activation kind : {Activation::GeluNew, Activation::GeluFast, Activation::GeluTanh}) {
        CHECK(torch::allclose(activate(input, kind), torch::gelu(input, "tanh"), 1e-5, 1e-6));
    }
}

TEST_CASE("ReLU saves its output and not its input")
{
    const Kept kept = keptByOperator(Activate {Activation::Relu});
    CHECK_FALSE(kept.input);
    CHECK(kept.saved == activation);
}

TEST_CASE("on the CPU dropout saves its mask, as numbers of the kind that it drops, and not its input")
{
    const Kept numbers = keptByOperator(Dropout {0.25});
    CHECK_FALSE(numbers.input);
    CHECK(numbers.saved == activation);
    const Kept samples = keptByOperator(Dropout {0.25, true});
    CHECK_FALSE(samples.input);
    CHECK(samples.saved == batch * 4); // one number per sample
}

TEST_CASE("dropout leaves 0 or the number scaled up, of a sample all or nothing")
{
    torch::manual_seed(1);
    const torch::Tensor input = torch::ones({64, 3, 5});
    ChainContext context;
    for (const Operator& op :
         {Operator(Dropout {0.75}), Operator(Dropout {0.75, true}), Operator(Dropout {0.75, false, true})}) {
        const torch::Tensor output = layerOf(op).forward({input.clone()}, {}, context).front();
        const bool per_sample = std::get<Dropout>(op).per_sample;
        CHECK(torch::logical_or(output == 0, output == 4).all().item<bool>());
        const double kept = (output == 4).to(torch::kFloat64).mean().item<double>();
        CHECK(kept > (per_sample ? 0.05 : 0.18)); // 64 or 960 draws of 0.25
        CHECK(kept < (per_sample ? 0.45 : 0.32));
        const torch::Tensor same = output == output.slice(1, 0, 1).slice(2, 0, 1);
        CHECK(same.all().item<bool>() == per_sample);
    }
}

TEST_CASE("attention saves what its kernel needs")
{
    constexpr std::int64_t heads = 4;
    constexpr std::int64_t scores = batch * heads * sequence * sequence * 4;
    Attention attention;
    attention.heads = attention.kv_heads = heads;
    attention.head_width = hidden / heads;

    SUBCASE("fused: query, key and value (here the input), output, one number per token and head")
    {
        const Kept kept = keptByOperator(attention);
        CHECK(kept.input);
        CHECK(kept.saved == activation + tokens * heads * 4);
    }
    SUBCASE("written out: copies of query, key and value, the weights, the scale")
    {
        const Kept kept = keptByOperator(attention, AttentionKind::Eager);
        CHECK_FALSE(kept.input);
        CHECK(kept.saved == 3 * activation + scores + 8);
    }
    SUBCASE("written out, with dropout: the mask, and the weights before and after it")
    {
        attention.dropout = 0.1;
        const Kept kept = keptByOperator(attention, AttentionKind::Eager);
        CHECK_FALSE(kept.input);
        CHECK(kept.saved == 3 * activation + 3 * scores + 8);
    }
    SUBCASE("with dropout the CPU has no fused kernel: the same, the scale apart")
    {
        attention.dropout = 0.1;
        const Kept kept = keptByOperator(attention);
        CHECK_FALSE(kept.input);
        CHECK(kept.saved == 3 * activation + 3 * scores);
    }
    SUBCASE("fewer heads of keys and values save fewer bytes of them")
    {
        attention.kv_heads = 1;
        ProgramBuilder builder("grouped", Feed::Hidden);
        const std::int64_t width = hidden / heads;
        const int query = builder.add("query", Linear {hidden, hidden}, {ProgramBuilder::input});
        const int key = builder.add("key", Linear {hidden, width}, {ProgramBuilder::input});
        const int value = builder.add("value", Linear {hidden, width}, {ProgramBuilder::input});
        builder.add("attention", attention, {query, key, value});
        SharedTensors shared;
        LayerModule layer(builder.finish(), {}, shared);
        ChainContext context;
        const Kept kept = keptBy([&](const torch::Tensor& input) { return layer.forward({input}, {}, context); });
        CHECK(kept.input);
        CHECK(kept.saved == 2 * activation + 2 * activation / heads + tokens * heads * 4);
    }
}
