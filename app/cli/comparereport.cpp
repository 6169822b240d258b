// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/comparereport.h"

#include "app/cli/billreport.h"
#include "app/cli/figuretext.h"
#include "app/cli/offerscommand.h"
#include "app/cli/plannotes.h"
#include "app/cli/planreport.h"
#include "app/cli/texttable.h"
#include "core/base/english.h"
#include "core/base/format.h"
#include "core/base/terminaltext.h"
#include "core/estimate/fullestdevice.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace stagecraft {

namespace {

using Cell = std::function<std::string(const ComparedCluster&)>;
using Choice = std::function<const CandidateRunCost*(const RunChoices&)>;

const CandidateRunCost* recommendedOf(const RunChoices& choices)
{
    return &choices.recommended;
}

const CandidateRunCost* fastestChoice(const RunChoices& choices)
{
    return &choices.fastest;
}

const CandidateRunCost* cheapestChoice(const RunChoices& choices)
{
    return choices.cheapest ? &*choices.cheapest : nullptr;
}

const Candidate& candidateOf(const ComparedCluster& cluster, const CandidateRunCost& billed)
{
    return cluster.result.candidates[billed.candidate];
}

bool hasTokens(const ComparedCluster& cluster)
{
    return cluster.problem.model.sample == SampleKind::Tokens;
}

// Applies a text function to the candidate that `choice` returns; blank without a candidate.
template <typename CellText>
Cell cellOf(Choice choice, CellText cell_text)
{
    return [choice, cell_text](const ComparedCluster& cluster) {
        const CandidateRunCost* billed = cluster.choices ? choice(*cluster.choices) : nullptr;
        return billed == nullptr ? std::string()
                                 : cell_text(cluster, candidateOf(cluster, *billed), billed->training_cost);
    };
}

std::string nodesText(const ComparedCluster& cluster)
{
    std::string text;
    for (const ClusterGroup& group : cluster.problem.cluster.groups) {
        text += (text.empty() ? "" : " + ") + std::to_string(group.nodes) + " x "
            + std::to_string(group.devices_per_node) + " " + terminalLine(group.device.name);
    }
    return text;
}

std::string memoryText(const ComparedCluster& cluster)
{
    std::string text;
    for (const ClusterGroup& group : cluster.problem.cluster.groups) {
        text += (text.empty() ? "" : " + ") + formatBytes(group.device.memory);
    }
    return text;
}

// Bounds in parentheses, as a suffix of a figure.
std::string boundsText(const std::string& low, const std::string& high)
{
    return " (" + low + " to " + high + ")";
}

std::string peakText(const ComparedCluster&, const Candidate& candidate, const TrainingCost&)
{
    const Estimate& estimate = candidate.estimate;
    return formatBytes(estimate.peak) + boundsText(formatBytes(estimate.peak_low), formatBytes(estimate.peak_high));
}

std::string fullestText(const ComparedCluster&, const Candidate& candidate, const TrainingCost&)
{
    return wholePercent(filledShare(*fullestDevice(candidate.estimate)));
}

std::string planText(const ComparedCluster&, const Candidate& candidate, const TrainingCost&)
{
    return planName(candidate.plan);
}

std::string stepText(const ComparedCluster&, const Candidate& candidate, const TrainingCost&)
{
    const Estimate& estimate = candidate.estimate;
    return formatSeconds(estimate.step)
        + boundsText(formatSeconds(estimate.step_low), formatSeconds(estimate.step_high));
}

std::string rateText(const ComparedCluster& cluster, const Candidate& candidate, const TrainingCost&)
{
    const Estimate& estimate = candidate.estimate;
    return hasTokens(cluster) ? sampleRateText(estimate.tokens_per_second) + " tokens/s"
                              : sampleRateText(estimate.samples_per_second) + " samples/s";
}

std::string timeText(const ComparedCluster&, const Candidate&, const TrainingCost& training_cost)
{
    return runTimesText(training_cost);
}

std::string usedNodesText(const TrainingCost& training_cost)
{
    return std::to_string(training_cost.nodes) + (training_cost.nodes == 1 ? " node" : " nodes");
}

std::string priceText(const ComparedCluster&, const Candidate&, const TrainingCost& training_cost)
{
    return training_cost.price
        ? formatDollars(Usd(training_cost.price->value)) + " (" + usedNodesText(training_cost) + ")"
        : "no price";
}

std::string trainingCostText(const ComparedCluster&, const Candidate&, const TrainingCost& training_cost)
{
    return training_cost.total ? dollarsText(*training_cost.total) : "no price";
}

// Cost of one part of the training cost; blank if the training cost has no such part.
Cell partCell(TrainingCostPart part)
{
    return cellOf(recommendedOf, [part](const ComparedCluster&, const Candidate&, const TrainingCost& training_cost) {
        const auto line = std::find_if(training_cost.lines.begin(), training_cost.lines.end(),
                                       [part](const TrainingCostItem& each) { return each.part == part; });
        return line == training_cost.lines.end() ? std::string() : dollarsText(line->amount);
    });
}

std::string perMillionText(const ComparedCluster&, const Candidate&, const TrainingCost& training_cost)
{
    return training_cost.per_million ? dollarsText(*training_cost.per_million) : "";
}

std::string basisText(const ComparedCluster&, const Candidate& candidate, const TrainingCost&)
{
    const Estimate& estimate = candidate.estimate;
    return std::string(nameOf(estimate.memory_basis)) + ", " + std::string(nameOf(estimate.time_basis))
        + (estimate.extrapolated ? ", extrapolated" : "");
}

// Obstacle shortened to the width of a column. The notes below the table have the full text.
std::string shortObstacle(const ComparedCluster& cluster)
{
    constexpr std::size_t room = 48;
    const Outcome& outcome = cluster.result.outcome;
    const std::string whole = cluster.obstacle();
    return whole.size() <= room ? whole
        : outcome.missing > Bytes(0)
        ? "shortfall " + formatBytes(outcome.missing) + " on device " + std::to_string(outcome.device)
        : "see below";
}

struct Row {
    std::string title;
    Cell cell;
};

void addPlanRows(std::vector<Row>& rows, const std::string& title, const Choice& choice)
{
    rows.push_back({title, cellOf(choice, planText)});
    rows.push_back({"  step time", cellOf(choice, stepText)});
    rows.push_back({"  time to train", cellOf(choice, timeText)});
    rows.push_back({"  price per hour", cellOf(choice, priceText)});
    rows.push_back({"  total cost", cellOf(choice, trainingCostText)});
}

std::vector<Row> tableRows(const Model& model)
{
    std::vector<Row> rows {
        {"nodes", nodesText},
        {"memory per device", memoryText},
        {"recommended plan", cellOf(recommendedOf, planText)},
        {"  peak per device", cellOf(recommendedOf, peakText)},
        {"  memory use (upper bound)", cellOf(recommendedOf, fullestText)},
        {"  step time", cellOf(recommendedOf, stepText)},
        {"  throughput", cellOf(recommendedOf, rateText)},
        {"  time to train", cellOf(recommendedOf, timeText)},
        {"  price per hour", cellOf(recommendedOf, priceText)},
        {"  computing", partCell(TrainingCostPart::Computing)},
        {"  interruptions", partCell(TrainingCostPart::Preemption)},
        {"  energy", partCell(TrainingCostPart::Energy)},
        {"  total cost", cellOf(recommendedOf, trainingCostText)},
        {std::string("  cost per million ") + sampleUnit(model), cellOf(recommendedOf, perMillionText)}};
    addPlanRows(rows, "fastest plan", fastestChoice);
    addPlanRows(rows, "cheapest plan", cheapestChoice);
    rows.push_back({"basis (memory, time)", cellOf(recommendedOf, basisText)});
    rows.push_back({"no plan", shortObstacle});
    return rows;
}

std::string table(const std::vector<ComparedCluster>& clusters)
{
    std::vector<TextTable::Column> columns {{""}};
    for (const ComparedCluster& cluster : clusters) {
        columns.push_back({cluster.name});
    }
    TextTable table(columns);
    for (const Row& row : tableRows(clusters.front().problem.model)) {
        std::vector<std::string> cells {row.title};
        bool blank = true;
        for (const ComparedCluster& cluster : clusters) {
            cells.push_back(row.cell(cluster));
            blank = blank && cells.back().empty();
        }
        if (!blank) {
            table.add(std::move(cells));
        }
    }
    return table.text();
}

std::string partTitle(TrainingCostPart part)
{
    return part == TrainingCostPart::Preemption ? "interruptions" : std::string(nameOf(part));
}

// Sources of the figures of a cluster, and the omitted costs.
std::string clusterNotesText(const ComparedCluster& cluster, const std::string& today)
{
    std::string text = "\n" + terminalLine(cluster.name) + "\n";
    if (const std::string obstacle = cluster.obstacle(); !obstacle.empty()) {
        text += labeledLine("no plan", obstacle);
    }
    for (const ClusterGroup& group : cluster.problem.cluster.groups) {
        text += figureText("intra-node link", linkRateText(group.intra_node), group.intra_node.source,
                           group.intra_node.date)
            + figureText("inter-node link", linkRateText(group.network), group.network.source, group.network.date);
        if (group.offer) {
            text += labeledLine("offer", group.offer->id() + ", price age: " + ageText(*group.offer, today));
        }
    }
    for (const std::string& note : targetNotes(cluster.problem)) {
        text += labeledLine("target", note);
    }
    if (!cluster.choices) {
        return text;
    }
    const TrainingCost& training_cost = cluster.choices->recommended.training_cost;
    for (const TrainingCostItem& line : training_cost.lines) {
        text += labeledLine(partTitle(line.part), describe(line.source) + "; " + std::string(nameOf(line.basis)));
    }
    for (const Message& note : training_cost.notes) {
        text += labeledLine("not included", describe(note));
    }
    const std::string missing = missingText(cluster.result.missing);
    return missing.empty() ? text : text + "  " + missing;
}

template <typename Less>
const ComparedCluster* leastOf(const std::vector<ComparedCluster>& clusters, const Choice& choice, Less less)
{
    const ComparedCluster* least = nullptr;
    for (const ComparedCluster& cluster : clusters) {
        const CandidateRunCost* billed = cluster.choices ? choice(*cluster.choices) : nullptr;
        if (billed == nullptr || !runFinishes(billed->training_cost)) {
            continue;
        }
        if (least == nullptr || less(billed->training_cost, choice(*least->choices)->training_cost)) {
            least = &cluster;
        }
    }
    return least;
}

// Minimum of a bound over all clusters that have this choice; empty if one of these clusters has no bound.
template <typename Value>
std::optional<Value> leastBound(const std::vector<ComparedCluster>& clusters, const Choice& choice,
                                std::optional<Value> RunChoices::*boundOf)
{
    std::optional<Value> least;
    for (const ComparedCluster& cluster : clusters) {
        if (!cluster.choices || choice(*cluster.choices) == nullptr) {
            continue;
        }
        const auto& bound = (*cluster.choices).*boundOf;
        if (!bound) {
            return std::nullopt;
        }
        least = least ? std::min(*least, *bound) : *bound;
    }
    return least;
}

// True if a search covered only some values of a dimension: proofs then hold for the searched plans only.
bool leaveOutValues(const std::vector<ComparedCluster>& clusters)
{
    return std::any_of(clusters.begin(), clusters.end(),
                       [](const ComparedCluster& cluster) { return !cluster.result.ranges.empty(); });
}

// States that the figure is proven optimal, or how far below it another run may be.
std::string proofText(const std::vector<ComparedCluster>& clusters, const char* better, std::optional<double> share)
{
    const std::string all = leaveOutValues(clusters) ? "no searched plan that fits is " : "no plan that fits is ";
    return isProven(share) ? "; proven: " + all + better
        : share ? std::string("; not proven: the lower bound is ") + formatNumber(100 * *share) + " % of this"
                : std::string("; not proven: no lower bound is known");
}

// One line: the cluster, its used nodes, total cost, time to train and proof.
std::string runText(const std::string& which, const ComparedCluster& cluster, const TrainingCost& training_cost,
                    const std::string& proof)
{
    const std::string total = training_cost.total ? dollarsText(*training_cost.total) + ", " : "";
    return which + " run: " + terminalLine(cluster.name) + " (" + usedNodesText(training_cost) + "), " + total
        + runTimesText(training_cost) + proof + "\n";
}

// Bound divided by the value found, at most 1; empty without a bound.
std::optional<double> shareOf(double found, std::optional<double> bound)
{
    return bound && found > 0 ? std::optional(std::min(1.0, *bound / found)) : std::nullopt;
}

// Explains that no run finishes because nodes are lost too often, for the cluster with the lowest loss rate.
std::string endlessText(const std::string& which, const std::vector<ComparedCluster>& clusters, const Choice& choice,
                        const BillingOptions& billing)
{
    std::optional<PerHour> rate;
    for (const ComparedCluster& cluster : clusters) {
        const CandidateRunCost* billed = cluster.choices ? choice(*cluster.choices) : nullptr;
        if (billed != nullptr && billed->training_cost.preemptions) {
            rate = std::min(rate.value_or(*billed->training_cost.preemptions), *billed->training_cost.preemptions);
        }
    }
    if (!rate) {
        return {};
    }
    const WaitsTooLong waits = waitsTooLong(*rate, billing);
    std::string shorter;
    for (const auto& [option, wait, too_long] :
         {std::tuple {"--restart-time", billing.restart_time, waits.restart},
          std::tuple {"--checkpoint-interval", billing.checkpoint_interval, waits.interval},
          std::tuple {"--checkpoint-time", billing.checkpoint_time, waits.checkpoint}}) {
        if (too_long) {
            shorter += (shorter.empty() ? "" : ", ") + std::string(option) + " (" + formatDuration(wait) + ")";
        }
    }
    return which + " run: none finishes, because a node is lost every " + formatDuration(waits.between)
        + " on average. Shorten " + shorter + "\n";
}

std::string summaryText(const std::vector<ComparedCluster>& clusters, const BillingOptions& billing)
{
    std::string text;
    if (const ComparedCluster* cheapest = cheapestOf(clusters)) {
        const TrainingCost& training_cost = cheapest->choices->cheapest->training_cost;
        const auto bound = costBoundOf(clusters);
        const auto share = bound ? shareOf(training_cost.total->middle.value, bound->value) : std::nullopt;
        text += runText("Cheapest", *cheapest, training_cost, proofText(clusters, "cheaper", share));
    } else {
        text += endlessText("Cheapest", clusters, cheapestChoice, billing);
    }
    if (const ComparedCluster* fastest = fastestOf(clusters)) {
        const TrainingCost& training_cost = fastest->choices->fastest.training_cost;
        const auto bound = timeBoundOf(clusters);
        const auto share = bound ? shareOf(training_cost.time.value, bound->value) : std::nullopt;
        text += runText("Fastest", *fastest, training_cost, proofText(clusters, "faster", share));
    } else {
        text += endlessText("Fastest", clusters, fastestChoice, billing);
    }
    return text.empty() ? text : "\n" + text;
}

}

