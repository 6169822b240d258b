// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "largestmodels.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

// Reports of the partitioner grid: tables of docs/partitioners.md, and all cases as CSV.
namespace stagecraft::bench {

// Goals: CAPTURE's reduction against hybrid partitioners, and mCAP's growth against partitioners that ignore memory.
inline constexpr double reductionGoal = 0.439;
inline constexpr double growthGoal = 1.55;

inline std::string percent(double share)
{
    std::array<char, 32> text {};
    std::snprintf(text.data(), text.size(), "%.1f %%", 100 * share);
    return text.data();
}

inline std::string times(double factor)
{
    std::array<char, 32> text {};
    std::snprintf(text.data(), text.size(), "%.2fx", factor);
    return text.data();
}

// Reductions of the peak by Stagecraft over several cases.
struct Reductions {
    std::vector<double> shares; // 1 - ours / theirs
    std::vector<double> slowdowns; // our slowest stage / theirs
    int ties = 0;
    int losses = 0; // cases in which our peak is higher
    int none = 0; // cases in which the others find no plan

    void add(const GridAnswer& exact_row, const std::optional<GridAnswer>& theirs)
    {
        if (!theirs) {
            ++none;
            return;
        }
        shares.push_back(1 - exact_row.peak / theirs->peak);
        slowdowns.push_back(exact_row.work / theirs->work);
        ties += exact_row.peak == theirs->peak ? 1 : 0;
        losses += exact_row.peak > theirs->peak ? 1 : 0;
    }

    static double median(std::vector<double> values)
    {
        if (values.empty()) {
            return 0;
        }
        std::sort(values.begin(), values.end());
        const std::size_t half = values.size() / 2;
        return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
    }

    double best() const { return shares.empty() ? 0 : *std::max_element(shares.begin(), shares.end()); }
    double worst() const { return shares.empty() ? 0 : *std::min_element(shares.begin(), shares.end()); }

