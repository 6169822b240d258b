// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/framework/framework.h"
#include "core/model/trainable.h"
#include "core/search/searchspace.h"
#include "tests/support/testedproblem.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace stagecraft::testing {

// Random problems, each with more fixed settings than the previous one.
class RandomProblems {
public:
    explicit RandomProblems(unsigned seed) : m_random(seed) {}

    template <typename T>
    T any(std::initializer_list<T> of)
    {
        return *(of.begin() + static_cast<std::ptrdiff_t>(m_random() % of.size()));
    }

    bool chance(unsigned percent) { return m_random() % 100 < percent; }

    template <typename T>
    const T& any(const std::vector<T>& of)
    {
        return of[m_random() % of.size()];
    }

    Problem free(bool large)
    {
        Problem problem;
        const std::string device = any<const char*>({"A100-80GB", "H100-80GB"});
        const std::string nodes = large ? any<const char*>({"128x8x", "128x8x", "64x8x"})
                                        : any<const char*>({"8x", "2x8x", "4x4x", "2x6x", "8x1x"});
        const std::string model = large
            ? any<const char*>({"zoo:gpt3-175b", "zoo:gpt3-175b", "zoo:gpt?layers=60&hidden=8192&heads=64"})
            : any<const char*>({"zoo:gpt2-xl", "zoo:gpt-1.3b", "zoo:gpt?layers=12&hidden=2304&heads=24",
                                "zoo:gpt?layers=22&hidden=4096&heads=32", "zoo:gpt?layers=2&hidden=256&heads=4"});
        problem.model = readModel(model).value();
        problem.cluster = parseCluster(nodes + device + "@" + any<const char*>({"16", "30"})).value();
        Workload& workload = problem.workload;
        workload.precision = any({Precision::Bf16Autocast, Precision::Bf16Master});
        workload.sequence = problem.model.default_sequence;
        workload.global_batch =
            large ? any<std::int64_t>({1536, 1024, 768}) : any<std::int64_t>({2, 64, 96, 250, 256, 2048});
        if (chance(30)) {
            problem.target = any({Target::Megatron, Target::DeepSpeed, Target::Torchtitan});
        }
        Constraints& constraints = problem.constraints;
        if (chance(40)) {
            useSomeFramework(problem, large);
        } else if (!large && problem.target == Target::Any && chance(40)) {
            useOtherModel(problem);
        }
        constraints.objective = any({Objective::Memory, Objective::Balanced, Objective::Throughput, Objective::Cost});
        std::vector<Dimension> dimensions {Dimension::MicroBatch};
        if (problem.model.sample == SampleKind::Tokens) {
            dimensions.insert(
                dimensions.end(),
                {Dimension::Tensor, Dimension::TensorAcrossNodes, Dimension::Sequence, Dimension::Context});
        }
        if (problem.model.name == "mixture") {
            dimensions.push_back(Dimension::Expert);
        }
        if (constraints.zero == 0) {
            dimensions.push_back(Dimension::Zero);
        }
        dimensions.insert(dimensions.end(), {Dimension::Recompute, Dimension::Offload});
        if (!large || chance(20)) { // large problems take many seconds each
            dimensions.insert(dimensions.end(), {Dimension::Schedule, Dimension::Interleave});
        }
        std::copy_if(dimensions.begin(), dimensions.end(), std::back_inserter(constraints.vary),
                     [&](Dimension) { return chance(60); });
        forgetAcrossNodes(constraints);
        if (varies(constraints.vary, Dimension::Interleave) && !varies(constraints.vary, Dimension::Schedule)) {
            constraints.schedule = ScheduleKind::Interleaved;
        }
        return problem;
    }

    // Fixes one more setting, to the value of some of its plans or to a user's choice. Returns false if no setting is
    // left.
    bool fix(Problem& problem)
    {
        const std::vector<ConfigurationGroup> config_groups = configurationGroups(problem);
        if (config_groups.empty()) {
            return false;
        }
        const ConfigurationGroup& config_group = like(config_groups);
        Constraints& constraints = problem.constraints;
        const int ways = 3 + static_cast<int>(constraints.vary.size());
        for (int tries = 0; tries < 20; ++tries) {
            const int way = static_cast<int>(m_random() % static_cast<unsigned>(ways));
            if (way == 0 && !constraints.pipeline) {
                constraints.pipeline = depth(problem, config_group);
                return true;
            }
            if (way == 1 && !constraints.data) {
                constraints.data = config_group.data();
                return true;
            }
            if (way == 2 && !constraints.micro_batches && constraints.data
                && !varies(constraints.vary, Dimension::MicroBatch)) {
                constraints.data = config_group.data();
                constraints.micro_batches = config_group.micro_batches;
                return true;
            }
            if (way >= 3) {
                const Dimension dimension = constraints.vary[static_cast<std::size_t>(way - 3)];
                std::erase(constraints.vary, dimension);
                fix(constraints, dimension, config_group.fixed);
                forgetAcrossNodes(constraints);
                if (chance(30)) {
                    fixToAny(problem, dimension);
                }
                return true;
            }
        }
        return false;
    }

private:
    // The setting has no effect without a search over TP sizes.
    static void forgetAcrossNodes(Constraints& constraints)
    {
        if (!varies(constraints.vary, Dimension::Tensor)) {
            std::erase(constraints.vary, Dimension::TensorAcrossNodes);
        }
    }

