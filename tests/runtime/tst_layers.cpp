// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "testing.h"

#include "core/model/parameters.h"
#include "core/model/shapes.h"
#include "core/runtime/layers/layermodule.h"
#include "core/runtime/memorymeter.h"
#include "core/runtime/sampledata.h"
#include "tests/support/programs.h"

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

struct Sample {
    LayerSpec spec;
    Shape input;
};

std::vector<Sample> allKinds()
{
    return {{embeddingOf(100, 32, 24), {2, 32}},
            {blockOf(24, 3, 96), {2, 32, 24}},
            {blockOf(24, 3, 40, Activation::Gelu), {2, 32, 24}},
            {blockOf(24, 3, 96, Activation::Relu), {2, 32, 24}},
            {headOf(24, 100), {2, 32, 24}},
            {headOf(24, 100, false), {2, 32, 24}},
            {convolutionStem(8), {2, 3, 32, 32}},
            {bottleneck(8, 4, 16, 1), {2, 8, 8, 8}},
            {bottleneck(16, 4, 16, 1), {2, 16, 8, 8}},
            {bottleneck(16, 8, 32, 2), {2, 16, 8, 8}},
            {pooledImageHead({32, 10}), {2, 32, 4, 4}}};
}

std::unique_ptr<LayerModule> build(const LayerSpec& spec, AttentionKind attention = AttentionKind::Sdpa)
{
    SharedTensors shared;
    auto layer = buildLayer(spec, {attention}, shared);
    REQUIRE(layer);
    return *std::move(layer);
}

}

TEST_CASE("a layer is built with the tensors that its specification lists, in that order")
{
    for (const auto& [spec, shape] : allKinds()) {
        CAPTURE(kindName(spec));
        const auto layer = build(spec);
        const auto expected = parameterTensors(spec);
        REQUIRE(layer->parameters().size() == expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            CHECK(layer->parameters()[i].sizes() == torch::IntArrayRef(expected[i].shape));
            CHECK(layer->parameters()[i].requires_grad());
        }
        std::int64_t buffers = 0;
        for (const torch::Tensor& buffer : layer->buffers()) {
            buffers += static_cast<std::int64_t>(buffer.nbytes());
            CHECK_FALSE(buffer.requires_grad());
        }
        CHECK(Bytes(buffers) == bufferBytes(spec));
    }
}

TEST_CASE("a layer's output has the shape that the model says, and every parameter gets a gradient")
{
    for (const auto& [spec, shape] : allKinds()) {
        CAPTURE(kindName(spec));
        const auto layer = build(spec);
        const torch::Tensor input = makeInput(spec, shape, NumberType::Fp32, torch::kCPU);
        ChainContext context;
        const torch::Tensor output = layer->forward({input}, makeLabels(spec, {shape}, torch::kCPU), context).front();
        CHECK(output.sizes() == torch::IntArrayRef(outputShapes(std::get<Program>(spec), {shape})->front()));
        output.sum().backward();
        for (const torch::Tensor& parameter : layer->parameters()) {
            REQUIRE(parameter.grad().defined());
            CHECK(torch::isfinite(parameter.grad()).all().item<bool>());
        }
    }
}

TEST_CASE("a row of a layer table cannot be built")
{
    SharedTensors shared;
    const auto layer = buildLayer(TableRow {}, {}, shared);
    REQUIRE_FALSE(layer);
    CHECK(layer.error().code == ErrorCode::OptionUnsupported);
}

TEST_CASE("the tied head holds the embedding's own tensor")
{
    SharedTensors shared;
    const auto embedding = buildLayer(embeddingOf(100, 32, 24), {}, shared);
    const auto head = buildLayer(headOf(24, 100), {}, shared);
    const auto apart = buildLayer(headOf(24, 100, false), {}, shared);
    REQUIRE(embedding);
    REQUIRE(head);
    REQUIRE(apart);
    CHECK((*head)->parameters().back().is_same((*embedding)->parameters().front()));
    CHECK_FALSE((*apart)->parameters().back().is_same((*embedding)->parameters().front()));
}

TEST_CASE("both ways of attention compute the same, and no token sees a later one")
{
    const Program spec = blockOf(24, 3, 96);
    ChainContext context;
    torch::manual_seed(3);
    const auto fused = build(spec, AttentionKind::Sdpa);
    torch::manual_seed(3);
    const auto written = build(spec, AttentionKind::Eager);
    const torch::Tensor input = torch::randn({2, 16, 24});
    const torch::Tensor output = fused->forward({input}, {}, context).front();
    CHECK(torch::allclose(output, written->forward({input}, {}, context).front(), 1e-4, 1e-5));

    torch::Tensor changed = input.clone();
    changed.slice(1, 10).add_(1.0);
    for (const auto* layer : {fused.get(), written.get()}) {
        const torch::Tensor other = const_cast<LayerModule*>(layer)->forward({changed}, {}, context).front();
        CHECK(torch::allclose(output.slice(1, 0, 10), other.slice(1, 0, 10), 1e-4, 1e-5));
        CHECK_FALSE(torch::allclose(output.slice(1, 10), other.slice(1, 10), 1e-4, 1e-5));
    }
}

TEST_CASE("the language model's loss compares each token with the next one")
{
    const auto head = build(headOf(24, 100));
    const torch::Tensor hidden = torch::randn({1, 4, 24});
    const torch::Tensor labels = torch::tensor({{5, 6, 7, 8}}, torch::kInt64);
    ChainContext context;
    const auto lossAt = [&](const torch::Tensor& answers) {
        return head->forward({hidden}, answers, context).front().item<double>();
    };
    const double loss = lossAt(labels);
    // The first label is not the next token of any position, so it has no effect; the last label has.
    CHECK(lossAt(torch::tensor({{9, 6, 7, 8}}, torch::kInt64)) == doctest::Approx(loss));
    CHECK(lossAt(torch::tensor({{5, 6, 7, 9}}, torch::kInt64)) != doctest::Approx(loss));
}

TEST_CASE("two micro-batches in flight take twice the bytes of one")
{
    for (const auto& [spec, shape] : allKinds()) {
        CAPTURE(kindName(spec));
        const auto layer = build(spec);
        const torch::Tensor input = makeInput(spec, shape, NumberType::Fp32, torch::kCPU);
        const torch::Tensor labels = makeLabels(spec, {shape}, torch::kCPU);
        ChainContext context;
        const auto meter = startMeter(DeviceKind::Cpu, 0);
        const torch::Tensor first = layer->forward({input}, labels, context).front();
        const Bytes one = meter->alive();
        const torch::Tensor second = layer->forward({input}, labels, context).front();
        CHECK(meter->alive() == 2 * one);
    }
}
