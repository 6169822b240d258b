// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/memoryreport.h"
#include "app/cli/modeloption.h"
#include "app/cli/options.h"
#include "app/cli/plannotes.h"
#include "app/cli/planreport.h"
#include "app/cli/splitpointchoice.h"
#include "app/cli/stepreport.h"
#include "app/cli/workspacefile.h"
#include "core/base/files.h"
#include "core/base/format.h"
#include "core/estimate/estimator.h"
#include "core/estimate/hostmemoryuse.h"
#include "core/estimate/plancosts.h"
#include "core/exchange/chrometrace.h"
#include "core/exchange/defaultproblem.h"
#include "core/exchange/memorycsv.h"
#include "core/json/codec.h"
#include "core/schedule/schedule.h"

#include <nlohmann/json.hpp>

#include <memory>

namespace stagecraft {

namespace {

struct EstimateOptions {
    ModelOption model;
    WorkspaceFile workspace;
    std::string cluster;
    std::string plan_file;
    WorkloadOptions workload;
    std::int64_t global_batch = 0; // 0: derived from the other options
    ShapeOptions shape;
    ReservedOptions reserved;
    std::string output;
    std::string timeline;
    std::string memory_over_time;
};

// A plan to estimate, with its problem. Empty stages: the split points are not yet chosen.
struct Subject {
    Problem problem;
    Plan plan;
};

// Reads the plan file; options may replace its model, cluster and workload.
Result<Subject> subjectOfFile(const EstimateOptions& options, const Interrupt& interrupt)
{
    auto document = readPlanFile(options.plan_file, interruptToken());
    if (!document) {
        return failure(document.error());
    }
    Problem& problem = document->problem;
    if (!options.model.source().empty()) {
        auto model = options.model.read(&options.workspace, interrupt);
        if (!model) {
            return failure(model.error());
        }
        if (model->layers != problem.model.layers) {
            return failure(ErrorCode::PlanInvalid, {"its layers differ from those of " + options.model.source()},
                           options.plan_file);
        }
        problem.model = std::move(*model);
    }
    if (!options.cluster.empty()) {
        auto cluster = readCluster(options.cluster, interruptToken());
        if (!cluster) {
            return failure(cluster.error());
        }
        problem.cluster = std::move(*cluster);
    }
    problem.workload = options.workload.appliedTo(problem.workload);
    problem.constraints.memory_reserve = options.shape.reserve.value_or(problem.constraints.memory_reserve);
    return Subject {std::move(problem), std::move(document->plan)};
}

// Number of micro-batches of a step. With a global batch, the missing value follows from it: the micro-batch size
// (stored in the constraints) if the number of micro-batches is given, otherwise that number.
Result<std::int64_t> microBatchesOf(const EstimateOptions& options, Constraints& constraints)
{
    const std::int64_t data = constraints.data.value_or(1);
    const std::int64_t given = options.shape.micro_batches.value_or(1);
    if (options.global_batch == 0) {
        return given;
    }
    const bool leaves_micro_batch = options.shape.micro_batches && !options.shape.micro_batch;
    const std::int64_t others = data * (leaves_micro_batch ? given : constraints.micro_batch);
    const std::int64_t left = options.global_batch / others;
    if (options.global_batch % others != 0) {
        return failure(ErrorCode::FieldNotDivisible,
                       {std::string("global batch"), options.global_batch,
                        std::string(leaves_micro_batch ? "micro-batches x data" : "micro-batch x data"), others});
    }
    if (options.shape.micro_batches && options.shape.micro_batch && left != given) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("--micro-batches with this --global-batch, --micro-batch and --data"),
                        std::to_string(given), std::to_string(left)});
    }
    if (leaves_micro_batch) {
        constraints.micro_batch = left;
        return given;
    }
    return left;
}

