// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/stackrun.h"

#include "core/framework/framework.h"

#include <algorithm>

namespace stagecraft {

namespace {

using Obstacle = tl::unexpected<std::string>;

template <typename Op>
std::vector<const Op*> operatorsOf(const Layer& layer)
{
    std::vector<const Op*> found;
    if (const auto* program = std::get_if<Program>(&layer.spec)) {
        for (const Statement& statement : program->statements()) {
            if (const auto* op = std::get_if<Op>(&statement.op)) {
                found.push_back(op);
            }
        }
    }
    return found;
}

// Sizes of the embedding and the head.
std::string takeEnds(const Layer& first, const Layer& last, Run& run)
{
    const auto tables = operatorsOf<Embedding>(first);
    const auto positions = operatorsOf<PositionEmbedding>(first);
    const auto losses = operatorsOf<CrossEntropy>(last);
    const auto projections = operatorsOf<Linear>(last);
    if (tables.size() != 1 || !operatorsOf<Attention>(first).empty()) {
        return "the model does not begin with an embedding of tokens";
    }
    if (losses.size() != 1 || projections.empty() || projections.back()->out != tables.front()->count) {
        return "the model does not end with a language model's head";
    }
    run.hidden = tables.front()->width;
    run.vocabulary = tables.front()->count;
    run.positions = positions.empty() ? 0 : positions.front()->count;
    run.tied = !tables.front()->shared.empty() && tables.front()->shared == projections.back()->shared;
    return {};
}

std::string takeBlock(const Layer& block, Run& run)
{
    const auto attention = operatorsOf<Attention>(block);
    const auto products = operatorsOf<Linear>(block);
    const auto experts = operatorsOf<Experts>(block);
    const bool multiplies = !operatorsOf<Multiply>(block).empty();
    if (attention.size() != 1 || attention.front()->heads * attention.front()->head_width != *run.hidden) {
        return "its blocks are not one attention over heads that make up the hidden size";
    }
    run.heads = attention.front()->heads;
    run.kv_heads = attention.front()->kv_heads;
    if (!experts.empty()) {
        run.experts = experts.front()->count;
        run.experts_per_token = experts.front()->active;
        run.ffn = experts.front()->intermediate;
        run.gated = true; // of every expert: gate, up and down
        return multiplies || experts.size() > 1 ? "its blocks have shared experts" : "";
    }
    // The last product ends the feed-forward: down from its width.
    if (products.empty() || products.back()->out != *run.hidden) {
        return "its blocks do not end with a feed-forward";
    }
    run.ffn = products.back()->in;
    run.gated = multiplies;
    return {};
}

std::string takeModel(const Model& model, Run& run)
{
    const std::size_t count = model.layers.size();
    if (model.sample != SampleKind::Tokens || count < 3) {
        return "the model is not a chain of transformer blocks over tokens";
    }
    const Layer& block = model.layers[1];
    const bool equal = std::all_of(model.layers.begin() + 1, model.layers.end() - 1,
                                   [&](const Layer& layer) { return layer.spec == block.spec; });
    if (!equal) {
        return "the model's blocks are not equal";
    }
    run.layers = static_cast<std::int64_t>(count) - 2;
    const std::string obstacle = takeEnds(model.layers.front(), model.layers.back(), run);
    return obstacle.empty() ? takeBlock(block, run) : obstacle;
}

// What stacks train with: 16-bit products, Adam, 1F1B, and their own buffers of gradients.
std::string recipeObstacle(const Problem& problem, const Plan& plan)
{
    const Workload& workload = problem.workload;
    if (workload.precision == Precision::Fp32) {
        return "it trains with 16-bit numbers, the workload says fp32";
    }
    if (workload.optimizer != OptimizerKind::Adam && workload.optimizer != OptimizerKind::AdamW) {
        return "it trains with Adam, the workload says " + std::string(nameOf(workload.optimizer));
    }
    if (workload.trainable.kind != TrainableKind::All) {
        return "it trains all parameters";
    }
    if (problem.constraints.gradients != GradientHandling::Eager) {
        return "it has its own way to keep gradients";
    }
    if (!plan.hasEqualStages()) {
        return "its stages all have the same degrees, on devices of one kind";
    }
    if (plan.training != TrainingOptions {}) {
        return "it knows no offload, no compression and no other use of replicas";
    }
    if (!policiesOf(plan).keepsAll()) {
        return "it knows no policy of single layers (--policy)";
    }
    return pipelineObstacle(plan.schedule, static_cast<int>(plan.stages.size()));
}

// "H100" of "H100-80GB": machines of eight with fast links between all, as the data sheets behind the stacks have them.
std::string sheetName(const DeviceType& device)
{
    const bool other = device.name.find("PCIe") != std::string::npos || device.name.find("NVL") != std::string::npos;
    return other ? device.name : device.name.substr(0, device.name.find('-'));
}

}

GradientHandling gradientsOf(const Problem& problem)
{
    return problem.stack.empty() ? gradientsOf(problem.constraints) : GradientHandling::WideBuffers;
}

std::string pipelineObstacle(ScheduleKind schedule, int stages)
{
    return schedule != ScheduleKind::OneForwardOneBackward && stages > 1 ? "its pipelines are 1F1B" : "";
}

StageLayers stageLayersOf(LayerRange range, int layers)
{
    const bool has_head = range.last == layers;
    return {range.count() - (range.first == 0 ? 1 : 0) - (has_head ? 1 : 0), has_head};
}

const ClusterGroup& groupOf(const Problem& problem, const Plan& plan)
{
    return problem.cluster.groups[static_cast<std::size_t>(plan.stages.front().device_group)];
}

tl::expected<Run, std::string> runOf(const Problem& problem, const Plan& plan)
{
    Run run;
    run.model = problem.model.name;
    std::string obstacle = recipeObstacle(problem, plan);
    obstacle = obstacle.empty() ? takeModel(problem.model, run) : obstacle;
    if (!obstacle.empty()) {
        return Obstacle(obstacle);
    }
    const int data = plan.stages.front().degrees.data;
    run.sequence = problem.workload.sequence;
    run.fused_attention = problem.workload.attention == AttentionKind::Sdpa;
    run.device = sheetName(groupOf(problem, plan).device);
    run.devices = plan.devices();
    run.pipeline = static_cast<std::int64_t>(plan.stages.size());
    run.data = data;
    run.tensor = plan.stages.front().degrees.tensor;
    run.context = plan.context;
    run.expert = plan.expert;
    run.zero = plan.zero_stage;
    run.recomputation = Recomputation::None;
    run.sequence_parallel = plan.sequence_parallel;
    if (plan.sequence_parallel) {
        run.tensor_mode = TensorMode::ReduceScatter; // what else divides the tokens; without it either is possible
    }
    run.micro_batch = plan.microBatch();
    run.micro_batches = plan.micro_batches;
    run.global_batch = problem.workload.global_batch;
    return run;
}

Modelled modelledRun(const Problem& problem, const Plan& plan, StackForm form)
{
    const auto run = runOf(problem, plan);
    if (!run) {
        return Obstacle(run.error());
    }
    Modelled modelled = modelledRun(*run, form);
    if (!modelled) {
        return modelled;
    }
    for (const Stage& stage : plan.stages) {
        modelled->placed.push_back(stageLayersOf(stage.layers, static_cast<int>(problem.model.layers.size())));
    }
    return modelled;
}

}
