// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/launcher.h"

#include "core/exchange/launchers.h"
#include "core/search/torchtitanmodels.h"

#include <algorithm>

namespace stagecraft {

namespace launchers {

Shape shapeOf(const PlanDocument& document)
{
    const Plan& plan = document.plan;
    const Degrees& degrees = plan.stages.front().degrees;
    Shape shape;
    shape.tensor = degrees.tensor;
    shape.data = degrees.data;
    shape.context = plan.context;
    shape.expert = plan.expert;
    shape.pipeline_ranks = plan.pipelineRanks();
    shape.stages_per_rank = static_cast<int>(plan.stages.size()) / shape.pipeline_ranks;
    shape.micro_batch = plan.microBatch();
    shape.micro_batches = plan.micro_batches;
    shape.global_batch = document.problem.workload.global_batch;
    shape.zero = shape.data * shape.context > 1 ? plan.zero_stage : 0;
    shape.sequence = plan.sequence_parallel && shape.tensor > 1;
    return shape;
}

std::vector<std::string> headOf(const PlanDocument& document, Target target)
{
    const Shape shape = shapeOf(document);
    const Workload& workload = document.problem.workload;
    const auto facts = decoderFacts(document.problem.model);
    std::string split_points;
    for (const int split_point : document.plan.splitPoints()) {
        split_points += (split_points.empty() ? "" : ",") + std::to_string(split_point);
    }
    return {
        "Settings for " + std::string(titleOf(target)) + ", written by " + document.created_by + ".",
        "Model: " + document.problem.model.name + " (" + document.problem.model.family + "), "
            + std::to_string(document.problem.model.layers.size()) + " layers, cut at " + split_points + ".",
        "Workload: global batch " + std::to_string(workload.global_batch) + ", sequence "
            + std::to_string(workload.sequence) + ", " + std::string(nameOf(workload.precision)) + ", "
            + std::string(nameOf(workload.optimizer)) + ".",
        "Devices: " + std::to_string(document.plan.devices()) + " = pipeline " + std::to_string(shape.pipeline_ranks)
            + " x data " + std::to_string(shape.data) + " x context " + std::to_string(shape.context) + " x tensor "
            + std::to_string(shape.tensor) + ", a process each.",
        "Left to you: data, tokenizer, learning rate, how long to train, checkpoints"
            + std::string(facts && facts->rotary_width > 0 ? ", scaled rotary angles." : "."),
    };
}

std::string commented(const std::vector<std::string>& lines)
{
    std::string text;
    for (const std::string& line : lines) {
        text += "# " + line + "\n";
    }
    return text;
}

}

namespace {

// Names come from files: nothing of them ends a comment.
std::string oneLine(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 127; }, ' ');
    return text;
}

PlanDocument withPlainNames(PlanDocument document)
{
    document.created_by = oneLine(std::move(document.created_by));
    document.problem.model.name = oneLine(std::move(document.problem.model.name));
    document.problem.model.family = oneLine(std::move(document.problem.model.family));
    return document;
}

}

Result<LauncherSettings> launcherSettings(const PlanDocument& document, Target target)
{
    const Problem& problem = document.problem;
    const std::string what = "the model of settings for " + std::string(titleOf(target));
    if (hasGivenCosts(problem.model)) {
        return failure(ErrorCode::OptionUnsupported,
                       {what, problem.model.name, std::string("models with layers; a table says nothing of them")});
    }
    const auto facts = decoderFacts(problem.model);
    if (target != Target::DeepSpeed && !facts) {
        return failure(ErrorCode::OptionUnsupported,
                       {what, problem.model.name, "decoders of language (" + facts.error() + ")"});
    }
    if (target == Target::Torchtitan && !isKnownToTorchtitan(*facts)) {
        return failure(ErrorCode::OptionUnsupported,
                       {what, problem.model.name, "decoders of language" + std::string(likeTorchtitans)});
    }
    std::vector<std::string> notes;
    for (const TargetObstacle& obstacle : targetObstacles(problem, document.plan, target)) {
        notes.push_back(oneLine(textOf(obstacle)));
    }
    const PlanDocument plain = withPlainNames(document);
    switch (target) {
    case Target::Megatron:
        return launchers::megatron(plain, *facts, std::move(notes));
    case Target::Torchtitan:
        return launchers::torchtitan(plain, *facts, std::move(notes));
    default:
        return launchers::deepspeed(plain, std::move(notes));
    }
}

}
