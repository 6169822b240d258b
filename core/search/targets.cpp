// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/targets.h"

#include "core/framework/framework.h"
#include "core/search/partitionmethods.h"
#include "core/search/torchtitanmodels.h"
#include "core/words/common.h"
#include "core/words/framework.h"

#include <algorithm>

namespace stagecraft {

namespace {

enum class SequenceUse { Never, AsRequested, Always }; // sequence parallelism of tensor-parallel ranks

// Settings that a framework supports, as far as lists can express them.
struct Abilities {
    std::vector<ScheduleKind> schedules; // with several pipeline ranks; with one, micro-batches run one after another
    std::vector<int> zero; // with one pipeline rank
    std::vector<int> zero_of_pipelines;
    std::vector<LayerPolicy> policies;
    std::vector<Precision> precisions;
    std::vector<OptimizerKind> optimizers;
    std::vector<ContextKind> contexts;
    std::vector<StateOffload> offloads;
    SequenceUse sequence = SequenceUse::Never;
    bool experts = false;
    bool decoders_only = true;
    bool parts_of_parameters = false; // a subset of the parameters can be trained
};

// NVIDIA/Megatron-LM, August 2026. Schedules: megatron/core/pipeline_parallel/schedules.py; ZeRO 1 is
// --use-distributed-optimizer, context parallelism --cp-comm-type, offload --optimizer-cpu-offload
// (megatron/training/arguments.py); recomputation: megatron/core/transformer/transformer_config.py. Megatron-FSDP is a
// separate framework.
const Abilities megatron {
    {ScheduleKind::OneForwardOneBackward, ScheduleKind::Interleaved, ScheduleKind::Combined},
    {0, 1},
    {0, 1},
    {LayerPolicy::Keep, LayerPolicy::Selective, LayerPolicy::Full},
    {Precision::Fp32, Precision::Bf16Master, Precision::Fp16},
    {OptimizerKind::Sgd, OptimizerKind::Momentum, OptimizerKind::Adam, OptimizerKind::AdamW},
    {ContextKind::Ring, ContextKind::Ulysses},
    {StateOffload::None, StateOffload::Optimizer},
    SequenceUse::AsRequested,
    true,
    true,
    false,
};

// deepspeedai/DeepSpeed, August 2026. Schedule: deepspeed/runtime/pipe/schedule.py, TrainSchedule; ZeRO in pipelines:
// deepspeed/runtime/pipe/engine.py; the rest: docs/_pages/config-json.md. The model itself comes from the user.
const Abilities deepspeed {
    {ScheduleKind::OneForwardOneBackward},
    {0, 1, 2, 3},
    {0, 1},
    {LayerPolicy::Keep, LayerPolicy::Full},
    {Precision::Fp32, Precision::Bf16Autocast, Precision::Bf16Master, Precision::Fp16},
    {OptimizerKind::Sgd, OptimizerKind::Momentum, OptimizerKind::Adam, OptimizerKind::AdamW},
    {ContextKind::Ulysses},
    {StateOffload::None, StateOffload::Optimizer, StateOffload::Parameters},
    SequenceUse::Never,
    true,
    false,
    true,
};

// pytorch/torchtitan v0.2.2, the last release with configuration files. torchtitan/config/job_config.py; FSDP and
// tensor parallelism of its Llama 3 and Qwen3: infra/parallelize.py of both in torchtitan/models; schedules by the
// names of torch.distributed.pipelining; torchtitan/components/optimizer.py. Only with torchtitan as the framework do
// plans in bf16-master follow its scheme (fp32, gathered in 16 bits), and does selective recomputation select
// operators.
const Abilities torchtitan {
    {ScheduleKind::OneForwardOneBackward, ScheduleKind::GPipe, ScheduleKind::InterleavedRounds,
     ScheduleKind::ZeroBubbleV},
    {0, 2, 3},
    {0, 2, 3},
    {LayerPolicy::Keep, LayerPolicy::Selective, LayerPolicy::Full},
    {Precision::Fp32, Precision::Bf16Autocast, Precision::Bf16Master},
    {OptimizerKind::Adam, OptimizerKind::AdamW},
    {ContextKind::Ring},
    {StateOffload::None, StateOffload::Parameters},
    SequenceUse::Always,
    false,
    true,
    false,
};

const Abilities* abilitiesOf(Target target)
{
    switch (target) {
    case Target::Megatron:
        return &megatron;
    case Target::DeepSpeed:
        return &deepspeed;
    case Target::Torchtitan:
        return &torchtitan;
    case Target::Any:
        break;
    }
    return nullptr;
}

template <typename Value>
Argument listOf(const std::vector<Value>& values)
{
    return values.empty() ? Argument(words::common::none) : Argument(ArgumentList(values.begin(), values.end()));
}

// Obstacles of one plan or problem, collected in order.
class Obstacles {
public:
    explicit Obstacles(Target target) : m_target(target) {}

