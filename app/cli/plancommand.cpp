// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/modeloption.h"
#include "app/cli/options.h"
#include "app/cli/planreport.h"
#include "app/cli/progressline.h"
#include "app/cli/stackreport.h"
#include "app/cli/varyoption.h"
#include "app/cli/workspacefile.h"
#include "core/base/format.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <optional>

namespace stagecraft {

namespace {

struct PlanOptions {
    ModelOption model;
    WorkspaceFile workspace;
    std::string cluster;
    std::int64_t global_batch = 0;
    WorkloadOptions workload;
    ShapeOptions shape;
    VaryOption vary;
    double max_slowdown = Constraints().max_slowdown;
    std::string stack;
    std::optional<Target> target;
    std::string output;
};

// --micro-batches fixes the data degree: global batch = micro-batch x data degree x micro-batches.
Result<Constraints> constraintsOf(const PlanOptions& options)
{
    if (options.shape.out_of_core) { // they choose for given stages
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("the policy of a search"), std::string(nameOf(*options.shape.out_of_core)),
                        std::string("none, full, selective")});
    }
    auto constraints = options.shape.appliedTo({});
    if (!constraints) {
        return constraints;
    }
    auto varied = options.vary.dimensions(options.shape);
    if (!varied) {
        return failure(varied.error());
    }
    constraints->vary = *std::move(varied);
    if (!options.shape.micro_batches) {
        return constraints;
    }
    const std::int64_t samples = constraints->micro_batch * *options.shape.micro_batches;
    if (options.global_batch % samples != 0) {
        return failure(
            ErrorCode::FieldNotDivisible,
            {std::string("global batch"), options.global_batch, std::string("micro-batch x micro-batches"), samples});
    }
    const auto data = options.global_batch / samples;
    if (constraints->data && *constraints->data != data) {
        return failure(ErrorCode::OptionOutOfRange,
                       {std::string("--data, with this --global-batch and these --micro-batches,"),
                        std::int64_t(*constraints->data), data, data});
    }
    constraints->data = static_cast<int>(data);
    return constraints;
}

Result<Problem> problemOf(const PlanOptions& options, const Interrupt& interrupt)
{
    auto model = options.model.read(&options.workspace, interrupt);
    if (!model) {
        return failure(model.error());
    }
    auto cluster = readCluster(options.cluster);
    if (!cluster) {
        return failure(cluster.error());
    }
    auto constraints = constraintsOf(options);
    if (!constraints) {
        return failure(constraints.error());
    }
    Problem problem;
    problem.workload = options.workload.appliedTo(defaultWorkload(*model));
    problem.workload.global_batch = options.global_batch;
    problem.model = std::move(*model);
    problem.cluster = std::move(*cluster);
    problem.constraints = std::move(*constraints);
    problem.constraints.max_slowdown = options.max_slowdown;
    problem.target = options.target.value_or(Target::Any);
    return problem;
}

nlohmann::json documentOf(const Problem& problem, const SearchResult& result)
{
    auto json = encodeJson(result);
    json["problem"] = encodeJson(problem);
    for (const char* drowning_the_rest : {"layers", "programs"}) { // a plan file has them
        json["problem"]["model"].erase(drowning_the_rest);
    }
    json["not_measured"] = missingJson(result.missing);
    const auto slowdown = recommendedSlowdown(result);
    json["recommended_slowdown"] = slowdown ? nlohmann::json(*slowdown) : nlohmann::json();
    return json;
}

std::string textOf(const Problem& problem, const SearchResult& result)
{
    std::string text = problemText(problem) + "\n" + missingText(result.missing)
        + std::to_string(result.candidates.size()) + " plans shown of " + std::to_string(result.configurations)
        + (result.configurations == 1 ? " configuration" : " configurations") + ", searched in "
        + formatSeconds(result.elapsed) + "\n\n" + candidatesText(problem, result);
    const Candidate* recommended = result.recommended();
    const Candidate* shown =
        recommended == nullptr && !result.candidates.empty() ? &result.candidates.front() : recommended;
    if (shown == nullptr) {
        return text;
    }
    text += std::string("\n") + (recommended != nullptr ? "Recommended" : "Least peak") + ": " + planName(shown->plan)
        + ", cut at " + cutsText(shown->plan) + "\n" + devicesText(problem, shown->plan, shown->estimate) + "\n"
        + speedText(shown->estimate);
    if (const auto slowdown = recommendedSlowdown(result)) {
        text += *slowdown > 1.0005
            ? "Its step takes " + formatNumber(*slowdown) + " times as long as that of the fastest plan that fits.\n"
            : "No plan that fits is faster.\n";
    }
    if (result.outcome.kind == OutcomeKind::Optimal) {
        text += "Least peak of all plans: with one byte less there is none.\n";
    }
    return text;
}

