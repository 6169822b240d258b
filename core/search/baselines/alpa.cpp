// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// Alpa's inter-operator pass (Zheng et al., OSDI 2022, section 5; alpa-projects/alpa,
// alpa/pipeline_parallel/stage_construction.py): chooses stages and their submeshes to minimize the sum of the stages'
// times plus (micro-batches - 1) times the largest of them, on all devices (except a remainder that no option can use).
// Memory is a constraint (max_n_succ_stages): at most floor((available - working peak - state) / kept per micro-batch)
// - 1 stages may follow a stage, where the working peak is the memory of one micro-batch beyond the state. Times
// include computation and the communication of a stage's ranks. Alpa first clusters operators into a given number of
// layers; here these are the chain's layers. Complexity: O(stages x layers^2 x devices x options) for each bound that
// is tried.
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stageprogram.h"
#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

#include <algorithm>
#include <bit>

namespace stagecraft::baseline {

namespace {

constexpr std::size_t mostCells = std::size_t(1) << 25; // 128 MiB

struct Meshes {
    double sum = 0;
    double largest = 0;
    std::vector<PartitionStage> stages;
};

// Dynamic program for the stages with the smallest sum under a bound on the largest time (dp_impl()), and the search
// for the bound with the best total (dp()).
class MeshProgram {
public:
    MeshProgram(const StageOptionTable& stage_options, const BaselineTask& task)
        : m_stage_options(stage_options)
        , m_units(static_cast<std::size_t>(stage_options.units()) + 1)
        , m_fixed(task.pipeline_ranks.has_value())
        , m_depth(stage_options.mostStages())
        , m_micro_batches(static_cast<double>(task.table.microBatches()))
        , m_stop(task.stop)
        , m_costs(stage_options.costs())
    {
        m_limited = m_fixed || limits();
        m_totals.resize(static_cast<std::size_t>(m_depth) + 1);
    }

    // Returns the number of states over all numbers of stages that are distinguished.
    std::size_t cells() const { return (m_limited ? static_cast<std::size_t>(m_depth) + 1 : 1) * cellsOfDepth(); }

    // Returns the plan with the best total. Alpa tries all bounds in ascending order; here a range of bounds is skipped
    // if the highest bound's sum and the lowest bound give no better total. As a higher bound never has a higher sum,
    // the best total is the same.
    std::optional<Meshes> best()
    {
        if (!m_costs.empty()) {
            m_sums.resize((m_limited ? 2 : 1) * cellsOfDepth());
            m_steps.resize(cells());
            const std::size_t last = m_costs.size() - 1;
            explore(0, last, leastSum(m_costs[last]));
        }
        return std::move(m_best);
    }

private:
    struct Step {
        std::int16_t last = -1;
        std::int16_t stage_option = -1;
    };

    // True if the memory limit can forbid any stage.
    bool limits() const
    {
        for (int last = 1; last <= m_stage_options.layers(); ++last) {
            for (int first = 0; first < last; ++first) {
                const auto& all = m_stage_options.optionsOf(first, last);
                if (std::any_of(all.begin(), all.end(),
                                [&](const StageOption& stage_option) { return stage_option.most_behind < m_depth; })) {
                    return true;
                }
            }
        }
        return false;
    }

    std::size_t cellsOfDepth() const { return (static_cast<std::size_t>(m_stage_options.layers()) + 1) * m_units; }

    // Index of the sums, which are kept only for two consecutive numbers of stages; stepsAt(): of the steps, kept for
    // all.
    std::size_t sumsAt(int depth, int layer) const
    {
        return (m_limited ? static_cast<std::size_t>(depth % 2) * cellsOfDepth() : 0)
            + static_cast<std::size_t>(layer) * m_units;
    }
    std::size_t stepsAt(int depth, int layer) const
    {
        return (m_limited ? static_cast<std::size_t>(depth) * cellsOfDepth() : 0)
            + static_cast<std::size_t>(layer) * m_units;
    }

    double totalOf(double sum, double largest) const { return sum + (m_micro_batches - 1) * largest; }

    // Explores the bounds [low, high]; `sum_at_high`: smallest sum under the highest bound.
    void explore(std::size_t low, std::size_t high, double sum_at_high)
    {
        if (m_best && totalOf(sum_at_high, m_costs[low]) >= totalOf(m_best->sum, m_best->largest)) {
            return;
        }
        if (low == high || sum_at_high == forbidden || m_stop.stop_requested()) {
            return;
        }
        const std::size_t middle = low + (high - low) / 2;
        const double sum = leastSum(m_costs[middle]);
        explore(low, middle, sum);
        explore(middle + 1, high, sum_at_high);
    }

    double leastSum(double most)
    {
        std::fill(m_sums.begin(), m_sums.end(), forbidden);
        std::fill(m_totals.begin(), m_totals.end(), forbidden);
        // All devices must be used; with a given depth, any number.
        double* none = &m_sums[sumsAt(0, m_stage_options.layers())];
        std::fill_n(none, m_fixed ? m_units : 1, 0.0);
        for (int depth = 1; depth <= (m_limited ? m_depth : 1); ++depth) {
            if (m_limited) {
                std::fill_n(&m_sums[sumsAt(depth, 0)], cellsOfDepth(), forbidden);
            }
            for (int first = m_stage_options.layers() - (m_limited ? depth : 1); first >= 0; --first) {
                if (m_stop.stop_requested()) {
                    return forbidden;
                }
                fill(depth, first, most);
            }
            m_totals[static_cast<std::size_t>(m_limited ? depth : m_depth)] = m_sums[sumsAt(depth, 0) + m_units - 1];
        }
        return keepBest();
    }

