// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/modeloption.h"
#include "app/cli/options.h"
#include "app/cli/planreport.h"
#include "app/cli/progressline.h"
#include "app/cli/stackreport.h"
#include "app/cli/stepreport.h"
#include "app/cli/workspacefile.h"
#include "core/base/files.h"
#include "core/base/format.h"
#include "core/estimate/estimator.h"
#include "core/estimate/plancosts.h"
#include "core/exchange/chrometrace.h"
#include "core/exchange/memorycsv.h"
#include "core/json/codec.h"
#include "core/memory/stagepeaks.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace stagecraft {

namespace {

struct EstimateOptions {
    ModelOption model;
    WorkspaceFile workspace;
    std::string cluster;
    std::string plan_file;
    WorkloadOptions workload;
    ShapeOptions shape;
    ReservedOptions reserved;
    std::string stack;
    std::string output;
    std::string timeline;
    std::string memory_over_time;
};

// A plan to estimate, with its question. Empty stages: the cuts are still to be chosen.
struct Subject {
    Problem problem;
    Plan plan;
};

// The plan of a file; model, cluster and workload may be replaced.
Result<Subject> subjectOfFile(const EstimateOptions& options, const Interrupt& interrupt)
{
    auto document = readPlanFile(options.plan_file);
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
            return failure(ErrorCode::PlanInvalid,
                           {"it was made for other layers than those of " + options.model.source()}, options.plan_file);
        }
        problem.model = std::move(*model);
    }
    if (!options.cluster.empty()) {
        auto cluster = readCluster(options.cluster);
        if (!cluster) {
            return failure(cluster.error());
        }
        problem.cluster = std::move(*cluster);
    }
    problem.workload = options.workload.appliedTo(problem.workload);
    problem.constraints.memory_reserve = options.shape.reserve.value_or(problem.constraints.memory_reserve);
    return Subject {std::move(problem), std::move(document->plan)};
}

// Makes the plan from its cuts, with `each` stages at a place.
void cutPlan(Subject& subject, const std::vector<int>& cuts, int each)
{
    const Constraints& constraints = subject.problem.constraints;
    const int stages = static_cast<int>(cuts.size()) - 1;
    subject.plan = constrainedPlan(cuts, constraints.data.value_or(1), subject.plan.micro_batches, constraints,
                                   std::max(1, stages / each));
}

Result<Subject> subjectOfOptions(const EstimateOptions& options, const Interrupt& interrupt)
{
    auto model = options.model.read(&options.workspace, interrupt);
    if (!model) {
        return failure(model.error());
    }
    auto cluster = readCluster(options.cluster);
    if (!cluster) {
        return failure(cluster.error());
    }
    auto constraints = options.shape.appliedTo({});
    if (!constraints) {
        return failure(constraints.error());
    }
    const int data = constraints->data.value_or(1);
    const std::int64_t micro_batches = options.shape.micro_batches.value_or(1);
    constraints->data = data;
    Subject subject;
    Problem& problem = subject.problem;
    problem.workload = options.workload.appliedTo(defaultWorkload(*model));
    problem.workload.global_batch = constraints->micro_batch * micro_batches * data;
    problem.model = std::move(*model);
    problem.cluster = std::move(*cluster);
    problem.constraints = std::move(*constraints);
    subject.plan.micro_batches = micro_batches;
    if (problem.constraints.cuts) {
        cutPlan(subject, *problem.constraints.cuts, options.shape.stagesPerPlace());
    }
    return subject;
}

// Gives the plan the cuts with the least peak. For schedules without a closed form those of 1F1B, with as many stages.
// Errors: those of the search.
Result<void> chooseCuts(Subject& subject, int each, const CostModel& costs, const Stack* stack,
                        const Interrupt& interrupt)
{
    if (auto valid = requireOneGroup(subject.problem, "choosing cuts (plans on several come from a plan file)");
        !valid) {
        return valid;
    }
    Problem problem = subject.problem;
    if (problem.constraints.policies.has(LayerPolicy::Swap)) { // cut as if all was kept
        problem.constraints.policies = {};
    }
    TrainingOptions& training = problem.constraints.training; // and as if replicas exchanged gradients
    training.replicas = ReplicaUse::Gradients;
    training.period = 1;
    training.in_flight_limit = std::nullopt;
    const auto layers = static_cast<std::int64_t>(problem.model.layers.size());
    if (const std::int64_t most = layers / problem.constraints.pipeline.value_or(1); each > most) {
        return failure(
            ErrorCode::OptionOutOfRange,
            {std::string("the stages of a place (--interleave)"), std::int64_t(each), std::int64_t(1), most});
    }
    if (Constraints& constraints = problem.constraints; !hasClosedForm(constraints.schedule)) {
        constraints.schedule = ScheduleKind::OneForwardOneBackward;
        constraints.pipeline = constraints.pipeline.value_or(1) * each;
        for (ClusterGroup& group : problem.cluster.groups) { // as if each stage had a device of its own
            group.nodes *= each;
        }
    }
    ProgressLine progress; // with many micro-batches that takes minutes
    auto result = searchPlans(
        problem, costs, interrupt.token(),
        [&](SearchProgress p) { progress.show(p.done, p.total, "choosing cuts", Seconds(-1)); }, stack);
    progress.clear();
    if (!result) {
        return failure(result.error());
    }
    if (result->outcome.kind == OutcomeKind::Cancelled) {
        return failure(ErrorCode::Cancelled);
    }
    if (result->candidates.empty()) {
        return failure(ErrorCode::PlanInvalid, {result->outcome.detail});
    }
    // The least peak comes first, also where it does not fit.
    cutPlan(subject, result->candidates.front().plan.cuts(), each);
    return {};
}

