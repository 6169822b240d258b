// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/baselines/stageprogram.h"

#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace stagecraft::baseline {

namespace {

constexpr std::size_t mostStageOptions = std::size_t(1) << 22;
constexpr int unset = -1;

// First stage of the best plan from a state.
struct Step {
    std::int16_t last = unset;
    std::int16_t stage_option = unset;
};

// A table indexed by layer and units.
template <typename Value>
class Grid {
public:
    Grid(const StageOptionTable& stage_options, Value fill)
        : m_units(static_cast<std::size_t>(stage_options.units()) + 1)
        , m_values((static_cast<std::size_t>(stage_options.layers()) + 1) * m_units, fill)
    {
    }

    Value* row(int layer) { return m_values.data() + static_cast<std::size_t>(layer) * m_units; }
    const Value* row(int layer) const { return m_values.data() + static_cast<std::size_t>(layer) * m_units; }

private:
    std::size_t m_units;
    std::vector<Value> m_values;
};

// Returns the plan along the steps, starting at the first layer with `units`. `steps`: one grid for each number of
// remaining stages, or one for all.
std::vector<PartitionStage> follow(const StageOptionTable& stage_options, const std::vector<Grid<Step>>& steps,
                                   int depth, int units)
{
    std::vector<PartitionStage> stages;
    for (int layer = 0; layer < stage_options.layers();) {
        const Step step = steps[static_cast<std::size_t>(depth)].row(layer)[units];
        const StageOption& stage =
            stage_options.optionsOf(layer, step.last)[static_cast<std::size_t>(step.stage_option)];
        stages.push_back({{layer, step.last}, stage.option});
        layer = step.last;
        units -= stage.units;
        depth = std::max(0, depth - 1);
    }
    return stages;
}

void fillLargest(const StageOptionTable& stage_options, int first, const Grid<double>& behind, double* best,
                 Step* steps)
{
    for (int last = first + 1; last <= stage_options.layers(); ++last) {
        const auto& all = stage_options.optionsOf(first, last);
        const double* rest = behind.row(last);
        for (std::size_t w = 0; w < all.size(); ++w) {
            for (int units = all[w].units; units <= stage_options.units(); ++units) {
                const double largest = std::max(all[w].cost, rest[units - all[w].units]);
                if (largest < best[units]) {
                    best[units] = largest;
                    steps[units] = {static_cast<std::int16_t>(last), static_cast<std::int16_t>(w)};
                }
            }
        }
    }
}

// Least total weights under a cost threshold; see leastLargestWithin().
class Threshold {
public:
    static constexpr std::int64_t none = std::int64_t(1) << 61;

    Threshold(const StageOptionTable& stage_options, const std::function<int(int)>& weight,
              std::optional<int> pipeline_ranks)
        : m_stage_options(stage_options), m_weight(weight), m_pipeline_ranks(pipeline_ranks)
    {
    }

    // Returns the plan of least total weight with no cost above `most`, on the fewest units.
    std::optional<StageOptionPlan> plan(double most, const std::stop_token& stop) const
    {
        // Without a fixed number of pipeline ranks, all numbers of stages share one state.
        const int depths = m_pipeline_ranks.value_or(1);
        std::vector<Grid<std::int64_t>> counts(static_cast<std::size_t>(m_pipeline_ranks ? depths + 1 : 1),
                                               Grid<std::int64_t>(m_stage_options, none));
        std::vector<Grid<Step>> steps(counts.size(), Grid<Step>(m_stage_options, Step {}));
        std::fill_n(counts.front().row(m_stage_options.layers()), m_stage_options.units() + 1, 0);
        for (int depth = 1; depth <= depths; ++depth) {
            const std::size_t now = m_pipeline_ranks ? static_cast<std::size_t>(depth) : 0;
            for (int first = m_stage_options.layers() - 1; first >= 0; --first) {
                if (stop.stop_requested()) {
                    return std::nullopt;
                }
                fill(first, most, counts[m_pipeline_ranks ? now - 1 : 0], counts[now].row(first),
                     steps[now].row(first));
            }
        }
        const std::int64_t* found = counts.back().row(0);
        const std::int64_t* least = std::min_element(found, found + m_stage_options.units() + 1);
        if (*least >= none) {
            return std::nullopt;
        }
        return StageOptionPlan {
            follow(m_stage_options, steps, m_pipeline_ranks.value_or(0), static_cast<int>(least - found)), most};
    }

private:
    void fill(int first, double most, const Grid<std::int64_t>& behind, std::int64_t* best, Step* steps) const
    {
        for (int last = first + 1; last <= m_stage_options.layers(); ++last) {
            const auto& all = m_stage_options.optionsOf(first, last);
            const std::int64_t* rest = behind.row(last);
            for (std::size_t w = 0; w < all.size(); ++w) {
                if (all[w].cost > most) {
                    continue;
                }
                const int weight = m_weight(all[w].option);
                for (int units = all[w].units; units <= m_stage_options.units(); ++units) {
                    const std::int64_t later = rest[units - all[w].units];
                    if (later <= all[w].most_behind && later + weight < best[units]) {
                        best[units] = later + weight;
                        steps[units] = {static_cast<std::int16_t>(last), static_cast<std::int16_t>(w)};
                    }
                }
            }
        }
    }