std::string ComparedCluster::obstacle() const
{
    if (error) {
        return describe(*error);
    }
    if (choices) {
        return "";
    }
    return result.outcome.kind == OutcomeKind::Cancelled ? "canceled" : infeasibleText(result);
}

bool isCancelled(const std::vector<ComparedCluster>& clusters)
{
    return std::any_of(clusters.begin(), clusters.end(), [](const ComparedCluster& cluster) {
        return cluster.result.outcome.kind == OutcomeKind::Cancelled;
    });
}

const ComparedCluster* cheapestOf(const std::vector<ComparedCluster>& clusters)
{
    return leastOf(clusters, cheapestChoice,
                   [](const TrainingCost& a, const TrainingCost& b) { return a.total->middle < b.total->middle; });
}

const ComparedCluster* fastestOf(const std::vector<ComparedCluster>& clusters)
{
    return leastOf(clusters, fastestChoice,
                   [](const TrainingCost& a, const TrainingCost& b) { return a.time < b.time; });
}

std::optional<Usd> costBoundOf(const std::vector<ComparedCluster>& clusters)
{
    return leastBound(clusters, cheapestChoice, &RunChoices::cost_bound);
}

std::optional<Seconds> timeBoundOf(const std::vector<ComparedCluster>& clusters)
{
    return leastBound(clusters, fastestChoice, &RunChoices::time_bound);
}

bool isProven(std::optional<double> share)
{
    return share && *share > 1 - 1e-9;
}

std::string comparisonText(const std::vector<ComparedCluster>& clusters, const BillingOptions& billing,
                           const std::string& today)
{
    std::string text = table(clusters) + summaryText(clusters, billing);
    for (const ComparedCluster& cluster : clusters) {
        text += clusterNotesText(cluster, today);
    }
    return text;
}

}