// What is left to do when the search is over: tell, write the plan, choose the exit code.
Result<ExitCode> finish(const PlanOptions& options, const Problem& problem, const SearchResult& result,
                        const Output& output)
{
    const Candidate* recommended = result.recommended();
    if (recommended != nullptr && !options.output.empty()) {
        const PlanDocument document {problem, recommended->plan, recommended->estimate, recommended->partitioner,
                                     createdBy};
        if (const auto written = writePlanFile(document, options.output); !written) {
            return failure(written.error());
        }
    }
    output.document(documentOf(problem, result));
    switch (result.outcome.kind) {
    case OutcomeKind::Cancelled:
        output.note("cancelled");
        return ExitCode::Cancelled;
    case OutcomeKind::Infeasible:
        output.print(textOf(problem, result));
        output.note(infeasibleText(result)
                    + (options.output.empty() ? "" : "; " + options.output + " was not written"));
        return ExitCode::Infeasible;
    default:
        output.print(textOf(problem, result));
        return ExitCode::Done;
    }
}

Result<ExitCode> runCommand(const PlanOptions& options, const Output& output, const Interrupt& interrupt)
{
    if (const auto distinct =
            requireDistinctFiles({{"--workspace", options.workspace.path()}, {"--output", options.output}});
        !distinct) {
        return failure(distinct.error());
    }
    auto problem = problemOf(options, interrupt);
    if (!problem) {
        return failure(problem.error());
    }
    const auto stack = useStack(options.stack, options.workspace, *problem);
    if (!stack) {
        return failure(stack.error());
    }
    const auto costs = options.workspace.costModel(*problem);
    if (!costs) {
        return failure(costs.error());
    }
    ProgressLine progress;
    auto result = searchPlans(
        *problem, *costs, interrupt.token(),
        [&](SearchProgress p) { progress.show(p.done, p.total, "searching", Seconds(-1)); },
        *stack ? &**stack : nullptr);
    progress.clear();
    if (!result) {
        return failure(options.workspace.completed(result.error(), *problem));
    }
    if (result->missing) {
        result->missing = options.workspace.completed(*std::move(result->missing), *problem);
    }
    if (result->outcome.kind != OutcomeKind::Cancelled && !hasGivenCosts(problem->model)) {
        Problem question = *problem;
        if (options.stack.ends_with(".json")) {
            question.stack.clear(); // the window knows stacks by their names, and not this file
        }
        options.workspace.suggestQuestion(question);
    }
    return finish(options, *problem, *result, output);
}

}

void addPlanCommand(CLI::App& app, Task& task)
{
    const auto options = std::make_shared<PlanOptions>();
    CLI::App& command = *app.add_subcommand(
        "plan", "Search the plans of a model on a cluster; the recommended one has the least peak memory");
    options->model
        .add(command, "config.json of Hugging Face, zoo:NAME, a TorchScript file (.pt), or a layer table (.csv)")
        ->required();
    options->workspace.add(command);
    command
        .add_option("--cluster", options->cluster,
                    "Devices, as in 4xcpu:8GiB or 2x8xH100-80GB@98.3 ($ per node and hour), or a file")
        ->required()
        ->type_name("CLUSTER");
    addCountOption(command, "--global-batch", options->global_batch, std::int64_t(1) << 40, "Samples of a step")
        ->required();
    options->workload.add(command);
    options->shape.add(command);
    options->vary.add(command);
    addStackOption(command, options->stack);
    addEnumOption(command, "--target", options->target,
                  "Who will run the plan, so that only what it can be told is searched: " + knownNames<Target>()
                      + " [any]");
    command.add_option("--max-slowdown", options->max_slowdown, "Of the balanced plan against the fastest [1.25]")
        ->check(numberBetween(1, 1000))
        ->type_name("X");
    command
        .add_option("-o,--output", options->output,
                    "Write the recommended plan, as YAML if the name ends so, else as JSON")
        ->type_name("FILE");
    command.footer("A workspace that has no question yet gets this one: the window opens on it.");
    addJsonOption(command, task);
    command.callback([options, &task] {
        task.run = [options](const Output& output, const Interrupt& interrupt) {
            return runCommand(*options, output, interrupt);
        };
    });
}

}
