// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "references.h"
#include "testing.h"

#include "core/base/english.h"
#include "core/runtime/wholechain.h"
#include "tests/support/families.h"
#include "tests/support/programs.h"

#include <algorithm>
#include <array>
#include <cstdlib>

using namespace stagecraft;

namespace {

// Trains a step; the peak excludes the sample, like the expected peaks.
StepPeak trained(const Model& model, std::int64_t sequence, std::int64_t micro_batch, std::int64_t micro_batches = 1,
                 AttentionKind attention = AttentionKind::Sdpa)
{
    const auto device = openDevice(DeviceKind::Cpu, 0);
    REQUIRE(device);
    Workload workload;
    workload.sequence = sequence;
    workload.attention = attention;
    auto result = trainWholeChain(model, workload, micro_batch, micro_batches, *device);
    if (!result) {
        FAIL(describe(result.error()));
    }
    result->peak -= result->input;
    return *result;
}

// Checks for a relative difference below 1e-4.
void checkClose(Bytes measured, std::int64_t expected)
{
    CHECK_MESSAGE(std::llabs(measured.value - expected) <= expected / 10000, measured.value << " and " << expected);
}

}

// Expected peaks: the second training step of the same model as built by transformers 5 and torchvision 0.26, torch
// 2.11, AdamW with foreach=False, fp32, no dropout unless stated, from all allocator events counted in Python.

TEST_CASE("a step of a tiny GPT-2 peaks where transformers' does, with either attention and with accumulation")
{
    const Model model = testing::gptChain(2, 128, 4, 500, 64);
    const StepPeak fused = trained(model, 64, 3);
    checkClose(fused.peak, 12550200);
    CHECK(fused.parameters == Bytes(1875968)); // the tied weight is counted once
    CHECK(fused.optimizer_state == 2 * fused.parameters);
    CHECK(fused.samples == Bytes(2 * 3 * 64 * 8));
    CHECK(fused.last_loss < fused.first_loss);
    checkClose(trained(model, 64, 3, 1, AttentionKind::Eager).peak, 12937288);
    checkClose(trained(model, 64, 3, 2).peak, 14371896);
    checkClose(trained(model, 64, 3, 3).peak, 14371896);
    checkClose(trained(model, 64, 3, 2, AttentionKind::Eager).peak, 14758984);
}

// The model and step are the same, with the dropout of its config: 0.1 everywhere in GPT-2.
TEST_CASE("a step of a tiny GPT-2 with dropout peaks where transformers' does")
{
    const Model model = parseConfig(R"({"model_type": "gpt2", "n_layer": 2, "n_embd": 128, "n_head": 4,
                                        "vocab_size": 500, "n_positions": 64})",
                                    "tiny")
                            .value();
    const StepPeak fused = trained(model, 64, 3);
    checkClose(fused.peak, 14160952);
    CHECK(fused.last_loss < fused.first_loss);
    checkClose(trained(model, 64, 3, 1, AttentionKind::Eager).peak, 14160968);
}

// Every dropout field of a file is 0.1; three samples of 48 tokens, or images of side 32. The libraries differ by some
// hundred bytes of positions and masks, with dropout and without.
TEST_CASE("a step of small models with dropout peaks where transformers' does")
{
    struct Reference {
        const char* family;
        std::int64_t fused;
        std::int64_t eager;
    };
    constexpr std::array references {
        Reference {"opt", 2969888, 2969912},
        Reference {"bert", 3250920, 3250944},
        Reference {"vit", 1328040, 1328064},
        Reference {"gpt_neox", 3084312, 3084336},
        Reference {"falcon, multi-query", 2792552, 2792576},
        Reference {"falcon, alibi", 3847160, 3847184},
        Reference {"llama", 3482552, 3482576},
        Reference {"phi3", 3648440, 3648464},
        Reference {"llama, classifier", 3292544, 3292568},
    };
    const auto families = testing::smallFamilies();
    for (const Reference& reference : references) {
        CAPTURE(reference.family);
        const auto family = std::find_if(families.begin(), families.end(), [&](const testing::SmallFamily& f) {
            return std::string_view(f.name) == reference.family;
        });
        REQUIRE(family != families.end());
        const Model model = parseConfig(testing::withDropout(family->config, "0.1"), family->name).value();
        const std::int64_t length = model.sample == SampleKind::Image ? model.longest_sequence : 48;
        CHECK(std::llabs(trained(model, length, 3).peak.value - reference.fused) < 1000);
        CHECK(std::llabs(trained(model, length, 3, 1, AttentionKind::Eager).peak.value - reference.eager) < 1000);
    }
}