    void add(TargetSetting setting, Argument value, ArgumentList possible)
    {
        m_all.push_back({m_target, setting, std::move(value), std::move(possible)});
    }

    template <typename Value>
    void require(TargetSetting setting, const Value& value, const std::vector<Value>& possible)
    {
        if (!isOneOf(possible, value)) {
            add(setting, value, {listOf(possible)});
        }
    }

    // `where`: the plans that support only these values.
    template <typename Value>
    void require(TargetSetting setting, const Value& value, const std::vector<Value>& possible,
                 const PhraseOf<1>& where)
    {
        if (!isOneOf(possible, value)) {
            add(setting, value, {say(where, listOf(possible))});
        }
    }

    // Adds an obstacle if the value is not `usual`.
    template <typename Value>
    void requireUsual(TargetSetting setting, const Value& value, const Value& usual)
    {
        require(setting, value, std::vector<Value> {usual});
    }

    std::vector<TargetObstacle> take() && { return std::move(m_all); }

private:
    template <typename Value>
    static bool isOneOf(const std::vector<Value>& values, const Value& value)
    {
        return std::find(values.begin(), values.end(), value) != values.end();
    }

    Target m_target;
    std::vector<TargetObstacle> m_all;
};

bool isAdam(OptimizerKind optimizer)
{
    return optimizer == OptimizerKind::Adam || optimizer == OptimizerKind::AdamW;
}

void requireZero(const Problem& problem, const PlanSettings& settings, Target target, const Abilities& can,
                 Obstacles& obstacles)
{
    const int replicas = settings.data * settings.degrees.context;
    const int zero = replicas > 1 ? settings.zero : 0; // nothing to shard without replicas: all ZeRO stages are equal
    const bool pipeline = settings.pipeline_ranks > 1;
    const OptimizerKind optimizer = problem.workload.optimizer;
    const int pipelined = modeOf(problem.constraints.framework).pipelined_zero;
    const auto require = [&](const std::vector<int>& possible, const PhraseOf<1>& where) {
        obstacles.require(TargetSetting::ZeroStage, zero, possible, where);
    };
    if (target == Target::Megatron && !isAdam(optimizer)) {
        // Megatron-LM's distributed optimizer only supports Adam (megatron/core/optimizer/distrib_optimizer.py).
        if (zero != 0) {
            obstacles.add(TargetSetting::ZeroStage, zero, {say(words::framework::with_optimizer, 0, optimizer)});
        }
    } else if (target == Target::DeepSpeed && !pipeline && settings.degrees.sharding.tensor > 1) {
        // DeepSpeed rejects tensor parallelism with ZeRO 3 (deepspeed/runtime/engine.py,
        // _configure_tensor_parallel_states).
        require({0, 1, 2}, words::framework::with_tensor_ranks);
    } else if (target == Target::Torchtitan && pipelined > 0) {
        require({0, pipeline ? pipelined : 3},
                pipeline ? words::framework::in_pipelines : words::framework::with_replicas);
    } else if (pipeline && can.zero != can.zero_of_pipelines) {
        require(can.zero_of_pipelines, words::framework::in_pipelines);
    } else {
        require(can.zero, words::framework::with_replicas);
    }
    // Replication without sharding is DistributedDataParallel in torchtitan, which excludes other parallelism.
    if (target == Target::Torchtitan && zero == 0 && replicas > 1 && (pipeline || settings.degrees.ranks() > 1)) {
        obstacles.add(TargetSetting::ZeroStage, 0, {words::framework::zero_beside_others});
    }
}

const PhraseOf<0>& onOrOff(bool is_on)
{
    return is_on ? words::framework::on : words::framework::off;
}

// Returns the attention of the first block; null if it has none.
const Attention* attentionOf(const Model& model)
{
    const auto* program = model.layers.size() > 1 ? std::get_if<Program>(&model.layers[1].spec) : nullptr;
    if (program == nullptr) {
        return nullptr;
    }
    for (const Statement& statement : program->statements()) {
        if (const auto* attention = std::get_if<Attention>(&statement.op)) {
            return attention;
        }
    }
    return nullptr;
}

void requireDegrees(const Problem& problem, const PlanSettings& settings, Target target, const Abilities& can,
                    Obstacles& obstacles)
{
    const LayerDegrees& degrees = settings.degrees;
    const Sharding& sharding = degrees.sharding;
    if (sharding.tensor > 1 && can.sequence != SequenceUse::AsRequested) {
        const bool always = can.sequence == SequenceUse::Always;
        if (sharding.sequence != always) {
            obstacles.add(TargetSetting::SequenceParallelism, onOrOff(sharding.sequence), {onOrOff(always)});
        }
    }
    if (const Attention* attention = target == Target::Torchtitan ? attentionOf(problem.model) : nullptr;
        degrees.context > 1 && attention != nullptr && attention->sinks) { // models/gpt_oss/model/args.py
        obstacles.add(TargetSetting::ContextDegree, degrees.context, {words::framework::one_of_gpt_oss});
    }
    if (degrees.context > 1) {
        obstacles.require(TargetSetting::ContextKind, degrees.context_kind, can.contexts);
        if (target == Target::DeepSpeed && settings.pipeline_ranks > 1) {
            obstacles.add(TargetSetting::ContextDegree, degrees.context, {say(words::framework::in_pipelines, 1)});
        }
        // Context-parallel ranks take tokens from both ends of a sample, which balances their attention scores.
        const std::int64_t parts = 2 * std::int64_t(degrees.context);
        if (target != Target::DeepSpeed && problem.workload.sequence % parts != 0) {
            obstacles.add(
                TargetSetting::Sequence, problem.workload.sequence,
                {say(words::framework::twice_the_context_degree, say(words::framework::multiples_of, parts))});
        }
    }
    // megatron/core/transformer/transformer_config.py, overlap_moe_expert_parallel_comm
    if (sharding.expert == 1 && target == Target::Megatron && settings.schedule == ScheduleKind::Combined) {
        obstacles.add(TargetSetting::ExpertDegree, 1, {words::framework::experts_combined});
    }
    const bool titan = target == Target::Torchtitan && problem.constraints.framework.name == Framework::Torchtitan;
    if (sharding.expert > 1 && !can.experts && !titan) {
        obstacles.add(TargetSetting::ExpertDegree, sharding.expert, {1});
    }
    if (sharding.expert > 1 && target == Target::DeepSpeed && (settings.pipeline_ranks > 1 || sharding.tensor > 1)) {
        obstacles.add(TargetSetting::ExpertDegree, sharding.expert,
                      {say(words::framework::with_stages_or_tensor_ranks, 1)});
    }
    if (sharding.expert > 1 && target == Target::Megatron && sharding.tensor > 1 && !sharding.sequence) {
        obstacles.add(TargetSetting::SequenceParallelism, words::framework::off,
                      {words::framework::sequence_with_experts});
    }
}

void requireTraining(const Problem& problem, const PlanSettings& settings, Target target, const Abilities& can,
                     Obstacles& obstacles)
{
    const TrainingOptions& training = settings.training;
    obstacles.requireUsual(TargetSetting::ReplicaUse, training.replicas, ReplicaUse::Gradients);
    obstacles.require(TargetSetting::Offload, training.offload, can.offloads);
    const int replicas = settings.data * settings.degrees.context;
    const int zero = replicas > 1 ? settings.zero : 0;
    if (training.offload == StateOffload::Optimizer && zero == 0) {
        obstacles.add(TargetSetting::Offload, training.offload, {words::framework::offload_divides});
    }
    if (training.compress_boundaries) {
        obstacles.add(TargetSetting::BoundaryCompression, words::framework::on, {words::framework::off});
    }
    if (training.in_flight_limit) {
        obstacles.add(TargetSetting::InFlightLimit, *training.in_flight_limit, {words::common::none});
    }
    // Mixed precision comes from FSDP, or from autocast on one device or with replicas only.
    const bool casts = replicas > 1 || (settings.pipeline_ranks == 1 && settings.degrees.ranks() == 1);
    if (target == Target::Torchtitan && problem.workload.precision == Precision::Bf16Autocast && !casts) {
        obstacles.add(TargetSetting::Precision, Precision::Bf16Autocast, {words::framework::fp32_alone});
    }
}

Argument activationOf(const DecoderFacts& facts)
{
    return facts.gated ? Argument(say(words::framework::gated, facts.activation)) : Argument(facts.activation);
}

// Returns the policy of the blocks of each pipeline rank (or stage), in execution order; true is Full.
std::vector<std::vector<bool>> recomputedBlocks(const Problem& problem, const Plan& plan, bool by_pipeline_rank)
{
    const LayerRange inner = innerLayers(problem.model);
    std::vector<std::vector<bool>> parts(by_pipeline_rank ? static_cast<std::size_t>(plan.pipelineRanks())
                                                          : plan.stages.size());
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
        const Stage& stage = plan.stages[s];
        auto& blocks = parts[by_pipeline_rank ? static_cast<std::size_t>(stage.pipeline_rank) : s];
        for (int l = std::max(stage.layers.first, inner.first); l < std::min(stage.layers.last, inner.last); ++l) {
            blocks.push_back(stage.policies.of(l) == LayerPolicy::Full);
        }
    }
    return parts;
}

// True if exactly the first `count` blocks of each stage are Full.
bool firstOfStages(const std::vector<std::vector<bool>>& stages, int count)
{
    return std::all_of(stages.begin(), stages.end(), [&](const std::vector<bool>& blocks) {
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            if (blocks[i] != (i < static_cast<std::size_t>(count))) {
                return false;
            }
        }
        return true;
    });
}

