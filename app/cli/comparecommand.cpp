// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/billingoptions.h"
#include "app/cli/commands.h"
#include "app/cli/comparereport.h"
#include "app/cli/figuretext.h"
#include "app/cli/interrupt.h"
#include "app/cli/offerscommand.h"
#include "app/cli/planreport.h"
#include "app/cli/problemoptions.h"
#include "app/cli/progressline.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace stagecraft {

namespace {

struct CompareOptions {
    ProblemOptions problem_options;
    std::vector<std::string> clusters;
    BillingChoice billing;
};

// Input that the searches on all clusters share.
struct Basics {
    Problem problem; // without a cluster
    CostModel costs;
    BillingOptions billing;
};

// Errors: those of the problem, of the billing options and of the workspace.
Result<Basics> basicsOf(const CompareOptions& options, const Interrupt& interrupt)
{
    auto problem = options.problem_options.problem(interrupt);
    if (!problem) {
        return failure(problem.error());
    }
    const auto billing = options.billing.options(problem->model);
    if (!billing) {
        return failure(billing.error());
    }
    auto costs = options.problem_options.workspace.costModel(*problem);
    if (!costs) {
        return failure(costs.error());
    }
    return Basics {*std::move(problem), *std::move(costs), *billing};
}

// Searches the plans on one cluster. A search error is stored in the cluster.
void search(ComparedCluster& cluster, const Basics& basics, const WorkspaceFile& workspace, const Interrupt& interrupt)
{
    ProgressLine progress;
    auto result = searchPlans(cluster.problem, basics.costs, interrupt.token(), [&](SearchProgress p) {
        progress.show(p.done, p.total, "searching " + cluster.name, Seconds(-1));
    });
    progress.clear();
    if (!result) {
        cluster.error = workspace.completed(result.error(), cluster.problem);
        return;
    }
    if (result->missing) {
        result->missing = workspace.completed(*std::move(result->missing), cluster.problem);
    }
    cluster.result = *std::move(result);
    if (cluster.result.outcome.kind != OutcomeKind::Cancelled) {
        cluster.choices = runChoices(cluster.problem, cluster.result, basics.billing);
    }
}

nlohmann::json documentOf(const std::vector<ComparedCluster>& clusters)
{
    const Problem& problem = clusters.front().problem;
    auto json = comparisonJson(clusters, todayText());
    json["model"] = problem.model.name;
    json["global_batch"] = problem.workload.global_batch;
    json["unit"] = sampleUnit(problem.model);
    return json;
}

// One line: the model, the number of clusters and the length of the run.
std::string titleText(const std::vector<ComparedCluster>& clusters, const BillingOptions& billing)
{
    Problem shown = clusters.front().problem;
    shown.cluster.name = std::to_string(clusters.size()) + (clusters.size() == 1 ? " cluster" : " clusters");
    return problemText(shown) + "; "
        + (billing.amount > 0 ? "a run of " + std::to_string(billing.amount) + " " + sampleUnit(shown.model)
                              : std::string("one step"))
        + "\n\n";
}

// Returns the failure if no cluster has a plan that fits; empty if one has. A plan that does not fit takes precedence
// over a search that failed.
std::optional<Failure> failureOf(const std::vector<ComparedCluster>& clusters)
{
    if (isCancelled(clusters)) {
        return Failure::cancelled();
    }
    if (std::any_of(clusters.begin(), clusters.end(), [](const ComparedCluster& each) { return each.choices; })) {
        return std::nullopt;
    }
    const bool infeasible =
        std::any_of(clusters.begin(), clusters.end(), [](const ComparedCluster& each) { return !each.error; });
    return infeasible ? Failure::infeasible("none of the clusters has a plan: " + clusters.front().obstacle())
                      : Failure(*clusters.front().error);
}

Result<ExitCode> runCommand(const CompareOptions& options, const Output& output, const Interrupt& interrupt)
{
    std::vector<ComparedCluster> clusters;
    for (const std::string& name : options.clusters) {
        auto cluster = readCluster(name, interruptToken());
        if (!cluster) {
            return failure(cluster.error());
        }
        clusters.push_back({name, {}, {}, {}, {}});
        clusters.back().problem.cluster = std::move(*cluster);
    }
    const auto basics = basicsOf(options, interrupt);
    if (!basics) {
        return failure(basics.error());
    }
    for (ComparedCluster& cluster : clusters) {
        Cluster devices = std::move(cluster.problem.cluster);
        cluster.problem = basics->problem;
        cluster.problem.cluster = std::move(devices);
        if (isCancelled(clusters)) { // an earlier search was interrupted: skips this one
            cluster.result.outcome.kind = OutcomeKind::Cancelled;
        } else {
            search(cluster, *basics, options.problem_options.workspace, interrupt);
        }
    }
    if (!isCancelled(clusters)) {
        output.print(titleText(clusters, basics->billing) + comparisonText(clusters, basics->billing, todayText()));
    }
    if (const auto failed = failureOf(clusters)) {
        return output.fail(*failed, documentOf(clusters));
    }
    output.document(documentOf(clusters));
    return ExitCode::Done;
}

}

void addCompareCommand(CLI::App& app, Task& task)
{
    const auto options = std::make_shared<CompareOptions>();
    CLI::App& command = *app.add_subcommand("compare", "Compare clusters: plans, time and cost of a training run");
    options->problem_options.addModel(command);
    addClustersOption(command, options->clusters, "repeat for each cluster");
    options->billing.add(command);
    options->problem_options.addOthers(command);
    options->problem_options.addObjective(command);
    addJsonOption(command, task);
    command.callback([options, &task] {
        task.run = [options](const Output& output, const Interrupt& interrupt) {
            return runCommand(*options, output, interrupt);
        };
    });
}

}
