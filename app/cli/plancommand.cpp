// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/comparisonreport.h"
#include "app/cli/explainreport.h"
#include "app/cli/interrupt.h"
#include "app/cli/memoryreport.h"
#include "app/cli/modeloption.h"
#include "app/cli/partitioneroption.h"
#include "app/cli/picksreport.h"
#include "app/cli/plannotes.h"
#include "app/cli/planreport.h"
#include "app/cli/problemoptions.h"
#include "app/cli/progressline.h"
#include "app/cli/recommendation.h"
#include "app/cli/remedyreport.h"
#include "core/base/files.h"
#include "core/base/format.h"
#include "core/exchange/comparisoncsv.h"
#include "core/json/codec.h"
#include "core/words/common.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <optional>

namespace stagecraft {

namespace {

struct PlanOptions {
    ProblemOptions problem_options;
    std::string cluster;
    double max_slowdown = Constraints().max_slowdown;
    PartitionerOption partitioner;
    std::string output;
    bool explain = false;
};

Result<Problem> problemOf(const PlanOptions& options, const Interrupt& interrupt)
{
    auto problem = options.problem_options.problem(interrupt);
    if (!problem) {
        return problem;
    }
    auto cluster = readCluster(options.cluster, interruptToken());
    if (!cluster) {
        return failure(cluster.error());
    }
    if (auto met = options.problem_options.requireReplicas(*cluster); !met) {
        return failure(met.error());
    }
    problem->cluster = std::move(*cluster);
    problem->constraints.max_slowdown = options.max_slowdown;
    return problem;
}

// Result of the search, with the comparison of partitioners if requested.
struct Answer {
    SearchResult result;
    std::optional<PartitionerComparison> comparison;
    std::optional<Explanation> explanation {};
    std::optional<std::vector<Remedy>> remedies {}; // set if no plan fits; empty when interrupted
};

// Appends the plans of other partitioners to the candidates, so that indices of the search's candidates stay valid.
nlohmann::json withCompared(SearchResult result, const PartitionerComparison& comparison)
{
    auto& all = result.candidates;
    for (const PartitionerRow& row : comparison.rows) {
        if (!row.candidate) {
            continue;
        }
        const auto known = std::find_if(
            all.begin(), all.end(), [&](const Candidate& candidate) { return candidate.plan == row.candidate->plan; });
        if (known != all.end()) {
            known->addPartitioner(row.partitioner);
        } else {
            all.push_back(*row.candidate);
        }
    }
    auto json = encodeJson(result);
    json["comparison"] = comparisonJson(comparison);
    return json;
}

// Returns the recommended plan, otherwise the plan with the lowest peak; null without candidates.
const Candidate* reportedPlan(const SearchResult& result)
{
    const Candidate* recommended = result.recommended();
    return recommended == nullptr && !result.candidates.empty() ? &result.candidates.front() : recommended;
}

nlohmann::json documentOf(const Problem& problem, const Answer& answer)
{
    const SearchResult& result = answer.result;
    auto json = answer.comparison ? withCompared(result, *answer.comparison) : encodeJson(result);
    json["problem"] = problemJson(problem);
    json["not_measured"] = missingJson(result.missing);
    json["left_out_for_target"] = targetNotes(problem);
    json["picks"] = picksJson(problem, result);
    if (const Candidate* recommended = result.recommended()) {
        json["notes"] = planNotes(problem, recommended->plan);
    }
    if (asksForRemedies(result)) {
        json["remedies"] = answer.remedies ? remediesJson(*answer.remedies) : nlohmann::json();
    }
    addGapToBest(json, result);
    return json;
}

// On mixed clusters the first plan has the lowest share of capacity, which is not always the smallest shortfall.
std::string shownTitle(const SearchResult& result)
{
    const bool nearest = result.outcome.kind == OutcomeKind::Infeasible && !result.certificate.share;
    return result.recommended() != nullptr ? "Recommended" : nearest ? "Nearest plan" : "Lowest peak";
}

std::string textOf(const Problem& problem, const SearchResult& result)
{
    const Candidate* shown = reportedPlan(result);
    const std::string picks = picksText(problem, result);
    std::string text = problemText(problem) + "\n" + picks + (picks.empty() ? "" : "\n") + missingText(result.missing)
        + std::to_string(result.candidates.size()) + " plans from " + std::to_string(result.configurations)
        + (result.configurations == 1 ? " configuration" : " configurations") + ", searched in "
        + formatSeconds(result.elapsed) + "\n" + notesText(targetNotes(problem)) + notesText(keptNotes(problem)) + "\n"
        + candidatesText(problem, result);
    if (shown == nullptr) {
        return text;
    }
    text += "\n" + shownTitle(result) + ": " + planName(shown->plan) + ", split points "
        + allSplitPointsText(shown->plan) + "\n" + devicesText(problem, shown->plan, shown->estimate) + "\n"
        + hostText(problem, shown->plan, shown->estimate) + speedText(shown->estimate)
        + peakText(problem, shown->estimate) + notesText(planNotes(problem, shown->plan)) + gapToBestText(result);
    return text + provenText(problem, result);
}

// Reports the result, writes the plan and returns the exit code.
Result<ExitCode> finish(const PlanOptions& options, const Problem& problem, const Answer& answer, const Output& output)
{
    const SearchResult& result = answer.result;
    const Candidate* recommended = result.recommended();
    if (recommended != nullptr && !options.output.empty()) {
        const PlanDocument file {problem, recommended->plan, recommended->estimate, recommended->partitioner,
                                 createdBy};
        if (const auto written = writePlanFile(file, options.output); !written) {
            return failure(written.error());
        }
    }
    if (answer.comparison && !options.partitioner.csv.empty()) {
        if (const auto written = writeFile(options.partitioner.csv, comparisonCsv(*answer.comparison)); !written) {
            return failure(written.error());
        }
    }
    const std::string compared = answer.comparison ? "\n" + comparisonText(*answer.comparison) : "";
    const std::string explained =
        answer.explanation ? explanationText(problem, result, *answer.explanation) : std::string();
    auto document = nlohmann::json::object();
    if (output.json()) { // the document is large
        document = documentOf(problem, answer);
        if (options.explain) {
            document["explanation"] = explanationJson(result, answer.explanation);
        }
    }
    switch (result.outcome.kind) {
    case OutcomeKind::Cancelled:
        return output.fail(Failure::cancelled(), std::move(document));
    case OutcomeKind::Infeasible:
        output.print(textOf(problem, result) + compared);
        output.fail(Failure::infeasible(infeasibleText(result)
                                        + (options.output.empty() ? "" : "; " + options.output + " was not written")),
                    std::move(document));
        output.print(answer.remedies ? "\n" + remediesText(*answer.remedies) : std::string());
        return ExitCode::Infeasible;
    default:
        output.document(document);
        output.print(textOf(problem, result) + explained + compared);
        return ExitCode::Done;
    }
}

// Adds the comparison of partitioners if requested; the outcome is Cancelled if it was interrupted.
Result<Answer> compared(const PlanOptions& options, const Problem& problem, const CostModel& costs, SearchResult result,
                        const Interrupt& interrupt)
{
    const Candidate* as = comparedCandidate(result);
    if (!options.partitioner.given() || as == nullptr || result.outcome.kind == OutcomeKind::Cancelled) {
        return Answer {std::move(result), {}};
    }
    auto comparison = comparePartitioners(problem, costs, as->plan, options.partitioner.request(), interrupt.token());
    if (!comparison) {
        return failure(comparison.error());
    }
    if (comparison->rows.empty()) {
        result.outcome = {OutcomeKind::Cancelled, -1, {}, {}};
    }
    return Answer {std::move(result), *std::move(comparison)};
}

Result<ExitCode> runCommand(const PlanOptions& options, const Output& output, const Interrupt& interrupt)
{
    if (const auto valid = options.partitioner.validate(); !valid) {
        return failure(valid.error());
    }
    auto problem = problemOf(options, interrupt);
    if (!problem) {
        return failure(problem.error());
    }
    if (options.partitioner.given()) {
        if (auto one = requireOneGroup(*problem, words::common::partitioner_comparison); !one) {
            return failure(one.error());
        }
    }
    const auto costs = options.problem_options.workspace.costModel(*problem);
    if (!costs) {
        return failure(costs.error());
    }
    ProgressLine progress;
    auto result = searchPlans(*problem, *costs, interrupt.token(),
                              [&](SearchProgress p) { progress.show(p.done, p.total, "searching", Seconds(-1)); });
    progress.clear();
    if (!result) {
        return failure(options.problem_options.workspace.completed(result.error(), *problem));
    }
    if (result->missing) {
        result->missing = options.problem_options.workspace.completed(*std::move(result->missing), *problem);
    }
    if (result->outcome.kind != OutcomeKind::Cancelled && !hasGivenCosts(problem->model)) {
        options.problem_options.workspace.storeFirstProblem(*problem);
    }
    const auto explanation =
        options.explain ? explainRecommended(*problem, *costs, *result, interrupt.token()) : std::nullopt;
    auto answer = compared(options, *problem, *costs, *std::move(result), interrupt);
    if (!answer) {
        return failure(answer.error());
    }
    answer->explanation = explanation;
    if (asksForRemedies(answer->result)) {
        answer->remedies = remediesOf(*problem, *costs, interrupt.token());
    }
    return finish(options, *problem, *answer, output);
}

}

void addPlanCommand(CLI::App& app, Task& task)
{
    const auto options = std::make_shared<PlanOptions>();
    CLI::App& command = *app.add_subcommand("plan",
                                            "Search training plans of a model on a cluster and recommend the one with "
                                            "the lowest peak memory (or another --objective)");
    options->problem_options.addModel(command);
    // The last value applies, so that remedies can be appended to a command.
    command.add_option("--cluster", options->cluster, clusterHelp)->required()->type_name("CLUSTER")->take_last();
    options->problem_options.addOthers(command);
    for (const char* name : {"--tensor", "--context", "--framework", "--stack", "--policy", "--zero", "--micro-batch",
                             "--micro-batches", "--offload"}) {
        command.get_option(name)->take_last();
    }
    command
        .add_option("--max-slowdown", options->max_slowdown,
                    "Maximum step time of the balanced plan, as a multiple of the fastest [1.25]")
        ->check(numberBetween(1, 1000))
        ->type_name("X");
    options->problem_options.addObjective(command);
    options->partitioner.add(command);
    command
        .add_option("-o,--output", options->output,
                    "Write the recommended plan: YAML for names ending in .yaml or .yml, else JSON")
        ->type_name("FILE");
    command.add_flag("--explain", options->explain,
                     "Explain what limits the recommended plan and how other choices compare");
    command.footer("If the workspace has no problem yet, this one is stored in it, and the window opens with it.");
    addJsonOption(command, task);
    command.callback([options, &task] {
        task.files = [options] {
            CommandFiles files {options->problem_options.files(),
                                {{"--output", options->output}, {"--comparison-csv", options->partitioner.csv}}};
            files.read.push_back({"--cluster", options->cluster});
            return files;
        };
        task.run = [options](const Output& output, const Interrupt& interrupt) {
            return runCommand(*options, output, interrupt);
        };
    });
}

}
