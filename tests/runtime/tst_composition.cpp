// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "measuredonce.h"
#include "references.h"
#include "testing.h"

#include "core/base/english.h"
#include "core/cost/costmodel.h"
#include "core/measuring/additivity.h"
#include "core/measuring/plan.h"
#include "core/memory/ledger.h"
#include "core/runtime/wholechain.h"
#include "tests/support/families.h"
#include "tests/support/programs.h"

#include <algorithm>
#include <cmath>

using namespace stagecraft;

namespace {

// Peak of a step by the ledger, from layers measured alone at the micro-batch sizes in `measured`.
Bytes composed(const Model& model, const Workload& workload, const std::vector<std::int64_t>& measured,
               std::int64_t micro_batch, std::int64_t micro_batches, const RuntimeDevice& device,
               LayerRunOptions run_options)
{
    std::vector<Measurement> measurements;
    ProfileRequest request {model, workload, measured, {workload.sequence}, device.description.kind, device.index, {}};
    request.recompute = run_options.recompute;
    if (!run_options.sharding.whole()) {
        request.shardings = {run_options.sharding};
    }
    for (const ProfilePoint& point : pointsOf(request)) {
        measurements.push_back(testing::measuredOnce(point, device));
    }
    const auto costs = CostModel(model, workload, measurements)
                           .chain(micro_batch, testing::deviceOf(device.description.kind), run_options);
    REQUIRE_MESSAGE(costs, model.name << ": " << (costs ? "" : describe(costs.error())));
    const auto operations = operationsOf(ScheduleKind::OneForwardOneBackward, 0, 1, micro_batches);
    return walkLedger(*costs, {0, costs->size()}, operations).peak;
}

struct Case {
    const char* name;
    Model model;
    std::int64_t sequence;
    std::int64_t micro_batch;
    std::int64_t micro_batches;
    std::vector<std::int64_t> measured;
    AttentionKind attention = AttentionKind::Sdpa;
    OptimizerKind optimizer = OptimizerKind::AdamW;
    Precision precision = Precision::Fp32;
    Trainable trainable {};
    LayerRunOptions run_options {};
    DropoutUse dropout = DropoutUse::Configured;
};

// Compares the ledger's peak with that of a whole training step of all layers in one process.
void check(const Case& test, DeviceKind kind)
{
    const auto device = openDevice(kind, 0);
    REQUIRE(device);
    Workload workload;
    workload.sequence = test.sequence;
    workload.attention = test.attention;
    workload.optimizer = test.optimizer;
    workload.precision = test.precision;
    workload.trainable = test.trainable;
    workload.dropout = test.dropout;
    const Bytes predicted =
        composed(test.model, workload, test.measured, test.micro_batch, test.micro_batches, *device, test.run_options);
    const auto trained =
        trainWholeChain(test.model, workload, test.micro_batch, test.micro_batches, *device, test.run_options);
    REQUIRE_MESSAGE(trained, (trained ? "" : describe(trained.error())));
    const double difference = (predicted - trained->peak) / trained->peak;
    const bool measured =
        std::find(test.measured.begin(), test.measured.end(), test.micro_batch) != test.measured.end();
    // --success prints all differences.
    CHECK_MESSAGE(std::abs(difference) < (measured ? 0.003 : 0.01),
                  std::string(test.name) << ": predicted " << predicted.value << ", measured " << trained->peak.value
                                         << ", " << 100 * difference << " %");
    // The training is real: the loss changes and stays finite.
    CHECK(std::isfinite(trained->last_loss));
}

std::vector<Case> smallCases()
{
    const Model gpt = testing::gptChain(4, 256, 4, 2000, 1024);
    const Model resnet = readModel("zoo:resnet50").value();
    return {
        {"GPT-2 4 x 256, 2 x 128", gpt, 128, 2, 1, {2}},
        {"GPT-2 4 x 256, 2 x 128, 2 micro-batches", gpt, 128, 2, 2, {2}},
        {"GPT-2 4 x 256, 2 x 128, 3 micro-batches", gpt, 128, 2, 3, {2}},
        {"GPT-2 4 x 256, 2 x 128, eager attention", gpt, 128, 2, 1, {2}, AttentionKind::Eager},
        {"GPT-2 4 x 256, 1 x 32, state outweighs", gpt, 32, 1, 1, {1}},
        {"GPT-2 4 x 256, SGD", gpt, 128, 2, 2, {2}, AttentionKind::Sdpa, OptimizerKind::Sgd},
        {"GPT-2 4 x 256, momentum", gpt, 128, 2, 2, {2}, AttentionKind::Sdpa, OptimizerKind::Momentum},
        {"GPT-2 4 x 256, between 1 and 4", gpt, 128, 3, 1, {1, 4}},
        {"GPT-2 4 x 256, beyond 1 and 2", gpt, 128, 8, 1, {1, 2}},
        {"ResNet-50, 4 x 64", resnet, 64, 4, 1, {4}},
        {"ResNet-50, 4 x 64, 2 micro-batches", resnet, 64, 4, 2, {4}},
    };
}

}

