// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "measuredonce.h"
#include "testing.h"

#include "core/base/english.h"
#include "core/cost/costmodel.h"
#include "core/measuring/plan.h"
#include "core/memory/ledger.h"
#include "core/runtime/stagerun.h"
#include "tests/support/families.h"
#include "tests/support/programs.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <span>
#include <utility>

using namespace stagecraft;

namespace {

constexpr int mostLayers = 6;

// Number of rounds per family in the long test.
int rounds()
{
    const char* asked = std::getenv("STAGECRAFT_ROUNDS");
    return asked == nullptr ? 8 : std::max(1, std::atoi(asked));
}

// Reproducible random choices, independent of the other models.
class Chance {
public:
    explicit Chance(const std::string& name)
    {
        std::seed_seq seed(name.begin(), name.end());
        m_generator.seed(seed);
    }

    std::int64_t from(std::int64_t least, std::int64_t most)
    {
        return least + static_cast<std::int64_t>(m_generator() % static_cast<std::uint64_t>(most - least + 1));
    }
    template <typename T>
    T of(std::initializer_list<T> choices)
    {
        return *(choices.begin() + from(0, static_cast<std::int64_t>(choices.size()) - 1));
    }

private:
    std::mt19937_64 m_generator;
};

// Returns the family's model with another depth, width and vocabulary, and with or without dropout.
Model randomModel(const testing::SmallFamily& family, Chance& chance)
{
    auto config = nlohmann::json::parse(testing::withDropout(family.config, chance.of({"0.0", "0.1"})));
    const auto change = [&](std::initializer_list<const char*> fields, const auto& changed) {
        for (const char* field : fields) {
            if (config.contains(field) && config[field].is_number_integer()) {
                config[field] = changed(config[field].template get<std::int64_t>());
            }
        }
    };
    const std::int64_t blocks = chance.from(4, 6);
    const std::int64_t scale = chance.from(1, 3);
    change({"n_layer", "num_hidden_layers", "num_layers", "num_decoder_layers"}, [&](std::int64_t) { return blocks; });
    change({"n_embd", "hidden_size", "d_model"}, [&](std::int64_t width) { return width * scale; });
    change({"n_inner", "intermediate_size", "ffn_dim", "ffn_hidden_size", "d_ff", "moe_intermediate_size",
            "shared_expert_intermediate_size"},
           [&](std::int64_t) { return 8 * chance.from(3, 20); });
    constexpr std::int64_t most = 300;
    change({"vocab_size"}, [&](std::int64_t) { return chance.from(60, most); });
    change({"vocab_size_per_layer_input"}, [&](std::int64_t) { return most; }); // the vocabulary of the same tokens
    if (config.contains("layer_types")) {
        nlohmann::json& types = config["layer_types"];
        for (std::size_t i = 0; std::cmp_less(types.size(), blocks); ++i) {
            types.push_back(nlohmann::json(types[i]));
        }
    }
    const auto model = parseConfig(config.dump(), family.name);
    REQUIRE_MESSAGE(model, (model ? "" : describe(model.error())));
    return *model;
}

// Returns training settings that change the saved bytes of layers.
Workload randomWorkload(const Model& model, Chance& chance)
{
    Workload workload;
    workload.sequence = model.sample == SampleKind::Image ? model.longest_sequence : chance.from(20, 60);
    workload.attention = chance.of({AttentionKind::Sdpa, AttentionKind::Eager});
    workload.optimizer =
        chance.of({OptimizerKind::AdamW, OptimizerKind::Adam, OptimizerKind::Sgd, OptimizerKind::Momentum});
    workload.precision =
        chance.of({Precision::Fp32, Precision::Fp32, Precision::Bf16Autocast, Precision::Bf16Master, Precision::Fp16});
    workload.trainable = *parseTrainable(chance.of({"all", "all", "lora:4", "*.bias,*norm*,*head*,*logits*"}));
    return workload;
}

ChainCosts measuredCosts(const Model& model, const Workload& workload, std::int64_t micro_batch,
                         LayerRunOptions run_options, const RuntimeDevice& device)
{
    ProfileRequest request {model,        workload, {micro_batch}, {workload.sequence}, device.description.kind,
                            device.index, {}};
    request.recompute = run_options.recompute;
    if (!run_options.sharding.whole()) {
        request.shardings = {run_options.sharding};
    }
    std::vector<Measurement> measurements;
    for (const ProfilePoint& point : pointsOf(request)) {
        measurements.push_back(testing::measuredOnce(point, device));
    }
    const auto costs = CostModel(model, workload, measurements)
                           .chain(micro_batch, testing::deviceOf(device.description.kind), run_options);
    REQUIRE_MESSAGE(costs, (costs ? "" : describe(costs.error())));
    return *costs;
}

// Bytes per micro-batch of the rotary table that the model computes but no layer of the stage uses (Gemma 3 with blocks
// of one kind in a stage): the prediction keeps it like the other table, but it is freed in the forward pass.
Bytes idleTable(std::span<const ProfilePoint> stage)
{
    std::set<double> used;
    Bytes most {};
    double other = 0;
    for (const ProfilePoint& point : stage) {
        const auto* program = std::get_if<Program>(&point.spec);
        for (const Statement& statement : program ? program->statements() : std::vector<Statement> {}) {
            if (const auto* attention = std::get_if<Attention>(&statement.op)) {
                used.insert(attention->rotary_base);
                other = attention->other_rotary_base;
                most = Bytes(2 * attention->rotary_width * point.sequence * bytesOf(NumberType::Fp32));
            }
        }
    }
    return other > 0 && !used.contains(other) ? most : Bytes(0);
}

// Checks stages of 1 to 6 layers from anywhere in the chain, in any of up to four pipeline stages: compares the
// ledger's peak, from layers measured alone, with that of the running stage.
void checkStages(const std::string& name, const Model& model, Workload workload, Chance& chance,
                 const RuntimeDevice& device, double bound = 0.003, Sharding sharding = {})
{
    const std::int64_t micro_batch = chance.from(1, 3);
    const LayerRunOptions run_options {sharding, chance.from(0, 3) == 0};
    const ChainCosts costs = measuredCosts(model, workload, micro_batch, run_options, device);
    const auto points = chainPoints(model, workload, micro_batch, run_options);
    REQUIRE(points);
    for (int layers = 1; layers <= std::min(mostLayers, costs.size()); ++layers) {
        const auto first = static_cast<int>(chance.from(0, costs.size() - layers));
        const auto stages = static_cast<int>(chance.from(1, 4));
        const auto stage = static_cast<int>(chance.from(0, stages - 1));
        const std::int64_t micro_batches = chance.from(1, 5);
        const auto schedule = chance.of({ScheduleKind::OneForwardOneBackward, ScheduleKind::GPipe});
        const auto operations = operationsOf(schedule, stage, stages, micro_batches);
        const Bytes predicted = walkLedger(costs, {first, first + layers}, operations).peak;
        const auto measured =
            peakOfStage({points->begin() + first, points->begin() + first + layers}, operations, device);
        REQUIRE(measured);
        const std::span stage_points(points->begin() + first, points->begin() + first + layers);
        const Bytes idle = idleTable(stage_points) * inFlight(schedule, stage, stages, micro_batches);
        const Bytes above = std::max(predicted - *measured - idle, std::min(predicted - *measured, Bytes(0)));
        const double difference = above / std::max(*measured, Bytes(1));
        // --success prints all differences.
        CHECK_MESSAGE(std::abs(difference) < bound,
                      name << ", layers " << first << " to " << first + layers << " of " << costs.size() << ", "
                           << inFlight(schedule, stage, stages, micro_batches) << " of " << micro_batches
                           << " micro-batches of " << micro_batch << " in flight, sequence " << workload.sequence
                           << ", " << nameOf(workload.attention) << ", " << nameOf(workload.precision) << ", "
                           << nameOf(workload.optimizer) << ", " << trainableText(workload.trainable)
                           << std::string(run_options.recompute ? ", recomputed" : "") << ": predicted "
                           << predicted.value << ", measured " << measured->value << ", " << 100 * difference << " %");
    }
}

// Checks a model of every family, drawn by `round`. `experts_bound`: bound for families whose experts get tokens by
// weights.
void checkFamilies(int round, double experts_bound = 0.003)
{
    const auto device = openDevice(DeviceKind::Cpu, 0);
    REQUIRE(device);
    for (const testing::SmallFamily& family : testing::smallFamilies()) {
        Chance chance(family.name + std::to_string(round));
        const Model model = randomModel(family, chance);
        const std::string name(family.name);
        const bool experts = name.find("moe") != std::string::npos || name.find("mixtral") != std::string::npos;
        checkStages(family.name, model, randomWorkload(model, chance), chance, *device,
                    experts ? experts_bound : 0.003);
    }
}

void checkZoo(std::initializer_list<const char*> names)
{
    const auto device = openDevice(DeviceKind::Cpu, 0);
    REQUIRE(device);
    for (const char* name : names) {
        Chance chance(name);
        const Model model = readModel("zoo:" + std::string(name)).value();
        Workload workload;
        const bool one_size = std::string_view(name).starts_with("amoeba") || std::string_view(name) == "vit_b_16";
        workload.sequence = one_size ? 224 : 64;
        workload.optimizer = OptimizerKind::Sgd; // VGG has 100 million parameters in one layer, enough four times
        checkStages(name, model, workload, chance, *device);
    }
}

}