std::string chosenText(ScheduleKind schedule)
{
    return hasClosedForm(schedule) ? ": the cuts with the least peak, as --cuts was not given"
                                   : ": the cuts with the least peak under 1f1b, as --cuts was not given";
}

// Gives the plan the policies that a method chooses, where one is asked for, and says in words how it went.
Result<std::string> outOfCore(const ShapeOptions& shape, Subject& subject, const CostModel& costs)
{
    if (!shape.out_of_core) {
        return std::string();
    }
    const auto choice = chooseOutOfCore(*shape.out_of_core, subject.problem, subject.plan, costs, shape.lms());
    if (!choice) {
        return failure(choice.error());
    }
    subject.plan = withPolicies(subject.plan, choice->policies);
    subject.problem.constraints.policies = choice->policies;
    std::string text =
        "Policies chosen by " + std::string(nameOf(*shape.out_of_core)) + ": " + policiesText(choice->policies);
    for (const OutOfCoreStage& stage : choice->stages) {
        if (!stage.chosen && !stage.fits()) {
            text += "; stage " + std::to_string(stage.stage) + " fits with no choice, and keeps all";
        } else if (!stage.fits()) {
            text += "; stage " + std::to_string(stage.stage) + " lacks " + formatBytes(stage.lacking) + " even so";
        } else if (stage.gap > 0.0005) {
            text += "; stage " + std::to_string(stage.stage) + " at most " + formatNumber(100 * stage.gap)
                + " % above the least time";
        }
    }
    return text + "\n";
}

// What is computed about a plan, before anything is written or told.
struct Answer {
    Estimate estimate;
    std::optional<MissingMeasurements> missing;
    std::string policies; // in words, where a method chose them
    std::optional<ShownStep> step;
    std::string trace; // of the simulated step, as is the next; empty where not asked for
    std::string memory_over_time;
};

// Adds the simulated step, and the texts of files where they are asked for. A stack's time is its own, not the
// simulation's: then that is for the files alone, and nothing of it is told. Errors: those of planTimeline().
Result<void> addStep(Answer& answer, const EstimateOptions& options, const Subject& subject, const PlanCosts& chain,
                     bool of_stack)
{
    if (of_stack && options.timeline.empty() && options.memory_over_time.empty()) {
        return {};
    }
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
    if (!of_stack) {
        const auto order = orderOf(subject.plan.schedule, planShape(subject.plan));
        const auto exposed = exposedByKind(subject.problem, subject.plan, chain, order.value(), timeline->step);
        answer.step = ShownStep {std::move(*timeline), exposed};
    }
    return {};
}

// Gives the plan its policies where a method chooses them, and computes all that is told of it.
Result<Answer> answerOf(const EstimateOptions& options, Subject& subject, const CostModel& costs, const Stack* stack)
{
    Answer answer;
    auto chosen = outOfCore(options.shape, subject, costs);
    if (!chosen) {
        return failure(chosen.error());
    }
    answer.policies = std::move(*chosen);
    const auto chain = planCosts(costs, subject.problem, subject.plan);
    if (!chain) {
        return failure(chain.error());
    }
    auto estimate = estimatePlan(subject.problem, subject.plan, *chain, stack, options.reserved);
    if (!estimate) {
        return failure(estimate.error());
    }
    answer.estimate = std::move(*estimate);
    answer.missing = chain->missing();
    if (const auto added = addStep(answer, options, subject, *chain, stack != nullptr); !added) {
        return failure(added.error());
    }
    return answer;
}

// All files that are asked for. Errors: those of writing.
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