TEST_CASE("layers measured alone compose to the peak of a whole training step")
{
    for (const Case& test : smallCases()) {
        check(test, DeviceKind::Cpu);
    }
}

// Layers of small models of every family, and of the zoo's image models at small sides, compose to the measured peak.
TEST_CASE("layers of every family compose to the peak of a whole training step")
{
    for (const testing::SmallFamily& family : testing::smallFamilies()) {
        const auto model = parseConfig(family.config, family.name);
        REQUIRE(model);
        const std::int64_t length = model->sample == SampleKind::Image ? model->longest_sequence : 48;
        for (const AttentionKind attention : {AttentionKind::Sdpa, AttentionKind::Eager}) {
            for (const std::int64_t micro_batches : {1, 2}) {
                const std::string name = std::string(family.name) + ", " + std::string(nameOf(attention)) + ", "
                    + std::to_string(micro_batches) + " micro-batches";
                check({name.c_str(), *model, length, 3, micro_batches, {3}, attention}, DeviceKind::Cpu);
            }
        }
    }
}

// The rule also applies to every kind of dropout in a family's config, and without dropout.
TEST_CASE("layers with dropout compose to the peak of a whole training step")
{
    for (const testing::SmallFamily& family : testing::smallFamilies()) {
        const auto model = parseConfig(testing::withDropout(family.config, "0.1"), family.name);
        REQUIRE(model);
        const std::int64_t length = model->sample == SampleKind::Image ? model->longest_sequence : 48;
        const auto run = [&](const char* what, const auto& change) {
            const std::string name = std::string(family.name) + ", dropout, " + what;
            Case test {name.c_str(), *model, length, 3, 2, {3}};
            change(test);
            check(test, DeviceKind::Cpu);
        };
        run("fused", [](Case&) {});
        run("eager", [](Case& test) { test.attention = AttentionKind::Eager; });
        run("off", [](Case& test) { test.dropout = DropoutUse::Off; });
        const std::string_view name = family.name;
        if (name == "gpt2" || name == "bert" || name == "opt" || name == "vit") {
            run("bf16 autocast", [](Case& test) { test.precision = Precision::Bf16Autocast; });
            run("recomputed", [](Case& test) { test.run_options.recompute = true; });
            run("tensor degree 2", [](Case& test) { test.run_options.sharding.tensor = 2; });
        }
        if (name == "gpt2") {
            run("sequence parallel", [](Case& test) { test.run_options.sharding = {2, 1, true}; });
        }
    }
}

// The rule also applies to all ways to train: precisions, frozen parts, shares of a rank, recomputation.
TEST_CASE("layers of every family compose whatever the way they are trained")
{
    const auto trainable = [](const char* text) { return *parseTrainable(text); };
    for (const testing::SmallFamily& family : testing::smallFamilies()) {
        const auto model = parseConfig(family.config, family.name);
        REQUIRE(model);
        const std::int64_t length = model->sample == SampleKind::Image ? model->longest_sequence : 48;
        const auto run = [&](const char* what, const auto& change) {
            const std::string name = std::string(family.name) + ", " + what;
            Case test {name.c_str(), *model, length, 3, 2, {3}};
            change(test);
            check(test, DeviceKind::Cpu);
        };
        run("bf16 autocast", [](Case& test) { test.precision = Precision::Bf16Autocast; });
        run("bf16 with master weights", [](Case& test) { test.precision = Precision::Bf16Master; });
        if (std::string_view(family.name) == "gpt2" || std::string_view(family.name) == "vit") {
            run("fp16", [](Case& test) { test.precision = Precision::Fp16; }); // slow on the CPU
        }
        run("recomputed", [](Case& test) { test.run_options.recompute = true; });
        run("LoRA", [&](Case& test) { test.trainable = trainable("lora:4"); });
        run("biases and norms only", [&](Case& test) { test.trainable = trainable("*.bias,*norm*,*head*,*logits*"); });
        run("tensor degree 2", [](Case& test) { test.run_options.sharding.tensor = 2; });
        if (std::string_view(family.name) == "qwen3_moe") {
            run("expert degree 2", [](Case& test) { test.run_options.sharding.expert = 2; });
            run("tensor and expert degree 2", [](Case& test) { test.run_options.sharding = {2, 2, true}; });
        }
        const Sharding shared_tokens {2, 1, true};
        if (model->sample == SampleKind::Tokens && chainPoints(*model, {}, 1, {shared_tokens, false})) {
            run("sequence parallel", [&](Case& test) { test.run_options.sharding = shared_tokens; });
        }
    }
}

