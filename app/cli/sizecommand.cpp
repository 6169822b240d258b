// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/billingoptions.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/plannotes.h"
#include "app/cli/planreport.h"
#include "app/cli/problemoptions.h"
#include "app/cli/progressline.h"
#include "app/cli/sizereport.h"
#include "core/search/runsizing.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace stagecraft {

namespace {

constexpr double secondsOfDay = 86400;
constexpr double leastLimit = 1e-6; // $ or days
constexpr double mostLimit = 1e12;
constexpr std::int64_t mostOfASize = std::int64_t(1) << 40;

struct SizeOptions {
    ProblemOptions others;
    BillingChoice billing;
    std::optional<SizingGoal> goal;
    std::vector<std::string> clusters;
    std::optional<std::int64_t> multiple;
    std::optional<std::int64_t> most;
    bool beyond = false;
    std::optional<ModelScaling> scaling;
    std::optional<double> budget; // $
    std::optional<double> deadline; // days
    std::string output;

    bool asks(SizingGoal what) const { return *goal == what; }
};

tl::unexpected<Error> refused(const std::string& what, const std::string& value, const std::string& instead)
{
    return failure(ErrorCode::OptionUnsupported, {what, value, instead});
}

// Checks the options that a question requires or does not support.
Result<void> checkOptions(const SizeOptions& options)
{
    const std::string name(nameOf(*options.goal));
    const bool batch = options.asks(SizingGoal::LargestBatch);
    const bool sequence = options.asks(SizingGoal::LongestSequence);
    const bool model = options.asks(SizingGoal::LargestModel);
    if (batch == (options.others.global_batch > 0)) {
        return refused("--global-batch of " + name, batch ? "given" : "absent",
                       batch ? "none, because it is the answer" : "a number");
    }
    if (sequence && options.others.workload.sequence) {
        return refused("--sequence of " + name, "given", "none, because it is the answer");
    }
    if (!options.asks(SizingGoal::Cheapest) && options.clusters.size() != 1) {
        return refused("the number of clusters of " + name, std::to_string(options.clusters.size()), "one");
    }
    const bool largest = batch || sequence || model;
    if (!largest && options.multiple) {
        return refused("the question with --multiple", name, "largest-batch, longest-sequence, largest-model");
    }
    if (!largest && !options.asks(SizingGoal::Run) && options.most) {
        return refused("the question with --most", name, "largest-batch, longest-sequence, largest-model, run");
    }
    const bool priced = options.asks(SizingGoal::Run) || options.asks(SizingGoal::Cheapest);
    if (!priced && (options.budget || options.deadline)) {
        return refused(options.budget ? "the question with --budget-usd" : "the question with --deadline-days", name,
                       "cheapest, run");
    }
    if (priced && options.others.objective) {
        return refused("--objective of " + name, std::string(nameOf(*options.others.objective)),
                       "none; cost decides, or step time for run without prices");
    }
    if (options.asks(SizingGoal::Run) && !options.budget && !options.deadline) {
        return refused("--budget-usd and --deadline-days of run", "absent", "one of them, or both");
    }
    if (options.beyond && !sequence) {
        return refused("the question with --beyond", name, "longest-sequence");
    }
    if (options.scaling && !model) {
        return refused("the question with --scale", name, "largest-model");
    }
    if (batch && options.others.shape.micro_batch && options.others.shape.micro_batches) {
        return refused("--micro-batch together with --micro-batches", name,
                       "only one of them, because the other one is the answer");
    }
    return {};
}

Result<SizingRequest> requestOf(const SizeOptions& options)
{
    SizingRequest request;
    request.goal = *options.goal;
    request.multiple = options.multiple.value_or(1);
    request.most = options.most;
    request.beyond = options.beyond;
    request.scaling = options.scaling.value_or(ModelScaling::Depth);
    if (options.budget) {
        request.limits.budget = Usd(*options.budget);
    }
    if (options.deadline) {
        request.limits.deadline = Seconds(*options.deadline * secondsOfDay);
    }
    if (options.asks(SizingGoal::LargestBatch)) {
        request.micro_batches = options.others.shape.micro_batches;
    }
    for (const std::string& text : options.clusters) {
        auto cluster = readCluster(text, interruptToken());
        if (!cluster) {
            return failure(cluster.error());
        }
        request.catalogue.push_back(*std::move(cluster));
    }
    const auto priced = [](const Cluster& cluster) {
        return std::all_of(cluster.groups.begin(), cluster.groups.end(),
                           [](const ClusterGroup& group) { return group.price_per_node.has_value(); });
    };
    if (options.asks(SizingGoal::Cheapest)
        && std::none_of(request.catalogue.begin(), request.catalogue.end(), priced)) {
        return refused("the price of the nodes of cheapest", "absent",
                       "a price for each cluster, as in --cluster 4xA100-80GB@20");
    }
    return request;
}

void completeCommands(const WorkspaceFile& workspace, std::optional<SizedPlan>& plan)
{
    if (plan && plan->not_measured) {
        plan->not_measured = workspace.completed(*std::move(plan->not_measured), plan->problem);
    }
}

// Reports the answer, writes the plan and returns the exit code.
Result<ExitCode> finish(const SizeOptions& options, const Problem& problem, const SizingRequest& request,
                        const SizingResult& result, const Output& output)
{
    if (result.best && !options.output.empty()) {
        const PlanDocument document {result.best->problem, result.best->plan, result.best->estimate, "stagecraft",
                                     createdBy};
        if (const auto written = writePlanFile(document, options.output); !written) {
            return failure(written.error());
        }
    }
    const std::vector<std::string> left_out = targetNotes(problem);
    auto document = nlohmann::json::object();
    if (output.json()) { // the document is large
        document = sizingJson(problem, request, result);
        document["left_out_for_target"] = left_out;
    }
    if (result.outcome.kind == OutcomeKind::Cancelled) {
        return output.fail(Failure::cancelled(), std::move(document));
    }
    output.print(sizingText(problem, request, result) + notesText(left_out));
    if (result.outcome.kind == OutcomeKind::Infeasible) {
        return output.fail(
            Failure::infeasible(sentenceText(sizingAnswer(problem, request, result).head)
                                + (options.output.empty() ? "" : "; " + options.output + " was not written")),
            std::move(document));
    }
    output.document(document);
    return ExitCode::Done;
}

Result<ExitCode> runCommand(const SizeOptions& options, const Output& output, const Interrupt& interrupt)
{
    if (const auto checked = checkOptions(options); !checked) {
        return failure(checked.error());
    }
    const auto request = requestOf(options);
    if (!request) {
        return failure(request.error());
    }
    auto problem = options.others.problem(interrupt);
    if (!problem) {
        return failure(problem.error());
    }
    const auto billing = options.billing.options(problem->model);
    if (!billing) {
        return failure(billing.error());
    }
    problem->billing = *billing;
    problem->cluster = request->catalogue.front();
    if (!options.asks(SizingGoal::Cheapest)) { // with several clusters another one may have enough devices
        const bool run = options.asks(SizingGoal::Run);
        if (auto met = options.others.requireReplicas((run ? onMostNodes(*problem, *request) : *problem).cluster);
            !met) {
            return failure(met.error());
        }
    }
    const auto costs = options.others.workspace.costModel(*problem);
    if (!costs) {
        return failure(costs.error());
    }
    ProgressLine progress;
    auto result = sizeProblem(*problem, *request, *costs, interrupt.token(),
                              [&](SearchProgress p) { progress.show(p.done, p.total, "sizing", Seconds(-1)); });
    progress.clear();
    if (!result) {
        return failure(options.others.workspace.completed(result.error(), *problem));
    }
    completeCommands(options.others.workspace, result->best);
    completeCommands(options.others.workspace, result->refused);
    return finish(options, *problem, *request, *result, output);
}

Dimensions sizedDimensions()
{
    Dimensions all = allDimensions();
    std::erase_if(all, [](Dimension dimension) { return !sizingVaries(dimension); });
    return all;
}

void addGoalOptions(CLI::App& command, SizeOptions& options)
{
    addEnumOption(command, "QUESTION", options.goal, "Question: " + knownNames<SizingGoal>())->required();
    addClustersOption(command, options.clusters, "for cheapest, repeat for each cluster, with a price");
    addCountOption(command, "--multiple", options.multiple, std::int64_t(1) << 30,
                   "largest-* and longest-sequence: only multiples of N [1]");
    addCountOption(
        command, "--most", options.most, mostOfASize,
        "largest-* and longest-sequence: maximum value; run: maximum number of nodes [128, or the cluster's]");
    command.add_option("--budget-usd", options.budget, "run and cheapest: maximum total cost of the training run")
        ->type_name("USD")
        ->check(numberBetween(leastLimit, mostLimit));
    command.add_option("--deadline-days", options.deadline, "run and cheapest: maximum time of the training run")
        ->type_name("DAYS")
        ->check(numberBetween(leastLimit, mostLimit));
    command.add_flag("--beyond", options.beyond,
                     "longest-sequence: also beyond the model's maximum, for models without learned positions");
    addEnumOption(command, "--scale", options.scaling, "largest-model: scale depth or width [depth]");
}

}

void addSizeCommand(CLI::App& app, Task& task)
{
    const auto options = std::make_shared<SizeOptions>();
    CLI::App& command =
        *app.add_subcommand("size",
                            "Find the fewest devices, the cheapest cluster, the largest batch, sequence or model that "
                            "fits, or the fewest nodes for a budget and a deadline");
    options->others.addModel(command);
    addGoalOptions(command, *options);
    options->billing.add(command);
    options->others.addOthers(command, false, sizedDimensions());
    options->others.addObjective(command);
    command
        .add_option("-o,--output", options->output,
                    "Write the plan of the answer: YAML for names ending in .yaml or .yml, else JSON")
        ->type_name("FILE");
    addJsonOption(command, task);
    command.callback([options, &task] {
        task.files = [options] {
            CommandFiles files {options->others.files(), {{"--output", options->output}}};
            addRead(files, "--cluster", options->clusters);
            return files;
        };
        task.run = [options](const Output& output, const Interrupt& interrupt) {
            return runCommand(*options, output, interrupt);
        };
    });
}

}