bool everyOf(const std::vector<std::vector<bool>>& pipeline_ranks, std::size_t step)
{
    return std::all_of(pipeline_ranks.begin(), pipeline_ranks.end(), [&](const std::vector<bool>& blocks) {
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            if (blocks[i] != ((i + 1) % step == 0)) {
                return false;
            }
        }
        return true;
    });
}

void requireSplitPoints(const Problem& problem, const Plan& plan, Target target, Obstacles& obstacles)
{
    const std::vector<int> split_points = plan.splitPoints();
    const int pipeline_ranks = static_cast<int>(plan.stages.size());
    const auto methods = partitionMethods(problem, target, plan.stages.front().degrees.tensor, pipeline_ranks);
    const bool known = std::any_of(methods.begin(), methods.end(), [&](const PartitionMethod& method) {
        return method.split_points[static_cast<std::size_t>(pipeline_ranks)] == split_points;
    });
    if (methods.empty() || known) {
        return;
    }
    const auto listed = [](const std::vector<int>& all) {
        std::string text;
        for (const int split_point : all) {
            text += (text.empty() ? "" : ",") + std::to_string(split_point);
        }
        return text;
    };
    ArgumentList possible;
    for (const PartitionMethod& method : methods) {
        if (const auto& its = method.split_points[static_cast<std::size_t>(pipeline_ranks)]; !its.empty()) {
            possible.emplace_back(say(words::framework::cut_by_method, listed(its), method.name));
        }
    }
    if (possible.empty()) {
        possible.emplace_back(words::framework::no_cuts);
    }
    obstacles.add(TargetSetting::SplitPoints, listed(split_points), std::move(possible));
}

}