    std::string cells() const
    {
        if (shares.empty()) {
            return "0 | " + std::to_string(none) + " | | | | | |\n";
        }
        return std::to_string(shares.size()) + " | " + std::to_string(none) + " | " + std::to_string(ties) + " | "
            + percent(median(shares)) + " | " + percent(best()) + " | " + percent(worst()) + " | "
            + times(median(slowdowns)) + " |\n";
    }
};

inline constexpr const char* reductionColumns = " | cases | no answer | ties | median | best | worst | slowest stage "
                                                "(median) |\n|---|--:|--:|--:|--:|--:|--:|--:|\n";

// Returns the lowest peak among the partitioners for hybrid pipelines; empty if none finds a plan.
inline std::optional<GridAnswer> bestHybrid(const GridResult& result)
{
    std::optional<GridAnswer> best;
    for (std::size_t i = 0; i < result.others.size(); ++i) {
        const auto& other = result.others[i];
        if (baselines()[i].hybrid && other && (!best || other->peak < best->peak)) {
            best = other;
        }
    }
    return best;
}

inline std::string byBaseline(const std::vector<GridResult>& results, ComparisonMode mode)
{
    std::string text = std::string("| partitioner") + reductionColumns;
    for (std::size_t i = 0; i < baselines().size(); ++i) {
        const Baseline& baseline = baselines()[i];
        if (mode == ComparisonMode::Own && !baseline.hybrid) {
            continue;
        }
        Reductions reductions;
        for (const GridResult& result : results) {
            if (result.asked.mode == mode) {
                reductions.add(result.exact_row, result.others[i]);
            }
        }
        text += "| " + std::string(baseline.name) + " | " + reductions.cells();
    }
    return text;
}

inline bool isHybrid(const GridCase& asked)
{
    return asked.mode == ComparisonMode::Own || asked.degrees.data * asked.degrees.tensor > 1;
}

// Describes the reductions against the best hybrid partitioner of each case.
inline std::string againstBestHybrid(const std::vector<GridResult>& results)
{
    const auto row = [&](const std::string& name, auto wanted) {
        Reductions reductions;
        for (const GridResult& result : results) {
            if (wanted(result)) {
                reductions.add(result.exact_row, bestHybrid(result));
            }
        }
        return "| " + name + " | " + reductions.cells();
    };
    std::string text = std::string("| cases against the best hybrid partitioner of each") + reductionColumns;
    for (const ScheduleKind schedule : {ScheduleKind::OneForwardOneBackward, ScheduleKind::GPipe}) {
        const std::string of = ", " + std::string(nameOf(schedule));
        const auto fair = [&](const GridResult& r) {
            return r.asked.mode == ComparisonMode::Fair && r.asked.schedule == schedule;
        };
        text +=
            row("fair, straight pipelines" + of, [&](const GridResult& r) { return fair(r) && !isHybrid(r.asked); });
        text += row("fair, hybrid pipelines" + of, [&](const GridResult& r) { return fair(r) && isHybrid(r.asked); });
        text += row("own" + of, [&](const GridResult& r) {
            return r.asked.mode == ComparisonMode::Own && r.asked.schedule == schedule;
        });
    }
    for (const GridModel& model : gridModels()) {
        text += row("fair, " + model.name,
                    [&](const GridResult& r) { return r.model == &model && r.asked.mode == ComparisonMode::Fair; });
    }
    return text;
}

inline std::string nameOfCase(const GridResult& result)
{
    const GridCase& asked = result.asked;
    return result.model->name + ", " + std::to_string(asked.devices) + " devices, "
        + (asked.pipeline_ranks > 0
               ? std::to_string(asked.pipeline_ranks) + " stages of " + std::to_string(asked.degrees.tensor) + "x"
                   + std::to_string(asked.degrees.data) + " (tensor x data), "
               : std::string())
        + std::string(nameOf(asked.schedule)) + ", " + std::to_string(asked.micro_batches) + " micro-batches of "
        + std::to_string(asked.samples);
}

// The case with the largest reduction against the best hybrid partitioner.
struct BestCase {
    const GridResult* result = nullptr;
    double share = 0;
};

template <typename PartitionFilter>
BestCase bestCaseOf(const std::vector<GridResult>& results, PartitionFilter wanted)
{
    BestCase best;
    for (const GridResult& result : results) {
        const auto other = bestHybrid(result);
        const double share = other && wanted(result) ? 1 - result.exact_row.peak / other->peak : 0;
        if (share > best.share) {
            best = {&result, share};
        }
    }
    return best;
}

inline int lossesOf(const std::vector<GridResult>& results)
{
    int losses = 0;
    for (const GridResult& result : results) {
        for (const auto& other : result.others) {
            losses += other && other->peak < result.exact_row.peak ? 1 : 0;
        }
    }
    return losses;
}

// Returns the largest model of the partitioners that ignore memory; null if there is none.
inline const LargestModel* largestUnaware(const LargestModels& found, std::string* name = nullptr)
{
    const LargestModel* largest = nullptr;
    for (std::size_t i = 0; i < memoryUnaware.size(); ++i) {
        const LargestModel& model = found.others[i];
        if (model.depth > 0 && (largest == nullptr || model.parameters > largest->parameters)) {
            largest = &model;
            if (name != nullptr) {
                *name = memoryUnaware[i];
            }
        }
    }
    return largest;
}

inline double growth(const LargestModels& found, const LargestModel& other)
{
    return static_cast<double>(found.exact_row.parameters) / static_cast<double>(other.parameters);
}

inline std::string millions(std::int64_t parameters)
{
    return std::to_string((parameters + 500'000) / 1'000'000) + " M";
}

inline std::string depthText(const LargestModel& model)
{
    return model.depth > 0 ? std::to_string(model.depth) + ", " + millions(model.parameters) : "none fits";
}

inline std::string largestTable(const std::vector<LargestModels>& all)
{
    std::string text =
        "| model | devices | schedule | micro-batches | ours: depth, parameters | best of those that look "
        "at no memory | ratio to it | ratio to each of them |\n|---|--:|---|--:|--:|---|--:|---|\n";
    for (const LargestModels& found : all) {
        const GrowingModel& growing = *found.growing;
        std::string name;
        const LargestModel* unaware = largestUnaware(found, &name);
        std::string ratios;
        for (std::size_t i = 0; i < memoryUnaware.size(); ++i) {
            const LargestModel& other = found.others[i];
            ratios += (ratios.empty() ? "" : ", ") + std::string(memoryUnaware[i]) + " "
                + (other.depth > 0 ? times(growth(found, other)) : std::string("fits none"));
        }
        text += "| " + growing.model.name + " | " + std::to_string(growing.devices) + " | "
            + std::string(nameOf(growing.schedule)) + " | " + std::to_string(growing.micro_batches) + " of "
            + std::to_string(growing.micro_batch) + " | " + depthText(found.exact_row) + " | "
            + (unaware != nullptr ? name + ": " + depthText(*unaware) : depthText({})) + " | "
            + (unaware != nullptr ? times(growth(found, *unaware)) : "") + " | " + ratios + " |\n";
    }
    return text;
}

inline std::string gridCsv(const std::vector<GridResult>& results)
{
    std::string text = "mode,model,devices,stages,tensor,data,schedule,samples,micro_batches,ours_fits,stagecraft";
    for (const Baseline& baseline : baselines()) {
        text += ',' + std::string(baseline.name);
    }
    text += '\n';
    for (const GridResult& result : results) {
        const GridCase& asked = result.asked;
        const bool fair = asked.mode == ComparisonMode::Fair;
        text += std::string(nameOf(asked.mode)) + ",\"" + result.model->name + "\"," + std::to_string(asked.devices)
            + ',' + (fair ? std::to_string(asked.pipeline_ranks) : "") + ','
            + (fair ? std::to_string(asked.degrees.tensor) : "") + ','
            + (fair ? std::to_string(asked.degrees.data) : "") + ',' + std::string(nameOf(asked.schedule)) + ','
            + std::to_string(asked.samples) + ',' + std::to_string(asked.micro_batches) + ','
            + (result.exact_row.fits ? '1' : '0') + ',' + std::to_string(result.exact_row.peak.value);
        for (const auto& other : result.others) {
            text += ',' + (other ? std::to_string(other->peak.value) : std::string());
        }
        text += '\n';
    }
    return text;
}

}
