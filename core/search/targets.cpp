// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/targets.h"

#include "core/framework/framework.h"
#include "core/search/partitionmethods.h"
#include "core/search/torchtitanmodels.h"

#include <algorithm>

namespace stagecraft {

namespace {

enum class SequenceUse { Never, AsRequested, Always }; // of tensor ranks

// What a framework can be told, as far as lists tell.
struct Abilities {
    std::vector<ScheduleKind>
        schedules; // of several pipeline ranks; with one pipeline rank micro-batches follow one another
    std::vector<int> zero; // of one pipeline rank
    std::vector<int> zero_of_pipelines;
    std::vector<LayerPolicy> policies;
    std::vector<Precision> precisions;
    std::vector<OptimizerKind> optimizers;
    std::vector<ContextKind> contexts;
    std::vector<StateOffload> offloads;
    SequenceUse sequence = SequenceUse::Never;
    bool experts = false;
    bool decoders_only = true;
    bool parts_of_parameters = false; // may be trained
};

// NVIDIA/Megatron-LM of August 2026. Schedules: megatron/core/pipeline_parallel/schedules.py; ZeRO 1 is
// --use-distributed-optimizer, context parallelism --cp-comm-type, offload --optimizer-cpu-offload (megatron/training/
// arguments.py); recomputation: megatron/core/transformer/transformer_config.py. Its FSDP is another framework.
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

// deepspeedai/DeepSpeed of August 2026. Schedule: deepspeed/runtime/pipe/schedule.py, TrainSchedule; ZeRO in pipelines:
// deepspeed/runtime/pipe/engine.py; the rest: docs/_pages/config-json.md. What the model itself is made of is its
// user's.
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
// names of torch.distributed.pipelining; torchtitan/components/optimizer.py. Only with it as their framework are plans
// in bf16-master its own, fp32 that is gathered in 16 bits, and selects selective recomputation operators.
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

std::string textOf(int number)
{
    return std::to_string(number);
}

template <typename Enum>
std::string textOf(Enum value)
{
    return std::string(nameOf(value));
}

// By the names that obstacles have.
std::optional<Dimension> dimensionOf(const std::string& what)
{
    static const std::vector<std::pair<const char*, Dimension>> dimensions {
        {"schedule", Dimension::Schedule},
        {"ZeRO stage", Dimension::Zero},
        {"policy", Dimension::Recompute},
        {"offload", Dimension::Offload},
        {"sequence parallelism", Dimension::Sequence},
        {"kind of context parallelism", Dimension::Context},
        {"context degree", Dimension::Context},
        {"sequence", Dimension::Context},
        {"expert degree", Dimension::Expert},
    };
    const auto found =
        std::find_if(dimensions.begin(), dimensions.end(), [&](const auto& each) { return what == each.first; });
    return found == dimensions.end() ? std::nullopt : std::optional(found->second);
}

// The obstacles of one plan or problem, as they are found.
class Obstacles {
public:
    explicit Obstacles(Target target) : m_of(" of a plan for " + std::string(titleOf(target))) {}

    void add(const std::string& what, std::string value, std::string possible)
    {
        m_all.push_back({"the " + what + m_of, std::move(value), std::move(possible), dimensionOf(what)});
    }

    template <typename Value>
    void require(const std::string& what, const Value& value, const std::vector<Value>& possible,
                 const std::string& hint = {})
    {
        if (std::find(possible.begin(), possible.end(), value) != possible.end()) {
            return;
        }
        std::string known;
        for (const Value& one : possible) {
            known += (known.empty() ? "" : ", ") + textOf(one);
        }
        add(what, textOf(value), (known.empty() ? "none" : known) + hint);
    }

    // Where it is not `usual`, it is one too many.
    template <typename Value>
    void requireUsual(const std::string& what, const Value& value, const Value& usual)
    {
        require(what, value, std::vector<Value> {usual});
    }