void tell(const Subject& subject, const Answer& answer, bool chosen, const std::string& partitioner,
          const Output& output)
{
    auto json = encodeJson(answer.estimate);
    json["plan"] = encodeJson(subject.plan);
    json["cuts"] = subject.plan.cuts();
    json["timeline"] = answer.step ? criticalJson(*answer.step) : nlohmann::json();
    json["changes_training"] = rulesOf(subject.plan.schedule).changes_training || approximates(subject.plan);
    json["weights"] = weightsJson(subject.plan);
    json["partitioner"] = partitioner;
    json["not_measured"] = missingJson(answer.missing);
    output.document(json);
    output.print(problemText(subject.problem) + "\n" + missingText(answer.missing) + planName(subject.plan)
                 + ", cut at " + cutsText(subject.plan) + (chosen ? chosenText(subject.plan.schedule) : "") + "\n"
                 + answer.policies + "\n" + devicesText(subject.problem, subject.plan, answer.estimate) + "\n"
                 + reservedText(answer.estimate) + speedText(answer.estimate)
                 + (answer.step ? criticalText(answer.step->timeline) : "") + trainingText(subject.plan)
                 + (answer.estimate.fits ? "It fits.\n" : "It does not fit.\n"));
}

Result<ExitCode> runCommand(const EstimateOptions& options, const Output& output, const Interrupt& interrupt)
{
    if (const auto distinct = requireDistinctFiles({{"--workspace", options.workspace.path()},
                                                    {"--output", options.output},
                                                    {"--timeline", options.timeline},
                                                    {"--memory-over-time", options.memory_over_time}});
        !distinct) {
        return failure(distinct.error());
    }
    auto subject = options.plan_file.empty() ? subjectOfOptions(options, interrupt) : subjectOfFile(options, interrupt);
    if (!subject) {
        return failure(subject.error());
    }
    const auto found = useStack(options.stack, options.workspace, subject->problem);
    if (!found) {
        return failure(found.error());
    }
    const Stack* stack = *found ? &**found : nullptr;
    const auto costs = options.workspace.costModel(subject->problem);
    if (!costs) {
        return failure(costs.error());
    }
    const bool choose = subject->plan.stages.empty() && !subject->problem.constraints.cuts;
    if (choose) {
        const int each = options.shape.stagesPerPlace();
        if (const auto chosen = chooseCuts(*subject, each, *costs, stack, interrupt); !chosen) {
            return failure(options.workspace.completed(chosen.error(), subject->problem));
        }
    }
    auto answer = [&] {
        const EndsAtOnce prompt(interrupt, [&] {
            return static_cast<int>(output.fail({ErrorCode::Cancelled, {}, {}}));
        });
        return answerOf(options, *subject, *costs, stack);
    }();
    if (!answer) {
        return failure(options.workspace.completed(answer.error(), subject->problem));
    }
    const std::string partitioner = choose ? "stagecraft" : "given";
    if (const auto written = writeFiles(options, *subject, *answer, partitioner); !written) {
        return failure(written.error());
    }
    if (answer->missing) {
        answer->missing = options.workspace.completed(*std::move(answer->missing), subject->problem);
    }
    tell(*subject, *answer, choose, partitioner, output);
    return ExitCode::Done;
}

// Either a plan file says all, or the options do.
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
    if (!options.shape.pipeline && options.shape.cuts.empty()) {
        throw CLI::RequiredError("--plan, --pipeline or --cuts");
    }
}

}

void addEstimateCommand(CLI::App& app, Task& task)
{
    const auto options = std::make_shared<EstimateOptions>();
    CLI::App& command = *app.add_subcommand("estimate", "Memory, speed and cost of one plan");
    options->model.add(
        command,
        "config.json of Hugging Face, zoo:NAME, a TorchScript file (.pt), or a layer table (.csv) [the plan file's]");
    options->workspace.add(command);
    command.add_option("--cluster", options->cluster, std::string(clusterHelp) + " [the plan file's]")
        ->type_name("CLUSTER");
    command.add_option("--plan", options->plan_file, "The plan of a file")->type_name("FILE");
    const auto shape = options->shape.add(command);
    options->workload.add(command);
    command.add_flag("--expandable-segments", options->reserved.expandable_segments,
                     "The allocator of CUDA grows its segments (PYTORCH_CUDA_ALLOC_CONF)");
    addStackOption(command, options->stack);
    command.add_option("-o,--output", options->output, "Write the plan, as YAML if the name ends so, else as JSON")
        ->type_name("FILE");
    command.add_option("--timeline", options->timeline, "Write the simulated step as a Chrome trace, for Perfetto")
        ->type_name("FILE");
    command
        .add_option("--memory-over-time", options->memory_over_time,
                    "Write the bytes that each place holds over the simulated step, as CSV")
        ->type_name("FILE");
    command.footer("Give --plan, or --pipeline or --cuts. Without --cuts the ones with the least peak are taken.\n"
                   "Global batch = micro-batch x micro-batches x data degree; each is 1 if it is not given.");
    addJsonOption(command, task);
    command.callback([options, shape, &task] {
        requireOneSubject(*options, shape);
        task.run = [options](const Output& output, const Interrupt& interrupt) {
            return runCommand(*options, output, interrupt);
        };
    });
}

}