// Both concatenate the rotated part with the unrotated one, which is empty: the kernel then copies the result.
TEST_CASE("a step of small models that rotate whole heads and join them peaks where transformers' does")
{
    const std::string fields = R"("num_hidden_layers": 3, "hidden_size": 48, "intermediate_size": 80, "vocab_size": 120,
        "max_position_embeddings": 64, "num_attention_heads": 4})";
    const Model phi3 = parseConfig(R"({"model_type": "phi3", "num_key_value_heads": 2, )" + fields, "phi3").value();
    CHECK(std::llabs(trained(phi3, 48, 3).peak.value - 2618552) < 1000);
    const Model neox =
        parseConfig(R"({"model_type": "gpt_neox", "hidden_act": "gelu", "rotary_pct": 1.0, )" + fields, "neox").value();
    CHECK(std::llabs(trained(neox, 48, 3).peak.value - 2154296) < 1000);
}

// Each sample has an image of 16 pixels, which count in both. With eager attention the peak of such a small model is in
// the forward pass, to whose end transformers keeps the output of the tower: 1 % more.
TEST_CASE("a step of a small Qwen3-VL with images peaks where transformers' does")
{
    const auto families = testing::smallFamilies();
    const auto family = std::find_if(families.begin(), families.end(), [](const testing::SmallFamily& f) {
        return std::string_view(f.name) == "qwen3_vl, vision tower";
    });
    REQUIRE(family != families.end());
    const Model model = parseConfig(family->config, family->name).value();
    const StepPeak fused = trained(model, 48, 3);
    CHECK(std::llabs(fused.peak.value - 4394672) < 1000);
    CHECK(fused.last_loss < fused.first_loss);
    const Bytes eager = trained(model, 48, 3, 1, AttentionKind::Eager).peak;
    CHECK(std::llabs(eager.value - 4879784) < 4879784 / 50);
}

TEST_CASE("a step of GPT-2 small peaks where transformers' does")
{
    const testing::ReferenceStep& reference = testing::gpt2Small;
    const StepPeak step =
        trained(testing::gptChain(12, 768, 12, 50257, 1024), reference.sequence, reference.micro_batch);
    CHECK(step.parameters == Bytes(124439808LL * 4));
    checkClose(step.peak, reference.peak.value);
}

TEST_CASE("a step of ResNet-50 peaks where torchvision's does")
{
    const testing::ReferenceStep& reference = testing::resnet50;
    const StepPeak step = trained(readModel("zoo:resnet50").value(), reference.sequence, reference.micro_batch);
    CHECK(step.parameters == Bytes(25557032LL * 4));
    checkClose(step.peak, reference.peak.value);
}

TEST_SUITE("long")
{
    TEST_CASE("a step of GPT-2 with 6 blocks peaks where transformers' does")
    {
        checkClose(trained(testing::gptChain(6, 768, 12, 1000, 1024), 512, 4).peak, 1655895192);
    }

    TEST_CASE("a step of ResNet-101 peaks where torchvision's does")
    {
        checkClose(trained(readModel("zoo:resnet101").value(), 224, 4).peak, 1105674440);
    }
}

TEST_CASE("a chain that cannot be trained is refused with the reason")
{
    const auto device = openDevice(DeviceKind::Cpu, 0);
    REQUIRE(device);
    Workload workload;
    workload.sequence = 8;
    Model table;
    table.layers.push_back({"row", TableRow {}});
    const auto refused = trainWholeChain(table, workload, 1, 1, *device);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::OptionUnsupported);
    const auto nothing = trainWholeChain(testing::gptChain(1, 16, 2, 10, 8), workload, 0, 1, *device);
    REQUIRE_FALSE(nothing);
    CHECK(nothing.error().code == ErrorCode::OptionOutOfRange);
    const auto tooLarge =
        trainWholeChain(testing::gptChain(1, 1024, 16, 1000, 8), workload, std::int64_t(1) << 30, 1, *device);
    REQUIRE_FALSE(tooLarge);
    CHECK(tooLarge.error().code == ErrorCode::OutOfMemory);
}