    std::vector<TargetObstacle> take() && { return std::move(m_all); }

private:
    std::string m_of;
    std::vector<TargetObstacle> m_all;
};

bool isAdam(OptimizerKind optimizer)
{
    return optimizer == OptimizerKind::Adam || optimizer == OptimizerKind::AdamW;
}

// Of replicas, and for which plans there are no others.
struct ZeroStages {
    std::vector<int> possible;
    std::string where;
};

ZeroStages zeroStagesOf(const Problem& problem, const PlanSettings& settings, Target target, const Abilities& can)
{
    const bool pipeline = settings.pipeline_ranks > 1;
    const OptimizerKind optimizer = problem.workload.optimizer;
    // Megatron-LM's distributed optimizer takes apart Adam alone (megatron/core/optimizer/distrib_optimizer.py).
    if (target == Target::Megatron && !isAdam(optimizer)) {
        return {{0}, ", where the optimizer is " + textOf(optimizer)};
    }
    // Tensor ranks beside ZeRO 3 are refused there (deepspeed/runtime/engine.py, _configure_tensor_parallel_states).
    if (target == Target::DeepSpeed && !pipeline && settings.degrees.sharding.tensor > 1) {
        return {{0, 1, 2}, ", where there are tensor ranks"};
    }
    const int pipelined = modeOf(problem.constraints.framework).pipelined_zero;
    if (target == Target::Torchtitan && pipelined > 0) {
        return {{0, pipeline ? pipelined : 3}, pipeline ? ", where it is a pipeline" : ", where there are replicas"};
    }
    if (pipeline && can.zero != can.zero_of_pipelines) {
        return {can.zero_of_pipelines, ", where it is a pipeline"};
    }
    return {can.zero, ", where there are replicas"};
}

void requireZero(const Problem& problem, const PlanSettings& settings, Target target, const Abilities& can,
                 Obstacles& obstacles)
{
    const int replicas = settings.data * settings.degrees.context;
    const int zero = replicas > 1 ? settings.zero : 0; // nothing to divide: the stages are one
    const bool pipeline = settings.pipeline_ranks > 1;
    const ZeroStages stages = zeroStagesOf(problem, settings, target, can);
    obstacles.require("ZeRO stage", zero, stages.possible, stages.where);
    if (target != Target::Torchtitan || zero != 0 || replicas == 1) {
        return;
    }
    // Replication without sharding is DistributedDataParallel there, which takes no other parallelism beside it.
    if (pipeline || settings.degrees.ranks() > 1) {
        obstacles.add("ZeRO stage", "0", "2, 3, where replicas are not all that there is");
    }
}

// Of the first block, if that has one.
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
            obstacles.add("sequence parallelism", sharding.sequence ? "on" : "off", always ? "on" : "off");
        }
    }
    if (const Attention* attention = target == Target::Torchtitan ? attentionOf(problem.model) : nullptr;
        degrees.context > 1 && attention != nullptr && attention->sinks) { // models/gpt_oss/model/args.py
        obstacles.add("context degree", std::to_string(degrees.context), "1 of a gpt-oss");
    }
    if (degrees.context > 1) {
        obstacles.require("kind of context parallelism", degrees.context_kind, can.contexts);
        if (target == Target::DeepSpeed && settings.pipeline_ranks > 1) {
            obstacles.add("context degree", std::to_string(degrees.context), "1, where it is a pipeline");
        }
        // Tokens are dealt from both ends, so that ranks have equally many scores.
        const std::int64_t parts = 2 * std::int64_t(degrees.context);
        if (target != Target::DeepSpeed && problem.workload.sequence % parts != 0) {
            obstacles.add("sequence", std::to_string(problem.workload.sequence),
                          "multiples of " + std::to_string(parts) + ", twice the context degree");
        }
    }
    // megatron/core/transformer/transformer_config.py, overlap_moe_expert_parallel_comm
    if (sharding.expert == 1 && target == Target::Megatron && settings.schedule == ScheduleKind::Combined) {
        obstacles.add("expert degree", "1", "2 and more, where passes are combined");
    }
    const bool titan = target == Target::Torchtitan && problem.constraints.framework.name == Framework::Torchtitan;
    if (sharding.expert > 1 && !can.experts && !titan) {
        obstacles.add("expert degree", std::to_string(sharding.expert), "1");
    }
    if (sharding.expert > 1 && target == Target::DeepSpeed && (settings.pipeline_ranks > 1 || sharding.tensor > 1)) {
        obstacles.add("expert degree", std::to_string(sharding.expert), "1, where there are stages or tensor ranks");
    }
    if (sharding.expert > 1 && target == Target::Megatron && sharding.tensor > 1 && !sharding.sequence) {
        obstacles.add("sequence parallelism", "off", "on, where experts and products are both divided");
    }
}