PlanSettings settingsOf(const Constraints& fixed, int pipeline_ranks)
{
    return {fixed.schedule, pipeline_ranks, fixed.zero,    fixed.data.value_or(1),
            fixed.degrees,  fixed.policies, fixed.training};
}

PlanSettings settingsOf(const Plan& plan)
{
    return {plan.schedule,
            plan.pipelineRanks(),
            plan.zero_stage,
            plan.stages.front().degrees.data,
            layerDegrees(plan, plan.stages.front()),
            policiesOf(plan),
            plan.training};
}

LayerRange innerLayers(const Model& model)
{
    const int layers = static_cast<int>(model.layers.size());
    return layers > 2 ? LayerRange {1, layers - 1} : LayerRange {0, 0};
}

std::optional<LayerPolicy> commonPolicy(const Model& model, const LayerPolicies& policies)
{
    const LayerRange inner = innerLayers(model);
    std::optional<LayerPolicy> common;
    for (int l = inner.first; l < inner.last; ++l) {
        if (common && *common != policies.of(l)) {
            return std::nullopt;
        }
        common = policies.of(l);
    }
    return common.value_or(policies.usual);
}

std::vector<TargetObstacle> targetObstacles(const Problem& problem, Target target)
{
    const Abilities* can = abilitiesOf(target);
    if (can == nullptr) {
        return {};
    }
    Obstacles obstacles(target);
    std::vector<Precision> precisions = can->precisions;
    if (target == Target::Torchtitan && problem.constraints.framework.name != Framework::Torchtitan) {
        std::erase(precisions, Precision::Bf16Master);
    }
    obstacles.require(TargetSetting::Precision, problem.workload.precision, precisions);
    obstacles.require(TargetSetting::Optimizer, problem.workload.optimizer, can->optimizers);
    if (problem.workload.trainable.kind != TrainableKind::All && !can->parts_of_parameters) {
        obstacles.add(TargetSetting::Trainable, trainableText(problem.workload.trainable), {words::framework::all});
    }
    // The partition methods take cubic time, so longer chains are not covered.
    if (const auto layers = problem.model.layers.size();
        target == Target::DeepSpeed && layers > mostPartitionedLayers) {
        obstacles.add(TargetSetting::Layers, layers, {say(words::framework::up_to, mostPartitionedLayers)});
        return std::move(obstacles).take();
    }
    if (hasGivenCosts(problem.model) || !can->decoders_only) {
        return std::move(obstacles).take();
    }
    const auto facts = decoderFacts(problem.model);
    if (!facts) {
        obstacles.add(TargetSetting::Model, problem.model.name, {say(words::framework::decoders_but, facts.error())});
        return std::move(obstacles).take();
    }
    if (target == Target::Torchtitan && !isKnownToTorchtitan(*facts)) {
        obstacles.add(TargetSetting::Model, problem.model.name, {knownToTorchtitan()});
    }
    // Activations besides GELU are --swiglu and --squared-relu only (megatron/training/arguments.py).
    if (target == Target::Megatron) {
        const bool gaussian = facts->activation == Activation::Gelu || facts->activation == Activation::GeluNew
            || facts->activation == Activation::GeluTanh || facts->activation == Activation::GeluFast;
        if (facts->gated ? facts->activation != Activation::Silu : !gaussian) {
            obstacles.add(TargetSetting::Activation, activationOf(*facts),
                          {Argument(ArgumentList {Activation::Gelu, say(words::framework::gated, Activation::Silu)})});
        }
        const bool mlp_bias = facts->intermediate > 0 ? facts->mlp_bias : facts->output_bias;
        const bool expert_bias = facts->experts ? facts->experts->biased : facts->output_bias;
        if (mlp_bias != facts->output_bias || expert_bias != facts->output_bias
            || (facts->output_bias && !facts->qkv_bias)) {
            obstacles.add(TargetSetting::Bias, words::framework::some_biases, {words::framework::possible_biases});
        }
    }
    return std::move(obstacles).take();
}