    const StageOptionTable& m_stage_options;
    const std::function<int(int)>& m_weight;
    std::optional<int> m_pipeline_ranks;
};

}

std::optional<Message> StageOptionTable::tooMany(const BaselineTask& task, const std::vector<int>& options)
{
    const auto layers = static_cast<std::size_t>(task.table.layers());
    if (layers > 4096 || layers * (layers + 1) / 2 * options.size() > mostStageOptions) {
        return say(words::baseline::too_many_stages, mostStageOptions);
    }
    return std::nullopt;
}

StageOptionTable::StageOptionTable(const BaselineTask& task, const std::vector<int>& options, const Rule& of)
    : m_layers(task.table.layers())
{
    int unit = 0;
    int narrowest = task.devices;
    int widest = 1;
    for (const int option : options) {
        unit = std::gcd(unit, task.table.devicesOf(option));
        narrowest = std::min(narrowest, task.table.devicesOf(option));
        widest = std::max(widest, task.table.devicesOf(option));
    }
    unit = std::max(unit, 1);
    m_most_stages = task.pipeline_ranks.value_or(std::min(m_layers, task.devices / narrowest));
    m_units = std::min<std::int64_t>(task.devices, std::int64_t(widest) * m_most_stages) / unit;
    for (int last = 1; last <= m_layers; ++last) {
        for (int first = 0; first < last && !task.stop.stop_requested(); ++first) {
            auto& stage_options = m_stage_options.emplace_back();
            for (const int option : options) {
                if (const auto cost = of({first, last}, option)) {
                    stage_options.push_back(
                        {cost->cost, option, task.table.devicesOf(option) / unit, cost->most_behind});
                }
            }
        }
    }
    m_stage_options.resize(static_cast<std::size_t>(m_layers) * static_cast<std::size_t>(m_layers + 1)
                           / 2); // fills the remaining entries when stopped
}

std::vector<double> StageOptionTable::costs() const
{
    std::vector<double> all;
    for (const auto& stage_options : m_stage_options) {
        for (const StageOption& stage_option : stage_options) {
            all.push_back(stage_option.cost);
        }
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

void StageOptionTable::dropDominated()
{
    for (auto& stage_options : m_stage_options) {
        std::stable_sort(stage_options.begin(), stage_options.end(), [](const StageOption& a, const StageOption& b) {
            return std::tuple(a.units, a.cost, -a.most_behind) < std::tuple(b.units, b.cost, -b.most_behind);
        });
        std::vector<StageOption> kept;
        for (const StageOption& stage_option : stage_options) {
            if (kept.empty() || kept.back().units != stage_option.units
                || stage_option.most_behind > kept.back().most_behind) {
                kept.push_back(stage_option);
            }
        }
        stage_options = std::move(kept);
    }
}

std::vector<std::optional<StageOptionPlan>> leastLargestByDepth(const StageOptionTable& stage_options, int most,
                                                                const std::stop_token& stop)
{
    std::vector<std::optional<StageOptionPlan>> plans(1);
    std::vector<Grid<Step>> steps(1, Grid<Step>(stage_options, Step {}));
    Grid<double> behind(stage_options, forbidden);
    std::fill_n(behind.row(stage_options.layers()), stage_options.units() + 1, 0.0);
    for (int depth = 1; depth <= most; ++depth) {
        Grid<double> now(stage_options, forbidden);
        steps.emplace_back(stage_options, Step {});
        for (int first = stage_options.layers() - depth; first >= 0; --first) {
            if (stop.stop_requested()) {
                return {};
            }
            fillLargest(stage_options, first, behind, now.row(first), steps.back().row(first));
        }
        behind = std::move(now);
        const double* found = behind.row(0);
        const double* least = std::min_element(found, found + stage_options.units() + 1);
        plans.push_back(*least == forbidden
                            ? std::nullopt
                            : std::optional(StageOptionPlan {
                                follow(stage_options, steps, depth, static_cast<int>(least - found)), *least}));
    }
    return plans;
}

std::optional<StageOptionPlan> leastLargestWithin(const StageOptionTable& stage_options,
                                                  const std::function<int(int option)>& weight,
                                                  std::optional<int> pipeline_ranks, const std::stop_token& stop)
{
    const Threshold threshold(stage_options, weight, pipeline_ranks);
    const std::vector<double> costs = stage_options.costs();
    std::optional<StageOptionPlan> best;
    std::size_t low = 0;
    std::size_t high = costs.size();
    while (low < high && !stop.stop_requested()) {
        const std::size_t middle = low + (high - low) / 2;
        if (auto plan = threshold.plan(costs[middle], stop)) {
            best = std::move(plan);
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return stop.stop_requested() ? std::nullopt : best;
}

}