void requireTraining(const Problem& problem, const PlanSettings& settings, Target target, const Abilities& can,
                     Obstacles& obstacles)
{
    const TrainingOptions& training = settings.training;
    obstacles.requireUsual("use of replicas", training.replicas, ReplicaUse::Gradients);
    obstacles.require("offload", training.offload, can.offloads);
    const int replicas = settings.data * settings.degrees.context;
    const int zero = replicas > 1 ? settings.zero : 0;
    if (training.offload == StateOffload::Optimizer && zero == 0) {
        obstacles.add("offload", textOf(training.offload), "none, where the ZeRO stage is 0 or nothing to divide");
    }
    if (training.compress_boundaries) {
        obstacles.add("compression of boundaries", "on", "off");
    }
    if (training.in_flight_limit) {
        obstacles.add("limit of micro-batches in flight", std::to_string(*training.in_flight_limit), "none");
    }
    // Casting is FSDP's there, or autocast's where one device, or replicas alone, train.
    const bool casts = replicas > 1 || (settings.pipeline_ranks == 1 && settings.degrees.ranks() == 1);
    if (target == Target::Torchtitan && problem.workload.precision == Precision::Bf16Autocast && !casts) {
        obstacles.add("precision", textOf(Precision::Bf16Autocast),
                      "fp32, where there is neither FSDP nor one device alone");
    }
}

// What the blocks of each pipeline rank do, in the order in which they run there: true is Full.
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

// Full, for the first `count` blocks of each stage.
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
    std::string possible;
    for (const PartitionMethod& method : methods) {
        if (const auto& its = method.split_points[static_cast<std::size_t>(pipeline_ranks)]; !its.empty()) {
            possible += (possible.empty() ? "" : "; ") + listed(its) + " (" + method.name + ")";
        }
    }
    obstacles.add("list of cuts", listed(split_points), possible.empty() ? "none at this depth" : possible);
}

}

Error errorOf(const TargetObstacle& obstacle)
{
    return {ErrorCode::TargetUnsupported, {obstacle.what, obstacle.value, obstacle.possible}, {}};
}