std::vector<TargetObstacle> targetObstacles(const Problem& problem, const PlanSettings& settings, Target target)
{
    const Abilities* can = abilitiesOf(target);
    if (can == nullptr) {
        return {};
    }
    Obstacles obstacles(target);
    if (settings.pipeline_ranks > 1) {
        obstacles.require(TargetSetting::Schedule, settings.schedule, can->schedules, words::framework::in_pipelines);
        const Attention* attention = target == Target::Torchtitan ? attentionOf(problem.model) : nullptr;
        if (attention != nullptr && (attention->head_norm || attention->sinks)) {
            // pipelining_fn in models/qwen3/__init__.py and models/gpt_oss/__init__.py
            obstacles.add(TargetSetting::Stages, settings.pipeline_ranks,
                          {attention->sinks ? words::framework::one_of_gpt_oss : words::framework::one_of_qwen3});
        }
    } else {
        std::vector<ScheduleKind> alone {ScheduleKind::OneForwardOneBackward, ScheduleKind::Sequential};
        if (target == Target::Megatron) {
            alone.push_back(ScheduleKind::Combined);
        }
        obstacles.require(TargetSetting::Schedule, settings.schedule, alone, words::framework::with_one_stage);
    }
    requireZero(problem, settings, target, *can, obstacles);
    requireDegrees(problem, settings, target, *can, obstacles);
    requireTraining(problem, settings, target, *can, obstacles);
    std::vector<LayerPolicy> policies = can->policies;
    if (target == Target::Torchtitan && problem.constraints.framework.name != Framework::Torchtitan) {
        std::erase(policies, LayerPolicy::Selective);
    }
    if (settings.schedule == ScheduleKind::Combined) {
        std::erase(policies, LayerPolicy::Full); // also in transformer_config.py
    }
    const LayerRange inner = innerLayers(problem.model);
    for (const auto& [policy, name] : enumNames<LayerPolicy>) {
        bool used = inner.count() == 0 && settings.policies.usual == policy;
        for (int l = inner.first; l < inner.last && !used; ++l) {
            used = settings.policies.of(l) == policy;
        }
        if (used) {
            obstacles.require(TargetSetting::Policy, policy, policies);
        }
    }
    return std::move(obstacles).take();
}

