// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/billingoptions.h"
#include "app/cli/commands.h"
#include "app/cli/comparereport.h"
#include "app/cli/offerscommand.h"
#include "app/cli/planreport.h"
#include "app/cli/progressline.h"
#include "app/cli/questionoptions.h"
#include "app/cli/stackreport.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace stagecraft {

namespace {

constexpr std::size_t mostClusters = 64;

struct CompareOptions {
    QuestionOptions question;
    std::vector<std::string> clusters;
    BillingChoice billing;
};

// Errors: those of the stack and of the workspace, which are every cluster's; those of the search stay with the
// cluster.
Result<void> search(ComparedCluster& cluster, const CompareOptions& options, const BillingOptions& billing,
                    const Interrupt& interrupt)
{
    const WorkspaceFile& workspace = options.question.workspace;
    const auto stack = useStack(options.question.stack, workspace, cluster.problem);
    if (!stack) {
        return failure(stack.error());
    }
    const auto costs = workspace.costModel(cluster.problem);
    if (!costs) {
        return failure(costs.error());
    }
    ProgressLine progress;
    auto result = searchPlans(
        cluster.problem, *costs, interrupt.token(),
        [&](SearchProgress p) { progress.show(p.done, p.total, "searching " + cluster.name, Seconds(-1)); },
        *stack ? &**stack : nullptr);
    progress.clear();
    if (!result) {
        cluster.error = workspace.completed(result.error(), cluster.problem);
        return {};
    }
    if (result->missing) {
        result->missing = workspace.completed(*std::move(result->missing), cluster.problem);
    }
    cluster.result = *std::move(result);
    cluster.choices = billedChoices(cluster.problem, cluster.result, billing);
    return {};
}

nlohmann::json documentOf(const std::vector<ComparedCluster>& clusters)
{
    const Problem& problem = clusters.front().problem;
    const bool tokens = problem.model.sample == SampleKind::Tokens;
    auto json = comparisonJson(clusters, todayText());
    json["model"] = problem.model.name;
    json["global_batch"] = problem.workload.global_batch;
    json["unit"] = tokens ? "tokens" : "samples";
    return json;
}

// One line: the model, what is compared, and how long the run is.
std::string titleText(const std::vector<ComparedCluster>& clusters, const BillingOptions& billing)
{
    Problem shown = clusters.front().problem;
    shown.cluster.name = std::to_string(clusters.size()) + (clusters.size() == 1 ? " cluster" : " clusters");
    const std::string unit = shown.model.sample == SampleKind::Tokens ? " tokens" : " samples";
    return problemText(shown) + "; "
        + (billing.amount > 0 ? "a run of " + std::to_string(billing.amount) + unit : std::string("one step")) + "\n\n";
}

// One that could be planned is enough. Of others, what does not fit tells more than what cannot be asked.
Result<ExitCode> exitOf(const std::vector<ComparedCluster>& clusters, const Output& output)
{
    if (std::any_of(clusters.begin(), clusters.end(), [](const ComparedCluster& each) { return each.choices; })) {
        return ExitCode::Done;
    }
    const bool infeasible =
        std::any_of(clusters.begin(), clusters.end(), [](const ComparedCluster& each) { return !each.error; });
    output.note("none of the clusters has a plan: " + clusters.front().obstacle());
    return infeasible ? ExitCode::Infeasible : exitCodeOf(clusters.front().error->code);
}

Result<ExitCode> runCommand(const CompareOptions& options, const Output& output, const Interrupt& interrupt)
{
    std::vector<ComparedCluster> clusters;
    for (const std::string& name : options.clusters) {
        auto cluster = readCluster(name);
        if (!cluster) {
            return failure(cluster.error());
        }
        clusters.push_back({name, {}, {}, {}, {}});
        clusters.back().problem.cluster = std::move(*cluster);
    }
    const auto problem = options.question.problem(interrupt);
    if (!problem) {
        return failure(problem.error());
    }
    const auto billing = options.billing.options(problem->model);
    if (!billing) {
        return failure(billing.error());
    }
    for (ComparedCluster& cluster : clusters) {
        Cluster devices = std::move(cluster.problem.cluster);
        cluster.problem = *problem;
        cluster.problem.cluster = std::move(devices);
        if (const auto searched = search(cluster, options, *billing, interrupt); !searched) {
            return failure(searched.error());
        }
        if (cluster.result.outcome.kind == OutcomeKind::Cancelled) {
            output.note("cancelled");
            return ExitCode::Cancelled;
        }
    }
    output.document(documentOf(clusters));
    output.print(titleText(clusters, *billing) + comparisonText(clusters, todayText()));
    return exitOf(clusters, output);
}

}

void addCompareCommand(CLI::App& app, Task& task)
{
    const auto options = std::make_shared<CompareOptions>();
    CLI::App& command =
        *app.add_subcommand("compare", "Set clusters side by side: their plans, and what a whole run takes and costs");
    options->question.addModel(command);
    command.add_option("--cluster", options->clusters, std::string(clusterHelp) + "; given once for each")
        ->required()
        ->allow_extra_args(false)
        ->expected(1, static_cast<int>(mostClusters))
        ->type_name("CLUSTER");
    options->billing.add(command);
    options->question.addOthers(command);
    options->question.addObjective(command);
    addJsonOption(command, task);
    command.callback([options, &task] {
        task.run = [options](const Output& output, const Interrupt& interrupt) {
            return runCommand(*options, output, interrupt);
        };
    });
}

}
