// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// DAPPLE's planner (Fan et al. 2020, arXiv 2007.01045; AlibabaPAI/DAPPLE, planner/src/orchestration). For i from 2 to
// the number of devices, forms groups of (devices / i) devices and runs a dynamic program over the layers and i groups
// that minimizes the largest time of a stage or of the transfer to it, keeping one state for each prefix and number of
// groups. Adds the same with one group per stage for i = 2 and for all devices, and all splits in two. Chooses the plan
// with the shortest step: warm-up, steady phase at the pace of the largest time, and an end with each stage's
// all-reduce. Memory: a stage must fit with one micro-batch, as DAPPLE's schedule keeps fewer in flight if memory is
// short. Its three ways to place a stage on nodes differ only in links; here the table assumes adjacent stages.
#include "core/search/baselines/chainsplitpoints.h"
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

#include <algorithm>

namespace stagecraft::baseline {

namespace {

struct Group {
    double largest = forbidden;
    int from = -1; // first layer of the last stage
    int left = 0; // number of groups before the last stage
    int option = -1; // option of the last stage
};

class Planner {
public:
    explicit Planner(const BaselineTask& task)
        : m_task(task), m_table(task.table), m_options(replicatedOptions(task.table))
    {
        for (int option = 0; option < m_table.options(); ++option) {
            m_capacities.push_back(capacityFor(task, option));
        }
    }

    BaselineAnswer run()
    {
        if (m_task.pipeline_ranks) {
            for (const int option : m_options) {
                considerEqualGroups(*m_task.pipeline_ranks, m_table.devicesOf(option));
            }
        } else {
            considerGroups();
            considerEqualGroups(2, m_task.devices / 2);
            considerEqualGroups(m_task.devices, 1);
            splitInTwo();
            for (const int option : m_options) { // all replicas: the starting point of DAPPLE's splits
                if (m_table.devicesOf(option) <= m_task.devices) {
                    consider({{{0, m_table.layers()}, option}});
                }
            }
        }
        if (m_task.stop.stop_requested()) {
            return stopped();
        }
        if (m_best.empty()) {
            return tl::unexpected<Message>(words::baseline::one_micro_batch_each);
        }
        return BaselineResult {m_best};
    }

private:
    void consider(std::vector<PartitionStage> stages)
    {
        int devices = 0;
        for (const PartitionStage& stage : stages) {
            devices += m_table.devicesOf(stage.option);
            if (countedBytes(m_table, stage.layers, stage.option, 1)
                > m_capacities[static_cast<std::size_t>(stage.option)]) {
                return;
            }
        }
        if (stages.empty() || devices > m_task.devices) {
            return;
        }
        if (const double step = stepSeconds(stages); step < m_step) {
            m_step = step;
            m_best = std::move(stages);
        }
    }

    double crossing(const std::vector<PartitionStage>& stages, std::size_t s) const
    {
        return s + 1 < stages.size()
            ? 2 * m_table.transfer(stages[s].layers.last, stages[s].option, stages[s + 1].option).value
            : 0;
    }

    // Returns the step as in sync_pipeline.rs: forward through all stages, (micro-batches - 1) times the largest time,
    // and the latest end of a backward pass and its all-reduce. A transfer between stages counts as a stage.
    double stepSeconds(const std::vector<PartitionStage>& stages) const
    {
        double forward = 0;
        double largest = 0;
        double back = 0;
        double ending = 0;
        for (std::size_t s = stages.size(); s-- > 0;) {
            const PartitionStage& stage = stages[s];
            const double sending = crossing(stages, s);
            forward += m_table.forward(stage.layers, stage.option).value + sending / 2;
            back += m_table.backward(stage.layers, stage.option).value + sending / 2;
            largest = std::max({largest, passSeconds(m_table, stage.layers, stage.option), sending});
            ending = std::max(ending, back + m_table.reduction(stage.layers, stage.option).value);
        }
        return forward + static_cast<double>(m_table.microBatches() - 1) * largest + ending;
    }