Result<Subject> subjectOfOptions(const EstimateOptions& options, const Interrupt& interrupt)
{
    auto model = options.model.read(&options.workspace, interrupt);
    if (!model) {
        return failure(model.error());
    }
    auto cluster = readCluster(options.cluster, interruptToken());
    if (!cluster) {
        return failure(cluster.error());
    }
    auto constraints = options.shape.appliedTo({});
    if (!constraints) {
        return failure(constraints.error());
    }
    const auto number = microBatchesOf(options, *constraints);
    if (!number) {
        return failure(number.error());
    }
    const std::int64_t micro_batches = *number;
    const int data = constraints->data.value_or(1);
    constraints->data = data;
    Subject subject;
    Problem& problem = subject.problem;
    problem.workload = options.workload.appliedTo(defaultWorkload(*model));
    problem.workload.global_batch = constraints->micro_batch * micro_batches * data;
    problem.model = std::move(*model);
    problem.cluster = std::move(*cluster);
    problem.constraints = std::move(*constraints);
    subject.plan.micro_batches = micro_batches;
    if (problem.constraints.split_points) {
        subject.plan = planWithSplitPoints(problem, *problem.constraints.split_points, micro_batches,
                                           options.shape.stagesPerRank());
    }
    return subject;
}

// Applies the policies that the out-of-core method chooses, if one is given. Returns a summary line.
Result<std::string> outOfCore(const ShapeOptions& shape, Subject& subject, const CostModel& costs,
                              std::vector<std::string>& notes)
{
    if (!shape.out_of_core) {
        return std::string();
    }
    const auto choice = chooseOutOfCore(*shape.out_of_core, subject.problem, subject.plan, costs, shape.lms);
    if (!choice) {
        return failure(choice.error());
    }
    subject.plan = withPolicies(subject.plan, choice->policies);
    subject.problem.constraints.policies = choice->policies;
    std::string text =
        "Policies chosen by " + std::string(nameOf(*shape.out_of_core)) + ": " + policiesText(choice->policies);
    for (const OutOfCoreStage& stage : choice->stages) {
        if (stage.least_limit) {
            notes.push_back("Stage " + std::to_string(stage.stage) + " cannot meet --lms-limit: its minimum is "
                            + formatBytes(*stage.least_limit) + " (" + std::to_string(stage.least_limit->value)
                            + " bytes).");
        }
        if (!stage.fits()) {
            text += "; stage " + std::to_string(stage.stage) + " still exceeds the capacity by "
                + formatBytes(stage.lacking);
        }
    }
    if (choice->step > choice->kept) {
        const double ratio = choice->step / choice->kept;
        text += isDistinguishable(ratio)
            ? "; the step takes " + formatNumber(100 * (ratio - 1)) + " % longer than without a memory limit"
            : "; the step takes about as long as without a memory limit";
    }
    return text + "\n";
}

// All results about a plan, computed before any output is written.
struct Answer {
    Estimate estimate;
    std::optional<MissingMeasurements> missing;
    std::string policies; // summary line, if a method chose them
    std::vector<std::string> notes; // options that are not met or have no effect, as sentences
    std::optional<ShownStep> step;
    std::string trace; // trace of the simulated step, like the next field; empty if not requested
    std::string memory_over_time;
};

// Adds the simulated step and the requested file contents. Errors: those of planTimeline().
Result<void> addStep(Answer& answer, const EstimateOptions& options, const Subject& subject, const PlanCosts& chain)
{
    auto timeline = planTimeline(subject.problem, subject.plan, chain);
    if (!timeline) {
        return failure(timeline.error());
    }
    if (!options.timeline.empty()) {
        answer.trace = chromeTrace(subject.plan, *timeline);
    }
    if (!options.memory_over_time.empty()) {
        answer.memory_over_time = memoryCsv(timeline->memory);
    }
    const auto order = orderOf(subject.plan.schedule, planShape(subject.plan));
    const auto exposed = exposedByKind(subject.problem, subject.plan, chain, order.value(), timeline->step);
    answer.step = ShownStep {std::move(*timeline), exposed};
    return {};
}