std::string textOf(const TargetObstacle& obstacle)
{
    return obstacle.what + " is " + obstacle.value + "; possible: " + obstacle.possible;
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
    obstacles.require("precision", problem.workload.precision, precisions);
    obstacles.require("optimizer", problem.workload.optimizer, can->optimizers);
    if (problem.workload.trainable.kind != TrainableKind::All && !can->parts_of_parameters) {
        obstacles.add("trainable parameters", trainableText(problem.workload.trainable), "all");
    }
    // The cubic program of its partition methods is followed so far.
    if (const auto layers = problem.model.layers.size();
        target == Target::DeepSpeed && layers > mostPartitionedLayers) {
        obstacles.add("number of layers", std::to_string(layers), "up to " + std::to_string(mostPartitionedLayers));
        return std::move(obstacles).take();
    }
    if (hasGivenCosts(problem.model) || !can->decoders_only) {
        return std::move(obstacles).take();
    }
    const auto facts = decoderFacts(problem.model);
    const std::string decoders = "decoders of language";
    if (!facts) {
        obstacles.add("model", problem.model.name, decoders + " (" + facts.error() + ")");
        return std::move(obstacles).take();
    }
    if (target == Target::Torchtitan && !isKnownToTorchtitan(*facts)) {
        obstacles.add("model", problem.model.name, decoders + std::string(likeTorchtitans));
    }
    // --swiglu and --squared-relu are all that it has beside the Gaussian error unit (megatron/training/arguments.py).
    if (target == Target::Megatron) {
        const bool gaussian = facts->activation == Activation::Gelu || facts->activation == Activation::GeluNew
            || facts->activation == Activation::GeluTanh || facts->activation == Activation::GeluFast;
        if (facts->gated ? facts->activation != Activation::Silu : !gaussian) {
            obstacles.add("activation", std::string(facts->gated ? "gated " : "") + textOf(facts->activation),
                          "gelu, gated silu");
        }
        const bool mlp_bias = facts->intermediate > 0 ? facts->mlp_bias : facts->output_bias;
        const bool expert_bias = facts->experts ? facts->experts->biased : facts->output_bias;
        if (mlp_bias != facts->output_bias || expert_bias != facts->output_bias
            || (facts->output_bias && !facts->qkv_bias)) {
            obstacles.add("bias", "in some products", "in all, in none, in those of queries, keys and values");
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
        obstacles.require("schedule", settings.schedule, can->schedules, ", where it is a pipeline");
        const Attention* attention = target == Target::Torchtitan ? attentionOf(problem.model) : nullptr;
        if (attention != nullptr && (attention->head_norm || attention->sinks)) {
            // pipelining_fn in models/qwen3/__init__.py and models/gpt_oss/__init__.py
            obstacles.add("number of stages", std::to_string(settings.pipeline_ranks),
                          attention->sinks ? "1 of a gpt-oss" : "1 of a Qwen3");
        }
    } else {
        std::vector<ScheduleKind> alone {ScheduleKind::OneForwardOneBackward, ScheduleKind::Sequential};
        if (target == Target::Megatron) {
            alone.push_back(ScheduleKind::Combined);
        }
        obstacles.require("schedule", settings.schedule, alone, ", with one stage");
    }
    requireZero(problem, settings, target, *can, obstacles);
    requireDegrees(problem, settings, target, *can, obstacles);
    requireTraining(problem, settings, target, *can, obstacles);
    std::vector<LayerPolicy> policies = can->policies;
    if (target == Target::Torchtitan && problem.constraints.framework.name != Framework::Torchtitan) {
        std::erase(policies, LayerPolicy::Selective);
    }
    if (settings.schedule == ScheduleKind::Combined) {
        std::erase(policies, LayerPolicy::Full); // the same place of transformer_config.py
    }
    const LayerRange inner = innerLayers(problem.model);
    for (const auto& [policy, name] : enumNames<LayerPolicy>) {
        bool used = inner.count() == 0 && settings.policies.usual == policy;
        for (int l = inner.first; l < inner.last && !used; ++l) {
            used = settings.policies.of(l) == policy;
        }
        if (used) {
            obstacles.require("policy", policy, policies);
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
        const char* possible = "one of all blocks";
        if (target == Target::Megatron) {
            possible = "one of all blocks; full of the same number of blocks from the beginning of each stage on";
        } else if (target == Target::Torchtitan) {
            possible = "one of all blocks; full of every so many-th block of each pipeline rank";
        }
        obstacles.add("policy", policiesText(policiesOf(plan)), possible);
    }
    requireSplitPoints(problem, plan, target, obstacles);
    for (TargetObstacle& obstacle : std::move(obstacles).take()) {
        all.push_back(std::move(obstacle));
    }
    return all;
}

}
