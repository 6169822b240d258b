// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// DeepSpeed's configuration (deepspeedai/DeepSpeed, August 2026: docs/_pages/config-json.md;
// deepspeed/runtime/config.py for "pipeline"). Partitioning is set by arguments of PipelineModule
// (deepspeed/runtime/pipe/module.py), which the user's script calls: the file has them under "stagecraft", which
// DeepSpeed ignores.
#include "core/base/english.h"
#include "core/exchange/launchers.h"
#include "core/framework/framework.h"
#include "core/search/partitionmethods.h"
#include "core/words/launcher.h"

#include <nlohmann/json.hpp>

namespace stagecraft::launchers {

namespace {

using Json = nlohmann::ordered_json;

Json zeroOf(const PlanDocument& document)
{
    Json zero {{"stage", shapeOf(document).zero}};
    const StateOffload offload = document.plan.training.offload;
    if (offload == StateOffload::Optimizer || offload == StateOffload::Parameters) {
        zero["offload_optimizer"] = {{"device", "cpu"}, {"pin_memory", true}};
    }
    if (offload == StateOffload::Parameters) {
        zero["offload_param"] = {{"device", "cpu"}, {"pin_memory", true}};
    }
    return zero;
}

void addPrecision(const PlanDocument& document, Json& config)
{
    switch (document.problem.workload.precision) {
    case Precision::Bf16Master:
        config["bf16"] = {{"enabled", true}};
        break;
    case Precision::Fp16:
        config["fp16"] = {{"enabled", true}};
        break;
    case Precision::Bf16Autocast:
        config["torch_autocast"] = {{"enabled", true}, {"dtype", "bfloat16"}};
        break;
    case Precision::Fp32:
        break;
    }
    if (gradientsOf(document.problem.constraints) == GradientHandling::WideBuffers) {
        config["data_types"] = {{"grad_accum_dtype", "fp32"}};
    }
}

void addOptimizer(const PlanDocument& document, Json& config)
{
    const OptimizerKind kind = document.problem.workload.optimizer;
    const bool adam = kind == OptimizerKind::Adam || kind == OptimizerKind::AdamW;
    Json parameters = Json::object();
    if (kind == OptimizerKind::Adam) {
        parameters["adam_w_mode"] = false;
    } else if (kind == OptimizerKind::Momentum) {
        parameters["momentum"] = 0.9;
    }
    config["optimizer"] = {{"type",
                            !adam                             ? "SGD"
                                : kind == OptimizerKind::Adam ? "Adam"
                                                              : "AdamW"},
                           {"params", std::move(parameters)}};
    if (!adam && shapeOf(document).zero > 0) {
        config["zero_allow_untested_optimizer"] = true;
    }
}

void addRecomputation(const PlanDocument& document, Json& config, Notes& notes)
{
    const auto words = recomputeWords(document.problem, document.plan, Target::DeepSpeed);
    if (!words || words->policy != LayerPolicy::Full) {
        return; // no recomputation, or an obstacle that the notes list
    }
    config["activation_checkpointing"] = {{"partition_activations", false}, {"cpu_checkpointing", false}};
    if (document.plan.pipelineRanks() > 1) {
        config["pipeline"] = {{"activation_checkpoint_interval", 1}};
        notes.push_back(words::launcher::recomputed_layers);
    } else {
        notes.push_back(words::launcher::recomputed_blocks);
    }
}

// Returns the arguments of PipelineModule.
Json pipelineOf(const PlanDocument& document, Notes& notes)
{
    const Shape shape = shapeOf(document);
    const Plan& plan = document.plan;
    Json module {{"num_stages", shape.pipeline_ranks}};
    for (const PartitionMethod& method :
         partitionMethods(document.problem, Target::DeepSpeed, shape.tensor, shape.pipeline_ranks)) {
        if (method.split_points[static_cast<std::size_t>(shape.pipeline_ranks)] == plan.splitPoints()
            && !module.contains("partition_method")) {
            module["partition_method"] = method.name;
        }
    }
    if (module.value("partition_method", "").starts_with("type:")) {
        notes.push_back(words::launcher::partition_type);
    }
    module["layers_of_stages"] = Json::array();
    for (const Stage& stage : plan.stages) {
        module["layers_of_stages"].push_back({stage.layers.first, stage.layers.last});
    }
    if (shape.tensor > 1) {
        module["topology"] = {{"pipe", shape.pipeline_ranks}, {"data", shape.data}, {"model", shape.tensor}};
        notes.push_back(say(words::launcher::tensor_degree, shape.tensor));
    }
    return module;
}

void addDegrees(const PlanDocument& document, Json& config, Notes& notes)
{
    const Shape shape = shapeOf(document);
    if (shape.pipeline_ranks == 1 && shape.tensor > 1) {
        config["tensor_parallel"] = {{"autotp_size", shape.tensor}};
    }
    if (shape.context > 1) {
        config["sequence_parallel_size"] = shape.context;
        notes.push_back(say(words::launcher::context_attention, shape.context));
    }
    if (shape.expert > 1) {
        notes.push_back(say(words::launcher::expert_degree, shape.expert));
    }
}

}

LauncherSettings deepspeed(const PlanDocument& document, Notes notes)
{
    const Shape shape = shapeOf(document);
    Json config {{"train_batch_size", shape.global_batch},
                 {"train_micro_batch_size_per_gpu", shape.micro_batch},
                 {"gradient_accumulation_steps", shape.micro_batches},
                 {"zero_optimization", zeroOf(document)}};
    addPrecision(document, config);
    addOptimizer(document, config);
    addRecomputation(document, config, notes);
    addDegrees(document, config, notes);
    Json about {{"about", headOf(document, Target::DeepSpeed)}};
    if (shape.pipeline_ranks > 1) {
        about["pipeline_module"] = pipelineOf(document, notes);
    }
    notes.push_back(say(words::launcher::script_model, document.problem.workload.sequence));
    config["stagecraft"] = std::move(about);
    config["stagecraft_not_expressed"] = Json::array();
    for (const Message& note : notes) {
        config["stagecraft_not_expressed"].push_back(describe(note));
    }
    // Names can come from files that are not UTF-8.
    return {config.dump(2, ' ', false, Json::error_handler_t::replace) + "\n", std::move(notes)};
}

}
