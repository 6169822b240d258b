// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "testing.h"

#include "core/cost/costmodel.h"
#include "core/measuring/request.h"
#include "core/memory/ledger.h"
#include "core/runtime/measurelayer.h"
#include "core/runtime/wholechain.h"

#include <cmath>
#include <cstdio>

using namespace stagecraft;

namespace {

Model shortGpt(std::int64_t blocks, std::int64_t hidden, std::int64_t vocabulary)
{
    Model model;
    model.name = "short GPT-2";
    model.sample = SampleKind::Tokens;
    model.longest_sequence = 1024;
    model.layers.push_back({"embedding", TokenEmbedding {vocabulary, 1024, hidden}});
    for (std::int64_t i = 0; i < blocks; ++i) {
        model.layers.push_back({"block", TransformerBlock {hidden, hidden / 64, 4 * hidden}});
    }
    model.layers.push_back({"head", LanguageModelHead {hidden, vocabulary}});
    return model;
}

// The peak of a step by the ledger, from layers measured alone at `measured` samples each.
Bytes composed(const Model& model, const Workload& workload, const std::vector<std::int64_t>& measured,
               std::int64_t micro_batch, std::int64_t micro_batches, const RuntimeDevice& device)
{
    std::vector<Measurement> measurements;
    const ProfileRequest request {model,        workload, measured, {workload.sequence}, device.description.kind,
                                  device.index, {}};
    for (const ProfilePoint& point : pointsOf(request)) {
        auto measurement = measureLayer(point, device);
        REQUIRE(measurement);
        REQUIRE_MESSAGE(measurement->status == MeasurementStatus::Done, measurement->message);
        measurements.push_back(*std::move(measurement));
    }
    const auto costs = CostModel(model, workload, measurements).chain(micro_batch, device.description.kind);
    REQUIRE(costs);
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
};

// The ledger's peak of a whole training step of all layers in one process against the measured one.
void check(const Case& test, DeviceKind kind)
{
    const auto device = openDevice(kind, 0);
    REQUIRE(device);
    Workload workload;
    workload.sequence = test.sequence;
    workload.attention = test.attention;
    workload.optimizer = test.optimizer;
    const Bytes predicted =
        composed(test.model, workload, test.measured, test.micro_batch, test.micro_batches, *device);
    const auto trained = trainWholeChain(test.model, workload, test.micro_batch, test.micro_batches, *device);
    REQUIRE(trained);
    const double difference = (predicted - trained->peak) / trained->peak;
    std::printf("%-44s predicted %13lld  measured %13lld  %+.4f %%\n", test.name,
                static_cast<long long>(predicted.value), static_cast<long long>(trained->peak.value), 100 * difference);
    CHECK_MESSAGE(std::abs(difference) < 0.01, test.name);
    // Training for real: the loss moves, and stays a number.
    CHECK(std::isfinite(trained->last_loss));
}

std::vector<Case> smallCases()
{
    const Model gpt = shortGpt(4, 256, 2000);
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

TEST_CASE("GPT-2 small at 2 x 512 composes to the peak of its training step")
{
    const auto model = readModel(SOURCE_FOLDER "/resources/models/gpt2.json");
    REQUIRE(model);
    check({"GPT-2 small, 2 x 512", *model, 512, 2, 1, {2}}, DeviceKind::Cpu);
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