TEST_CASE("random stages of random models of every family peak where their layers, measured alone, say")
{
    checkFamilies(0);
}

// The rule also applies to the shares of one rank, even if several tensors cross the boundaries (T5) or experts are
// sharded.
TEST_CASE("random stages of one rank's shares peak where its shares of layers say")
{
    const auto device = openDevice(DeviceKind::Cpu, 0);
    REQUIRE(device);
    const std::map<std::string_view, std::vector<Sharding>> shardings {
        {"gpt2", {{2, 1, true}}},
        {"t5", {{2, 1, false}, {4, 1, false}, {2, 1, true}}},
        {"t5, gated, untied, single blocks", {{2, 1, false}, {4, 1, true}}},
        {"qwen3_moe", {{2, 2, false}, {1, 4, false}}},
    };
    for (const testing::SmallFamily& family : testing::smallFamilies()) {
        const auto all_run_options = shardings.find(family.name);
        for (std::size_t i = 0; all_run_options != shardings.end() && i < all_run_options->second.size(); ++i) {
            Chance chance(family.name + std::string(", share ") + std::to_string(i));
            const Model model = randomModel(family, chance);
            Workload workload = randomWorkload(model, chance);
            workload.sequence = 4 * chance.from(5, 15); // the tokens are divided equally
            checkStages(family.name + std::string(", share ") + std::to_string(i), model, workload, chance, *device,
                        0.003, all_run_options->second[i]);
        }
    }
}

// Several tensors cross the boundaries of U-Net and AmoebaNet-D.
TEST_CASE("random stages of the zoo's models peak where their layers say")
{
    checkZoo({"unet?B=1&C=8", "unet?B=2&C=4", "amoebanetd?L=3&D=16", "resnet18", "resnet50", "vgg11", "densenet121",
              "efficientnet_b0", "vit_b_16", "gpt?layers=4&hidden=96&heads=4&vocabulary=300&positions=64"});
}

TEST_SUITE("long")
{
    // The number of tokens per expert depends on the weights, so a few stages have larger differences.
    TEST_CASE("random stages of many random models of every family peak where their layers say")
    {
        for (int round = 1; round <= rounds(); ++round) {
            checkFamilies(round, 0.005);
        }
    }

    // ResNet-101 and 152, VGG-13 and 16 are omitted: they repeat layers of the other models, and take long.
    TEST_CASE("random stages of the zoo's large models peak where their layers say")
    {
        checkZoo({"resnet34", "wide_resnet50_2", "wide_resnet101_2", "vgg19"});
    }
}