// Checks in the profile itself (adjacent layers, two micro-batches in flight) equal the sum.
TEST_CASE("stages of two layers and of two micro-batches add up")
{
    const auto device = openDevice(DeviceKind::Cpu, 0);
    REQUIRE(device);
    for (const char* text : {"gpt2", "llama", "mixtral", "vit", "t5"}) {
        for (const Precision precision : {Precision::Fp32, Precision::Bf16Autocast}) {
            ProfileRequest request;
            for (const testing::SmallFamily& family : testing::smallFamilies()) {
                if (std::string_view(family.name) == text) {
                    request.model = parseConfig(family.config, family.name).value();
                }
            }
            REQUIRE_FALSE(request.model.layers.empty());
            const bool image = request.model.sample == SampleKind::Image;
            request.workload.precision = precision;
            request.sequences = {image ? request.model.longest_sequence : 48};
            request.micro_batches = {3};
            request.checks = true;
            std::vector<Measurement> known;
            for (const ProfilePoint& point : pointsOf(request)) {
                known.push_back(testing::measuredOnce(point, *device));
            }
            int checks = 0;
            for (const Measurement& check : known) {
                if (const auto found = additivityOf(check, known)) {
                    ++checks;
                    CHECK_MESSAGE(std::abs(found->memoryError()) < 0.003,
                                  std::string(text) << " " << pointKey(check.point) << ": " << found->predicted.value
                                                    << " " << found->measured.value);
                }
            }
            // Three distinct layers have three pairs; in T5 all eight differ.
            CHECK(checks == (std::string_view(text) == "t5" ? 8 + 7 : 3 + 3));
        }
    }
}

// Small models of each kind compose; tst_stages.cpp runs stages of the large ones.
TEST_CASE("layers of the zoo's image models compose to the peak of a whole training step")
{
    for (const char* name : {"resnet18", "densenet121", "efficientnet_b0"}) {
        check({name, readModel("zoo:" + std::string(name)).value(), 64, 2, 1, {2}}, DeviceKind::Cpu);
    }
    check({"U-Net", readModel("zoo:unet?B=2&C=8").value(), 64, 3, 2, {3}}, DeviceKind::Cpu);
    check({"AmoebaNet-D", readModel("zoo:amoebanetd?L=3&D=32").value(), 224, 2, 2, {2}}, DeviceKind::Cpu);
}

TEST_SUITE("long")
{
    TEST_CASE("layers of the zoo's large models compose to the peak of a whole training step")
    {
        for (const char* name : {"wide_resnet50_2", "vgg11"}) {
            check({name, readModel("zoo:" + std::string(name)).value(), 64, 2, 1, {2}}, DeviceKind::Cpu);
        }
        check({"vit_b_16", readModel("zoo:vit_b_16").value(), 224, 1, 1, {1}}, DeviceKind::Cpu);
    }
}

// The predicted peaks equal the references. tst_wholechain.cpp runs the steps and compares them with the same
// references.
TEST_CASE("GPT-2 small and ResNet-50 compose to the peaks of their training steps")
{
    const auto device = openDevice(DeviceKind::Cpu, 0);
    REQUIRE(device);
    // `sample`: bytes of the sample, which the references do not contain.
    const auto off = [&](const Model& model, const testing::ReferenceStep& step, Bytes sample) {
        Workload workload;
        workload.sequence = step.sequence;
        workload.dropout = DropoutUse::Off; // as in the references
        return (composed(model, workload, {step.micro_batch}, step.micro_batch, 1, *device, {}) - sample) / step.peak
            - 1;
    };
    const auto gpt = readModel(SOURCE_FOLDER "/resources/models/gpt2.json");
    REQUIRE(gpt);
    const Bytes ids(testing::gpt2Small.micro_batch * testing::gpt2Small.sequence * 8);
    const Bytes images(testing::resnet50.micro_batch * 3 * testing::resnet50.sequence * testing::resnet50.sequence * 4);
    CHECK(std::abs(off(*gpt, testing::gpt2Small, ids)) < 0.003);
    CHECK(std::abs(off(readModel("zoo:resnet50").value(), testing::resnet50, images)) < 0.003);
}

TEST_SUITE("gpu")
{
    TEST_CASE("on CUDA, layers measured alone compose to the peak of a whole training step")
    {
        if (!torch::cuda::is_available()) {
            MESSAGE("skipped: no CUDA device");
            return;
        }
        for (const Case& test : smallCases()) {
            check(test, DeviceKind::Cuda);
        }
    }
}
