// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/launcher.h"

#include "core/base/english.h"
#include "core/exchange/launchers.h"
#include "core/search/torchtitanmodels.h"
#include "core/words/framework.h"
#include "core/words/launcher.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Replaces control characters, as names come from files and a line break would end a comment.
std::string oneLine(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 127; }, ' ');
    return text;
}

}

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
    const Model& model = document.problem.model;
    return {
        describe(say(words::launcher::file_title, titleOf(target), document.created_by)),
        describe(say(words::launcher::file_model, model.name, model.family, model.layers.size(), split_points)),
        describe(say(words::launcher::file_workload, workload.global_batch, workload.sequence, workload.precision,
                     workload.optimizer)),
        describe(say(words::launcher::file_devices, document.plan.devices(), shape.pipeline_ranks, shape.data,
                     shape.context, shape.tensor)),
        describe(facts && facts->rotary_width > 0 ? words::launcher::file_rest_rotary : words::launcher::file_rest),
    };
}

std::string commented(const std::vector<std::string>& lines)
{
    std::string text;
    for (const std::string& line : lines) {
        text += "# " + oneLine(line) + "\n";
    }
    return text;
}

std::string commented(const Notes& notes)
{
    std::vector<std::string> lines;
    for (const Message& note : notes) {
        lines.push_back(describe(say(words::launcher::not_expressed, note)));
    }
    return commented(lines);
}

}

namespace {

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
    const Message what = say(words::launcher::settings_model, titleOf(target));
    if (hasGivenCosts(problem.model)) {
        return failure(ErrorCode::OptionUnsupported, {what, problem.model.name, words::launcher::models_with_layers});
    }
    const auto facts = decoderFacts(problem.model);
    if (target != Target::DeepSpeed && !facts) {
        return failure(ErrorCode::OptionUnsupported,
                       {what, problem.model.name, say(words::framework::decoders_but, facts.error())});
    }
    if (target == Target::Torchtitan && !isKnownToTorchtitan(*facts)) {
        return failure(ErrorCode::OptionUnsupported, {what, problem.model.name, knownToTorchtitan()});
    }
    const PlanDocument plain = withPlainNames(document);
    launchers::Notes notes;
    for (const TargetObstacle& obstacle : targetObstacles(plain.problem, plain.plan, target)) {
        notes.push_back(messageOf(obstacle));
    }
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