    void fill(int depth, int first, double most)
    {
        double* best = &m_sums[sumsAt(depth, first)];
        Step* steps = &m_steps[stepsAt(depth, first)];
        for (int last = first + 1; last <= m_stage_options.layers(); ++last) {
            const auto& all = m_stage_options.optionsOf(first, last);
            const double* rest = &m_sums[sumsAt(depth - 1, last)];
            for (std::size_t w = 0; w < all.size(); ++w) {
                if (all[w].cost > most || (m_limited && all[w].most_behind < depth - 1)) {
                    continue;
                }
                for (int units = all[w].units; units <= m_stage_options.units(); ++units) {
                    const double sum = all[w].cost + rest[units - all[w].units];
                    if (sum < best[units]) {
                        best[units] = sum;
                        steps[units] = {static_cast<std::int16_t>(last), static_cast<std::int16_t>(w)};
                    }
                }
            }
        }
    }

    // Returns the smallest sum of the filled table; keeps its plan if no earlier one has a total as low.
    double keepBest()
    {
        double least = forbidden;
        int depth = m_depth;
        for (int d = m_fixed || !m_limited ? m_depth : 1; d <= m_depth; ++d) {
            if (const double sum = m_totals[static_cast<std::size_t>(d)]; sum < least) {
                least = sum;
                depth = d;
            }
        }
        if (least == forbidden) {
            return least;
        }
        Meshes plan {least, 0, {}};
        int units = m_stage_options.units();
        for (int layer = 0; layer < m_stage_options.layers(); --depth) {
            const Step step = m_steps[stepsAt(depth, layer) + static_cast<std::size_t>(units)];
            const StageOption& stage =
                m_stage_options.optionsOf(layer, step.last)[static_cast<std::size_t>(step.stage_option)];
            plan.largest = std::max(plan.largest, stage.cost);
            plan.stages.push_back({{layer, step.last}, stage.option});
            units -= stage.units;
            layer = step.last;
        }
        if (!m_best || totalOf(plan.sum, plan.largest) < totalOf(m_best->sum, m_best->largest)) {
            m_best = std::move(plan);
        }
        return least;
    }

    const StageOptionTable& m_stage_options;
    std::size_t m_units;
    bool m_fixed; // true if the depth is given
    bool m_limited = true; // by memory or depth: states distinguish the number of remaining stages
    int m_depth;
    double m_micro_batches;
    std::stop_token m_stop;
    std::vector<double> m_costs;
    std::vector<double> m_sums;
    std::vector<double> m_totals; // sum for all layers, by number of stages
    std::vector<Step> m_steps;
    std::optional<Meshes> m_best;
};

// Returns the options that are Alpa's submeshes: a power of two of a node's devices or of whole nodes, with tensor
// ranks inside a node (its default spaces "power_of_two" and "single_node_model_parallel").
std::vector<int> submeshes(const BaselineTask& task)
{
    const StageTable& table = task.table;
    auto options = allOptions(table);
    if (options.size() > 1) {
        const int node = table.group().devices_per_node;
        std::erase_if(options, [&](int option) {
            const int devices = table.devicesOf(option);
            const int counted = devices <= node ? devices : devices % node == 0 ? devices / node : 0;
            return !std::has_single_bit(static_cast<unsigned>(counted)) || table.degrees(option).tensor > node;
        });
    }
    return options;
}

std::optional<StageOptionTable::Cost> costOnMesh(const BaselineTask& task, LayerRange range, int option,
                                                 Bytes available)
{
    const StageTable& table = task.table;
    const Bytes state = table.state(range, option);
    const Bytes working = table.peakInFlight(range, option, 1) - state;
    const Bytes left = available - working - state;
    if (left < Bytes(0)) {
        return std::nullopt;
    }
    StageOptionTable::Cost cost {passSeconds(table, range, option)};
    if (const Bytes kept = table.saved(range, option); kept > Bytes(0)) {
        cost.most_behind = left.value / kept.value - 1;
    }
    return cost.most_behind < 0 ? std::nullopt : std::optional(cost);
}

}

BaselineAnswer alpa(const BaselineTask& task)
{
    const auto options = submeshes(task);
    if (options.empty()) {
        return tl::unexpected<Message>(words::baseline::no_submesh);
    }
    if (auto why = StageOptionTable::tooMany(task, options)) {
        return tl::unexpected(*std::move(why));
    }
    std::vector<Bytes> available;
    for (int option = 0; option < task.table.options(); ++option) {
        available.push_back(capacityFor(task, option));
    }
    StageOptionTable stage_options(task, options, [&](LayerRange range, int option) {
        return costOnMesh(task, range, option, available[static_cast<std::size_t>(option)]);
    });
    stage_options.dropDominated();
    MeshProgram program(stage_options, task);
    if (program.cells() > mostCells) {
        return tl::unexpected(say(words::baseline::program_states, mostCells));
    }
    auto best = program.best();
    if (task.stop.stop_requested()) {
        return stopped();
    }
    if (!best) {
        return tl::unexpected<Message>(words::baseline::memory_on_all_devices);
    }
    return BaselineResult {std::move(best->stages)};
}

}