    // Maps numbers of groups to the options that use them; -1 if there is none.
    std::vector<int> optionsOf(int groups, int devices, bool straight) const
    {
        std::vector<int> by_groups(static_cast<std::size_t>(groups) + 1, -1);
        for (const int option : m_options) {
            const int taken = m_table.devicesOf(option);
            if (taken % devices == 0 && taken / devices <= (straight ? 1 : groups)) {
                by_groups[static_cast<std::size_t>(taken / devices)] = option;
            }
        }
        return by_groups;
    }

    // Computes plans on up to `groups` groups of `devices` devices.
    void fillGroups(int groups, int devices, bool straight)
    {
        const int layers = m_table.layers();
        const auto options = optionsOf(groups, devices, straight);
        m_cells.assign(static_cast<std::size_t>(layers) + 1, std::vector<Group>(options.size()));
        for (int last = 1; last <= layers && !m_task.stop.stop_requested(); ++last) {
            for (std::size_t width = 1; width < options.size(); ++width) {
                if (options[width] >= 0) {
                    fill(last, width, options[width]);
                }
            }
        }
    }

    // Returns the plan that uses exactly `groups` groups; empty if there is none.
    std::vector<PartitionStage> planOn(int groups) const
    {
        std::vector<PartitionStage> stages;
        for (Group at = m_cells.back()[static_cast<std::size_t>(groups)]; at.option >= 0;) {
            const int last = stages.empty() ? m_table.layers() : stages.back().layers.first;
            stages.push_back({{at.from, last}, at.option});
            at = m_cells[static_cast<std::size_t>(at.from)][static_cast<std::size_t>(at.left)];
        }
        std::reverse(stages.begin(), stages.end());
        return stages;
    }

    void considerEqualGroups(int groups, int devices)
    {
        if (groups <= m_table.layers() && devices > 0) {
            fillGroups(groups, devices, true);
            consider(planOn(groups));
        }
    }

    // Considers all numbers of groups; plans on fewer groups of the same size come from the same table.
    void considerGroups()
    {
        for (int most = m_task.devices; most > 1 && !m_task.stop.stop_requested();) {
            const int devices = m_task.devices / most;
            const int least = m_task.devices / (devices + 1) + 1;
            fillGroups(most, devices, false);
            for (int groups = most; groups >= std::max(2, least); --groups) {
                consider(planOn(groups));
            }
            most = least - 1;
        }
    }

    // Extends plans to the layers before `last` with a last stage on `width` groups.
    void fill(int last, std::size_t width, int option)
    {
        auto& cells = m_cells[static_cast<std::size_t>(last)];
        if (const double alone = passSeconds(m_table, {0, last}, option); alone < cells[width].largest) {
            cells[width] = {alone, 0, 0, option};
        }
        for (int split = 1; split < last; ++split) {
            const double time = passSeconds(m_table, {split, last}, option);
            const auto& before = m_cells[static_cast<std::size_t>(split)];
            for (std::size_t left = 1; left + width < cells.size(); ++left) {
                if (before[left].option < 0 || std::max(before[left].largest, time) >= cells[left + width].largest) {
                    continue;
                }
                const double sending = 2 * m_table.transfer(split, before[left].option, option).value;
                if (const double largest = std::max({before[left].largest, time, sending});
                    largest < cells[left + width].largest) {
                    cells[left + width] = {largest, split, static_cast<int>(left), option};
                }
            }
        }
    }

    void splitInTwo()
    {
        for (int split_point = 1; split_point < m_table.layers() && !m_task.stop.stop_requested(); ++split_point) {
            for (const int first : m_options) {
                for (const int second : m_options) {
                    consider({{{0, split_point}, first}, {{split_point, m_table.layers()}, second}});
                }
            }
        }
    }

    const BaselineTask& m_task;
    const StageTable& m_table;
    std::vector<int> m_options;
    std::vector<Bytes> m_capacities;
    std::vector<std::vector<Group>> m_cells; // by number of preceding layers, then by number of groups
    std::vector<PartitionStage> m_best;
    double m_step = forbidden;
};

}

BaselineAnswer dapple(const BaselineTask& task)
{
    return Planner(task).run();
}

}