    // Sets a framework that changes the layers, and a model that it supports.
    void useSomeFramework(Problem& problem, bool large)
    {
        const Framework framework = any({Framework::MegatronCore, Framework::Nanotron, Framework::Fsdp2,
                                         Framework::Torchtitan, Framework::DeepSpeed});
        if (framework != Framework::MegatronCore || chance(50)) {
            problem.model = llama(large ? any({32, 48, 80}) : any({4, 12, 22}), large ? 8192 : any({512, 2048, 4096}));
            problem.workload.sequence = 4096;
        }
        problem.workload.precision = Precision::Bf16Master;
        problem.target = Target::Any;
        useFramework(problem, framework);
    }

    // Sets a mixture of experts, adapters with frozen weights, or images.
    void useOtherModel(Problem& problem)
    {
        const int which = any({0, 1, 2});
        if (which == 0) {
            problem.model = parseConfig(R"({"model_type": "mixtral", "num_hidden_layers": 12, "hidden_size": 1024,
                    "intermediate_size": 2816, "num_attention_heads": 16, "num_key_value_heads": 8,
                    "num_local_experts": 8, "num_experts_per_tok": 2, "vocab_size": 32000,
                    "max_position_embeddings": 2048})",
                                        "mixture")
                                .value();
        } else if (which == 1) {
            problem.workload.trainable = *parseTrainable("lora:8");
        } else {
            problem.model = readModel("zoo:resnet50").value();
        }
        problem.workload.sequence = problem.model.default_sequence;
    }

    static Model llama(int layers, int hidden)
    {
        const std::string config =
            R"({"model_type": "llama", "vocab_size": 32000, "hidden_act": "silu", "hidden_size": )"
            + std::to_string(hidden) + R"(, "intermediate_size": )" + std::to_string(hidden * 7 / 2)
            + R"(, "num_hidden_layers": )" + std::to_string(layers) + R"(, "num_attention_heads": )"
            + std::to_string(hidden / 64) + R"(, "num_key_value_heads": 8, "rms_norm_eps": 1e-5,
                "max_position_embeddings": 8192, "tie_word_embeddings": false})";
        return parseConfig(config, "llama-" + std::to_string(layers) + "-" + std::to_string(hidden) + ".json").value();
    }

    // Prefers realistic settings: TP within a node, small micro-batches; otherwise any.
    const ConfigurationGroup& like(const std::vector<ConfigurationGroup>& config_groups)
    {
        if (chance(40)) {
            return any(config_groups);
        }
        const ConfigurationGroup* best = &any(config_groups);
        for (int tries = 0; tries < 200; ++tries) {
            const ConfigurationGroup& other = any(config_groups);
            const auto strange = [](const ConfigurationGroup& f) {
                return std::abs(f.fixed.degrees.sharding.tensor - 8) + std::abs(int(f.fixed.micro_batch) - 2)
                    + 4 * (std::abs(int(std::log2(f.data())) - 3));
            };
            best = strange(other) < strange(*best) ? &other : best;
        }
        return *best;
    }

    int depth(const Problem& problem, const ConfigurationGroup& config_group)
    {
        const int blocks = static_cast<int>(problem.model.layers.size()) - 2;
        std::vector<int> depths;
        for (int pipeline_ranks = config_group.shallowest; pipeline_ranks <= config_group.deepest; ++pipeline_ranks) {
            if (blocks % pipeline_ranks == 0) {
                depths.push_back(pipeline_ranks);
            }
        }
        if (depths.empty() || chance(25)) {
            return config_group.shallowest
                + static_cast<int>(m_random()
                                   % static_cast<unsigned>(config_group.deepest - config_group.shallowest + 1));
        }
        return any(depths);
    }

    static void fix(Constraints& constraints, Dimension dimension, const Constraints& as)
    {
        switch (dimension) {
        case Dimension::Tensor:
            constraints.degrees.sharding.tensor = as.degrees.sharding.tensor;
            break;
        case Dimension::Context:
            constraints.degrees.context = as.degrees.context;
            break;
        case Dimension::Expert:
            constraints.degrees.sharding.expert = as.degrees.sharding.expert;
            break;
        case Dimension::Sequence:
            constraints.degrees.sharding.sequence = as.degrees.sharding.sequence;
            break;
        case Dimension::MicroBatch:
            constraints.micro_batch = as.micro_batch;
            break;
        case Dimension::Schedule:
            constraints.schedule = as.schedule;
            break;
        case Dimension::Interleave:
            constraints.interleave = as.interleave;
            break;
        case Dimension::Zero:
            constraints.zero = as.zero;
            break;
        case Dimension::Recompute:
            constraints.policies.usual = as.policies.usual;
            break;
        case Dimension::Offload:
            constraints.training.offload = as.training.offload;
            break;
        default:
            break;
        }
    }

    // Fixes a dimension to a value that the search need not try.
    void fixToAny(Problem& problem, Dimension dimension)
    {
        Constraints& constraints = problem.constraints;
        switch (dimension) {
        case Dimension::Tensor:
            constraints.degrees.sharding.tensor = any({2, 3, 4, 8, 16});
            break;
        case Dimension::Context:
            constraints.degrees.context = any({2, 4, 8, 16, 32});
            break;
        case Dimension::MicroBatch:
            constraints.micro_batch = std::gcd(problem.workload.global_batch, any<std::int64_t>({3, 128, 250, 2048}));
            break;
        case Dimension::Interleave:
            constraints.interleave = any({2, 3, 9, 12});
            break;
        case Dimension::Recompute:
            constraints.policies.ranges.assign(1, {LayerPolicy::Full, 0, 2});
            break;
        case Dimension::Offload:
            constraints.training.offload = any({StateOffload::Optimizer, StateOffload::PipelinedOptimizer});
            break;
        default:
            break;
        }
    }

    std::mt19937 m_random;
};

}