// Applies policies that a method chooses and computes all results of the plan.
Result<Answer> answerOf(const EstimateOptions& options, Subject& subject, const CostModel& costs)
{
    Answer answer;
    auto chosen = outOfCore(options.shape, subject, costs, answer.notes);
    if (!chosen) {
        return failure(chosen.error());
    }
    answer.policies = std::move(*chosen);
    for (auto& notes : {planNotes(subject.problem, subject.plan), lmsNotes(options.shape)}) {
        answer.notes.insert(answer.notes.end(), notes.begin(), notes.end());
    }
    const auto chain = planCosts(costs, subject.problem, subject.plan);
    if (!chain) {
        return failure(chain.error());
    }
    auto estimate = estimatePlan(subject.problem, subject.plan, *chain, options.reserved);
    if (!estimate) {
        return failure(estimate.error());
    }
    answer.estimate = std::move(*estimate);
    answer.missing = chain->missing();
    if (const auto added = addStep(answer, options, subject, *chain); !added) {
        return failure(added.error());
    }
    return answer;
}

// Writes the requested files. Errors: those of writing.
Result<void> writeFiles(const EstimateOptions& options, const Subject& subject, const Answer& answer,
                        const std::string& partitioner)
{
    if (!options.timeline.empty()) {
        if (auto written = writeFile(options.timeline, answer.trace); !written) {
            return written;
        }
    }
    if (!options.memory_over_time.empty()) {
        if (auto written = writeFile(options.memory_over_time, answer.memory_over_time); !written) {
            return written;
        }
    }
    if (options.output.empty()) {
        return {};
    }
    return writePlanFile({subject.problem, subject.plan, answer.estimate, partitioner, createdBy}, options.output);
}

void printEstimate(const Subject& subject, const Answer& answer, const std::string& chosen,
                   const std::string& partitioner, const Output& output)
{
    auto json = encodeJson(answer.estimate);
    json["plan"] = encodeJson(subject.plan);
    json["cuts"] = subject.plan.splitPoints();
    json["timeline"] = answer.step ? criticalJson(*answer.step) : nlohmann::json();
    json["changes_training"] = rulesOf(subject.plan.schedule).changes_training || approximates(subject.plan);
    json["weights"] = weightsJson(subject.plan);
    json["partitioner"] = partitioner;
    json["not_measured"] = missingJson(answer.missing);
    json["host_bytes_of_node"] = mostOnHost(subject.problem, subject.plan, answer.estimate).value;
    json["notes"] = answer.notes;
    output.document(json);
    output.print(problemText(subject.problem) + "\n" + missingText(answer.missing) + planName(subject.plan)
                 + ", split points " + allSplitPointsText(subject.plan)
                 + (chosen.empty() ? "" : " (--cuts not given: " + chosen + ")") + "\n" + answer.policies + "\n"
                 + devicesText(subject.problem, subject.plan, answer.estimate) + "\n" + reservedText(answer.estimate)
                 + hostText(subject.problem, subject.plan, answer.estimate) + speedText(answer.estimate)
                 + peakText(subject.problem, answer.estimate) + (answer.step ? criticalText(answer.step->timeline) : "")
                 + trainingText(subject.plan) + notesText(answer.notes) + fitsText(answer.estimate));
}

Result<ExitCode> runCommand(const EstimateOptions& options, const Output& output, const Interrupt& interrupt)
{
    auto subject = options.plan_file.empty() ? subjectOfOptions(options, interrupt) : subjectOfFile(options, interrupt);
    if (!subject) {
        return failure(subject.error());
    }
    const auto costs = options.workspace.costModel(subject->problem);
    if (!costs) {
        return failure(costs.error());
    }
    std::string chosen; // rule that chose the split points; empty if they were given
    if (subject->plan.stages.empty() && !subject->problem.constraints.split_points) {
        const SplitPointRequest request {subject->problem, subject->plan.micro_batches, options.shape.stagesPerRank(),
                                         options.shape.out_of_core.has_value()};
        auto split = chooseSplitPoints(request, *costs, interrupt);
        if (!split) {
            return failure(options.workspace.completed(split.error(), subject->problem));
        }
        subject->plan = std::move(split->plan);
        chosen = std::move(split->how);
    }
    auto answer = [&] {
        const EndsAtOnce prompt(interrupt, [&] { return static_cast<int>(output.fail(Failure::cancelled())); });
        return answerOf(options, *subject, *costs);
    }();
    if (!answer) {
        return failure(options.workspace.completed(answer.error(), subject->problem));
    }
    const std::string partitioner = chosen.empty() ? "given" : "stagecraft";
    if (const auto written = writeFiles(options, *subject, *answer, partitioner); !written) {
        return failure(written.error());
    }
    if (answer->missing) {
        answer->missing = options.workspace.completed(*std::move(answer->missing), subject->problem);
    }
    printEstimate(*subject, *answer, chosen, partitioner, output);
    return ExitCode::Done;
}