bool alwaysSequenceParallel(Target target)
{
    const Abilities* can = abilitiesOf(target);
    return can != nullptr && can->sequence == SequenceUse::Always;
}

std::optional<RecomputeWords> recomputeWords(const Problem& problem, const Plan& plan, Target target)
{
    const LayerPolicies policies = policiesOf(plan);
    if (const auto common = commonPolicy(problem.model, policies)) {
        return RecomputeWords {*common};
    }
    const LayerRange inner = innerLayers(problem.model);
    for (int l = inner.first; l < inner.last; ++l) {
        if (policies.of(l) != LayerPolicy::Keep && policies.of(l) != LayerPolicy::Full) {
            return std::nullopt;
        }
    }
    if (target == Target::Megatron) {
        const auto stages = recomputedBlocks(problem, plan, false);
        for (int count = 1; count < inner.count(); ++count) {
            if (firstOfStages(stages, count)) {
                return RecomputeWords {LayerPolicy::Full, count, 1};
            }
        }
    }
    if (target == Target::Torchtitan) {
        const auto pipeline_ranks = recomputedBlocks(problem, plan, true);
        for (int step = 2; step <= inner.count(); ++step) {
            if (everyOf(pipeline_ranks, static_cast<std::size_t>(step))) {
                return RecomputeWords {LayerPolicy::Full, 0, step};
            }
        }
    }
    return std::nullopt;
}

std::vector<TargetObstacle> targetObstacles(const Problem& problem, const Plan& plan, Target target)
{
    std::vector<TargetObstacle> all = targetObstacles(problem, target);
    if (target == Target::Any) {
        return all;
    }
    for (TargetObstacle& obstacle : targetObstacles(problem, settingsOf(plan), target)) {
        all.push_back(std::move(obstacle));
    }
    Obstacles obstacles(target);
    if (!recomputeWords(problem, plan, target)) {
        const PhraseOf<0>& possible = target == Target::Megatron ? words::framework::first_blocks
            : target == Target::Torchtitan                       ? words::framework::every_block
                                                                 : words::framework::one_policy;
        obstacles.add(TargetSetting::Policy, policiesText(policiesOf(plan)), {possible});
    }
    requireSplitPoints(problem, plan, target, obstacles);
    for (TargetObstacle& obstacle : std::move(obstacles).take()) {
        all.push_back(std::move(obstacle));
    }
    return all;
}

}
