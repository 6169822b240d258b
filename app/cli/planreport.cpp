// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/planreport.h"

#include "app/cli/figuretext.h"
#include "app/cli/output.h"
#include "app/cli/recommendation.h"
#include "app/cli/texttable.h"
#include "core/base/english.h"
#include "core/base/files.h"
#include "core/base/format.h"
#include "core/base/terminaltext.h"
#include "core/estimate/devicegroups.h"
#include "core/estimate/fullestdevice.h"
#include "core/estimate/steptime.h"
#include "core/json/codec.h"
#include "core/memory/outofcore/compression.h"
#include "core/plan/parallelsizes.h"
#include "core/schedule/schedule.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <set>

namespace stagecraft {

namespace {

constexpr int barWidth = 16;

std::string factorText(double factor)
{
    return formatNumber(factor) + "x";
}

std::string labelText(Label label)
{
    return label == Label::Front ? "Pareto-optimal" : std::string(nameOf(label));
}

std::string labelsText(const Candidate& candidate)
{
    std::string text;
    for (const Label label : candidate.labels) {
        text += (text.empty() ? "" : ", ") + labelText(label);
    }
    if (candidate.partitioner != "stagecraft") {
        text += (text.empty() ? "" : ", ") + candidate.partitioner;
    }
    for (const std::string& other : candidate.also) {
        text += (text.empty() ? "" : ", ") + other;
    }
    return candidate.estimate.fits ? text : text + (text.empty() ? "" : ", ") + "does not fit";
}

std::string layersText(const Problem& problem, LayerRange range)
{
    const auto name = [&](int index) { return problem.model.layers[static_cast<std::size_t>(index)].name; };
    return range.count() == 1 ? name(range.first) : name(range.first) + " - " + name(range.last - 1);
}

// The basis of the predictions, without the command that measures.
std::string missingWords(const MissingMeasurements& missing)
{
    const auto some = [&](int count) {
        return std::to_string(count) + " of " + std::to_string(missing.layers) + " layers ";
    };
    std::string words;
    if (missing.transferred > 0) {
        words = some(missing.transferred) + "not measured: transferred from measurements on "
            + describe(missing.measured_on);
    }
    if (missing.analytic > 0) {
        words += (words.empty() ? "" : "; ") + some(missing.analytic) + "not measured: predicted by formulas";
    }
    if (missing.extrapolated > 0) {
        words += (words.empty() ? "" : "; ") + some(missing.extrapolated) + "extrapolated beyond the measured sizes";
    }
    return words;
}

// Layers of all stages of a pipeline rank; with opposed pipelines, of both directions.
std::string layersOfPipelineRank(const Problem& problem, const Plan& plan, int pipeline_rank)
{
    const int bidirectional_pipelines =
        rulesOf(plan.schedule).pipelines > 1 ? plan.pipelineRanks() - 1 - pipeline_rank : pipeline_rank;
    std::string text;
    for (const Stage& stage : plan.stages) {
        if (stage.pipeline_rank == pipeline_rank || stage.pipeline_rank == bidirectional_pipelines) {
            text += (text.empty() ? "" : "; ") + layersText(problem, stage.layers);
        }
    }
    return text;
}

// Devices of each group that the plan uses, in the order of the cluster.
std::string groupsText(const Problem& problem, const Plan& plan)
{
    std::vector<int> devices(problem.cluster.groups.size());
    std::set<int> counted; // pipeline ranks
    for (const Stage& stage : plan.stages) {
        if (counted.insert(stage.pipeline_rank).second) {
            devices[static_cast<std::size_t>(stage.device_group)] += plan.devicesOf(stage);
        }
    }
    std::string text;
    for (std::size_t group = 0; group < devices.size(); ++group) {
        if (devices[group] > 0) {
            text += (text.empty() ? "" : " + ") + std::to_string(devices[group]) + " "
                + terminalLine(problem.cluster.groups[group].device.name);
        }
    }
    return text;
}

// One number if it is the same for all stages, else a list.
template <typename Number>
std::string byStage(const Plan& plan, Number number)
{
    std::vector<std::string> numbers;
    for (const Stage& stage : plan.stages) {
        numbers.push_back(std::to_string(number(stage)));
    }
    const bool equal = std::adjacent_find(numbers.begin(), numbers.end(), std::not_equal_to<>()) == numbers.end();
    return equal && !numbers.empty() ? numbers.front() : listText(numbers);
}

// "H100-80GB TP2 DP4 b1": device type and parallel sizes of a stage.
std::string sharingText(const Stage& stage, const DeviceEstimate& device)
{
    return device.device_type + " TP" + std::to_string(stage.degrees.tensor) + " DP"
        + std::to_string(stage.degrees.data) + " b" + std::to_string(stage.micro_batch);
}

// "0-7 (8)" for equal devices, "3" for one.
std::string groupText(const DeviceGroup& group)
{
    const std::string first = std::to_string(group.first);
    return group.count == 1 ? first
                            : first + "-" + std::to_string(group.last()) + " (" + std::to_string(group.count) + ")";
}

std::string partText(Bytes bytes)
{
    return bytes == Bytes(0) ? "" : formatBytes(bytes);
}

}

std::string planName(const Plan& plan)
{
    const int ranks = std::max(1, plan.pipelineRanks());
    const LayerPolicies policies = policiesOf(plan);
    const std::string tensor = byStage(plan, [](const Stage& stage) { return stage.degrees.tensor; });
    const std::string data = byStage(plan, [](const Stage& stage) { return stage.degrees.data; });
    const TrainingOptions& training = plan.training;
    return parallelismText({ranks, static_cast<int>(plan.stages.size()) / ranks, tensor, plan.context, data,
                            plan.expert, plan.sequence_parallel && tensor != "1"})
        + " " + std::string(nameOf(plan.schedule)) + " b"
        + byStage(plan, [](const Stage& stage) { return stage.micro_batch; }) + " m"
        + std::to_string(plan.micro_batches) + (plan.zero_stage > 0 ? " ZeRO " + std::to_string(plan.zero_stage) : "")
        + (policies.keepsAll() ? "" : " " + policiesText(policies))
        + (training.offload == StateOffload::None ? "" : " offload " + std::string(nameOf(training.offload)))
        + (training.replicas == ReplicaUse::Gradients
               ? ""
               : " " + std::string(nameOf(training.replicas)) + "/" + std::to_string(training.period))
        + (training.compress_boundaries ? " " + compressorText(training.compressor) : "");
}

std::string splitPointsText(const Plan& plan)
{
    std::vector<std::string> split_points;
    for (const int split_point : plan.splitPoints()) {
        split_points.push_back(std::to_string(split_point));
    }
    return listText(split_points);
}

std::string allSplitPointsText(const Plan& plan)
{
    std::string text;
    for (const int split_point : plan.splitPoints()) {
        text += (text.empty() ? "" : ",") + std::to_string(split_point);
    }
    return text;
}

std::string problemText(const Problem& problem)
{
    const Workload& workload = problem.workload;
    std::string text = terminalLine(problem.model.name + " on " + problem.cluster.name) + ": global batch "
        + std::to_string(workload.global_batch);
    if (!hasGivenCosts(problem.model)) {
        text += (problem.model.sample == SampleKind::Image ? ", image side " : ", sequence ")
            + std::to_string(workload.sequence) + ", " + std::string(nameOf(workload.precision)) + ", "
            + std::string(nameOf(workload.optimizer));
    }
    const FrameworkChoice& framework = problem.constraints.framework;
    return framework.isLibtorch() ? text : text + ", framework " + std::string(nameOf(framework.name));
}

nlohmann::json problemJson(const Problem& problem)
{
    auto json = encodeJson(problem);
    // a plan file contains them; they would dominate the document
    for (const char* field : {"layers", "programs"}) {
        json["model"].erase(field);
    }
    return json;
}

// Shortfall with its upper bound, which differs from the peak in the same row.
std::string shortText(const DeviceEstimate& device)
{
    return "upper bound " + formatBytes(device.device_high) + ", shortfall " + formatBytes(shortfallOf(device));
}

std::string devicesText(const Problem& problem, const Plan& plan, const Estimate& estimate)
{
    TextTable table({{"device", Align::Right},
                     {"layers"},
                     {"memory use (upper bound)"},
                     {"", Align::Right},
                     {"peak", Align::Right},
                     {"parameters", Align::Right},
                     {"gradients", Align::Right},
                     {"optimizer", Align::Right},
                     {"activations", Align::Right},
                     {"stage inputs/outputs", Align::Right},
                     {"communication", Align::Right},
                     {"temporary", Align::Right},
                     {"framework", Align::Right},
                     {""},
                     {""}});
    const bool reported =
        !plan.hasEqualStages() || problem.cluster.groups.size() > 1; // show device types and parallel sizes
    for (const DeviceGroup& group : equalDevices(estimate.devices)) {
        const DeviceEstimate& device = estimate.devices[static_cast<std::size_t>(group.first)];
        const Stage& stage = *std::find_if(plan.stages.begin(), plan.stages.end(),
                                           [&](const Stage& s) { return s.pipeline_rank == device.stage; });
        const MemoryBreakdown& parts = device.breakdown;
        table.add({groupText(group), layersOfPipelineRank(problem, plan, device.stage),
                   barText(filledShare(device), barWidth), wholePercent(filledShare(device)), formatBytes(device.peak),
                   partText(parts.parameters), partText(parts.gradients), partText(parts.optimizer),
                   partText(parts.activations), partText(parts.boundaries), partText(parts.communication),
                   partText(parts.workspace), partText(parts.framework), reported ? sharingText(stage, device) : "",
                   device.fits ? "" : shortText(device)});
    }
    return table.text();
}

std::string reservedText(const Estimate& estimate)
{
    const auto fullest = std::max_element(
        estimate.devices.begin(), estimate.devices.end(),
        [](const DeviceEstimate& a, const DeviceEstimate& b) { return filledShare(a) < filledShare(b); });
    const DeviceEstimate& device = *fullest;
    const CollectiveBytes& nccl = device.collectives;
    const std::string source = nccl.source.empty() ? "" : "NCCL: " + describe(nccl.source) + ".\n";
    if (device.device == device.peak) {
        return {};
    }
    const std::string unused =
        device.fragmentation ? " (" + wholePercent(*device.fragmentation) + " unused at the reserved peak)" : "";
    const bool known = device.fragmentation || device.reserved > device.peak;
    const std::string reserved = known ? formatBytes(device.reserved) + " reserved by the allocator" + unused
                                       : std::string("reserved memory unknown");
    const std::string range = nccl.low == nccl.high ? "" : formatBytes(nccl.low) + " to ";
    return "Fullest device " + std::to_string(fullest - estimate.devices.begin()) + ": " + formatBytes(device.device)
        + " device memory, upper bound " + formatBytes(device.device_high) + ": " + formatBytes(device.peak)
        + " allocated, " + reserved + ", " + formatBytes(device.libraries) + " libraries"
        + (nccl.high > Bytes(0) ? ", " + range + formatBytes(nccl.high) + " NCCL" : "") + ", "
        + formatBytes(device.context) + " driver context.\n" + source;
}

std::string speedText(const Estimate& estimate)
{
    std::string text = "Peak " + formatBytes(estimate.peak) + ", step time " + formatSeconds(estimate.step) + " ("
        + formatSeconds(estimate.step_low) + " to " + formatSeconds(estimate.step_high) + "), "
        + sampleRateText(estimate.samples_per_second) + " samples/s";
    if (estimate.tokens_per_second > 0) {
        text += ", " + sampleRateText(estimate.tokens_per_second) + " tokens/s";
    }
    const std::string of_ideal = wholePercent(estimate.bubble_of_ideal);
    text += ", " + wholePercent(estimate.bubble_fraction) + " idle (bubble "
        + (of_ideal.empty() ? formatNumber(estimate.bubble_of_ideal) + "x" : of_ideal + " of") + " the ideal time)";
    if (estimate.exposed_communication.value_or(Seconds(0)) > Seconds(0)) {
        text += ", " + formatSeconds(*estimate.exposed_communication) + " exposed communication";
    }
    if (estimate.mfu) {
        text += ", MFU " + wholePercent(*estimate.mfu);
    }
    if (estimate.cost_per_step) {
        text += ", $" + formatNumber(estimate.cost_per_step->value) + " per step";
    }
    text += "\nBasis: memory " + std::string(nameOf(estimate.memory_basis)) + ", time "
        + std::string(nameOf(estimate.time_basis));
    const bool beyond =
        estimate.extrapolated && estimate.memory_basis != Basis::Analytic; // analytic: nothing was measured
    text += beyond ? "; extrapolated beyond the measured sizes\n" : "\n";
    return text;
}

namespace {

std::string differenceText(const std::string& how)
{
    return "Training differs from a single device: " + how + "\n";
}

// Options of a plan that change the result of training.
std::string approximationText(const Plan& plan)
{
    std::string text;
    const std::string steps = std::to_string(plan.training.period) + (plan.training.period == 1 ? " step" : " steps");
    if (plan.training.replicas == ReplicaUse::Averaging) {
        text += differenceText("replicas average their parameters every " + steps);
    }
    if (plan.training.replicas == ReplicaUse::Subnets) {
        text += differenceText("each of n replicas trains a part of the network, redistributed every " + steps
                               + "; the estimate counts about 1/n of memory and time");
    }
    if (plan.training.compress_boundaries || policiesOf(plan).has(LayerPolicy::Compress)) {
        text += differenceText(describe(warningOf(plan.training.compressor)));
    }
    return text;
}

}

std::string trainingText(const Plan& plan)
{
    const ScheduleRules& rules = rulesOf(plan.schedule);
    if (!rules.changes_training) {
        return approximationText(plan);
    }
    if (rules.local_losses) {
        return approximationText(plan)
            + differenceText("each stage has a local loss; the estimate does not include its heads");
    }
    std::int64_t staleness = 0;
    std::int64_t ahead = 0;
    std::int64_t versions = 1;
    for (const WeightUse& use : weightUses(plan)) {
        staleness = std::max(staleness, use.staleness);
        ahead = std::max(ahead, use.forward_distance);
        versions = std::max(versions, use.versions + use.predicted);
    }
    const std::int64_t steps = ahead > 0 ? ahead : staleness;
    return approximationText(plan)
        + differenceText(std::string("weights are ") + (ahead > 0 ? "predicted " : "") + "up to "
                         + std::to_string(steps) + (steps == 1 ? " step " : " steps ") + (ahead > 0 ? "ahead" : "old")
                         + ", up to " + std::to_string(versions) + (versions == 1 ? " copy" : " copies")
                         + " per device");
}

std::string missingText(const std::optional<MissingMeasurements>& missing)
{
    if (!missing) {
        return {};
    }
    return missingWords(*missing) + ". To measure, run: " + missing->command + "\n";
}

nlohmann::json missingJson(const std::optional<MissingMeasurements>& missing)
{
    if (!missing) {
        return {};
    }
    return {{"message", missingWords(*missing)},
            {"analytic_layers", missing->analytic},
            {"carried_layers", missing->transferred},
            {"extrapolated_layers", missing->extrapolated},
            {"measured_on", encodeJson(missing->measured_on)},
            {"command", missing->command}};
}

std::string candidatesText(const Problem& problem, const SearchResult& result)
{
    const bool mixed = problem.cluster.groups.size() > 1;
    TextTable table({{""},
                     {"plan"},
                     {"split points"},
                     {"devices"},
                     {"peak", Align::Right},
                     {"memory use (upper bound)"},
                     {"", Align::Right},
                     {"step time", Align::Right},
                     {std::string(sampleUnit(problem.model)) + "/s", Align::Right},
                     {"slowdown", Align::Right},
                     {"$/step", Align::Right},
                     {""}});
    const Candidate* fastest = result.labeled(Label::Fastest);
    const std::string star = Output::terminalTakesUtf8() ? "★" : "*";
    for (const Candidate& candidate : result.candidates) {
        const Estimate& estimate = candidate.estimate;
        const double share = filledShare(*fullestDevice(estimate));
        const double rate =
            problem.model.sample == SampleKind::Tokens ? estimate.tokens_per_second : estimate.samples_per_second;
        table.add({candidate.has(Label::Recommended) ? star : "", planName(candidate.plan),
                   splitPointsText(candidate.plan), mixed ? groupsText(problem, candidate.plan) : "",
                   formatBytes(estimate.peak), barText(share, barWidth), wholePercent(share),
                   formatSeconds(estimate.step), sampleRateText(rate),
                   fastest != nullptr ? factorText(estimate.step / fastest->estimate.step) : "",
                   estimate.cost_per_step ? formatNumber(estimate.cost_per_step->value) : "", labelsText(candidate)});
    }
    return table.text();
}

std::string provenText(const Problem& problem, const SearchResult& result)
{
    const bool mixed = problem.cluster.groups.size() > 1;
    const bool balanced = problem.constraints.objective == Objective::Balanced;
    if (result.outcome.kind == OutcomeKind::BestFound) {
        const bool bounded = mixed || balanced || result.outcome.bound > Bytes(0);
        return bounded ? "Best found: " + describe(result.outcome.detail) + searchedText(result) + ".\n"
                       : std::string();
    }
    if (result.outcome.kind == OutcomeKind::Optimal && balanced) {
        return "Balanced (proven optimal): no plan that fits and takes at most "
            + formatNumber(problem.constraints.max_slowdown) + "x as long as the fastest has a lower peak"
            + searchedText(result) + ".\n";
    }
    if (result.outcome.kind != OutcomeKind::Optimal || problem.constraints.objective != Objective::Memory) {
        return {};
    }
    const auto& share = result.certificate.share;
    const std::string least = share ? "Lowest share of capacity (proven optimal): " + formatNumber(100 * *share)
            + " % of the fullest device allocated"
                                    : "Lowest peak (proven optimal)";
    return least + searchedText(result) + ".\n"
        + (mixed ? "Among plans with this value, one with little work in its longest stage is recommended.\n" : "");
}

std::string infeasibleText(const SearchResult& result)
{
    if (result.outcome.device < 0) {
        return "no plan is possible: " + describe(result.outcome.detail);
    }
    const std::string unsearched = result.outcome.detail.empty() ? "" : "; " + describe(result.outcome.detail);
    const bool share = result.certificate.share.has_value(); // set for different device types
    const auto device = static_cast<std::size_t>(result.outcome.device);
    return std::string("no plan fits: the ") + (share ? "plan with the lowest share of capacity" : "nearest plan")
        + " has a shortfall of " + formatBytes(result.outcome.missing) + " ("
        + std::to_string(result.outcome.missing.value) + " bytes) on device " + std::to_string(device)
        + (share ? " (" + result.candidates.front().estimate.devices[device].device_type + ")" : "") + ": "
        + capacityExceededText(result.candidates.front().estimate.devices[device]) + unsearched;
}

Result<void> writePlanFile(const PlanDocument& document, const std::string& path)
{
    const bool yaml = path.ends_with(".yaml") || path.ends_with(".yml");
    return writeFile(path, writePlan(document, yaml ? PlanFileFormat::Yaml : PlanFileFormat::Json));
}

}