// A plan comes either from a file or from options, not from both.
void requireOneSubject(const EstimateOptions& options, const std::vector<CLI::Option*>& shape)
{
    if (!options.plan_file.empty()) {
        for (const CLI::Option* option : shape) {
            if (option->count() > 0) {
                throw CLI::ExcludesError("--plan", option->get_name());
            }
        }
        return;
    }
    if (options.model.source().empty()) {
        throw CLI::RequiredError("MODEL");
    }
    if (options.cluster.empty()) {
        throw CLI::RequiredError("--cluster");
    }
    if (!options.shape.pipeline && options.shape.split_points.empty()) {
        throw CLI::RequiredError("--plan, --pipeline or --cuts");
    }
}

}

void addEstimateCommand(CLI::App& app, Task& task)
{
    const auto options = std::make_shared<EstimateOptions>();
    CLI::App& command = *app.add_subcommand("estimate", "Estimate the memory, step time and cost of one plan");
    options->model.add(
        command,
        "Hugging Face config.json, zoo:NAME, a TorchScript file (.pt), or a layer table (.csv) [the plan file's]");
    options->workspace.add(command);
    command.add_option("--cluster", options->cluster, std::string(clusterHelp) + " [the plan file's]")
        ->type_name("CLUSTER");
    command.add_option("--plan", options->plan_file, "Plan file to estimate")->type_name("FILE");
    auto shape = options->shape.add(command);
    shape.push_back(addCountOption(
        command, "--global-batch", options->global_batch, mostGlobalBatch,
        "Samples per step; sets the micro-batch size or the number of micro-batches, whichever is not given"));
    options->workload.add(command);
    command.add_flag("--expandable-segments", options->reserved.expandable_segments,
                     "Predict with expandable_segments:True of the CUDA allocator (PYTORCH_CUDA_ALLOC_CONF)");
    command
        .add_option("-o,--output", options->output, "Write the plan: YAML for names ending in .yaml or .yml, else JSON")
        ->type_name("FILE");
    command.add_option("--timeline", options->timeline, "Write the simulated step as a Chrome trace, for Perfetto")
        ->type_name("FILE");
    command
        .add_option("--memory-over-time", options->memory_over_time,
                    "Write the memory of each pipeline rank over the simulated step as CSV")
        ->type_name("FILE");
    command.footer(
        "Give --plan, --pipeline or --cuts. Without --cuts, the framework's rule splits the layers; for libtorch, the\n"
        "split points with the lowest peak are used.\n"
        "Global batch = micro-batch size x number of micro-batches x DP. Each defaults to 1. With --global-batch, the\n"
        "number of micro-batches follows; if --micro-batches is also given, the micro-batch size follows.");
    addJsonOption(command, task);
    command.callback([options, shape, &task] {
        requireOneSubject(*options, shape);
        task.files = [options] {
            return CommandFiles {{{"MODEL", options->model.source()},
                                  {"--workspace", options->workspace.path()},
                                  {"--cluster", options->cluster},
                                  {"--plan", options->plan_file}},
                                 {{"--output", options->output},
                                  {"--timeline", options->timeline},
                                  {"--memory-over-time", options->memory_over_time}}};
        };
        task.run = [options](const Output& output, const Interrupt& interrupt) {
            return runCommand(*options, output, interrupt);
        };
    });
}

}
