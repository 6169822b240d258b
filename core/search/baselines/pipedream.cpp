// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// PipeDream's optimizer (Harlap et al. 2018; msr-fiddle/pipedream, optimizer/optimizer_graph_hierarchical.py):
// minimizes the largest stage time, first over the devices of a node, then over nodes, with stage times of the node's
// best pipeline. A stage on m devices takes (T + 4 (m - 1) W / (B m)) / m, with W parameter bytes, B the level's
// bandwidth and T the passes of one micro-batch; T / m is the time of a replica here. Transfers between stages do not
// count, as in the original without compression. Its memory limit is an option, off by default as there; it may use
// fewer devices than available (also an option there). O(layers^3 x devices^2) inside nodes, if there are several.
#include "core/search/baselines/chainsplitpoints.h"
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

#include <algorithm>
#include <map>

namespace stagecraft::baseline {

namespace {

// Best solution for some layers on some machines: the layers before and a last stage, or one stage.
struct Cell {
    double time = forbidden;
    int split = -1; // first layer of the last stage
    int left = 0; // machines of the layers before it
    int machines = 0; // machines of the last stage
};

// Recurrence of one level for the layers from `first` on: cell (last, machines). `single`: time of the layers as one
// stage on that many machines.
class Level {
public:
    using Single = std::function<double(LayerRange range, int machines)>;

    Level(int layers, int machines) : m_layers(layers), m_machines(machines) {}

    void solve(int first, const std::vector<int>& widths, const Single& single, const std::stop_token& stop)
    {
        m_cells.assign(static_cast<std::size_t>(m_layers + 1) * static_cast<std::size_t>(m_machines + 1), {});
        m_first = first;
        for (int last = first + 1; last <= m_layers && !stop.stop_requested(); ++last) {
            for (const int width : widths) {
                cell(last, width) = {single({first, last}, width), -1, 0, width};
            }
            for (int split = first + 1; split < last; ++split) {
                for (const int width : widths) {
                    const double time = single({split, last}, width);
                    for (int machines = width + 1; machines <= m_machines; ++machines) {
                        Cell& best = cell(last, machines);
                        const double all = std::max(cell(split, machines - width).time, time);
                        if (all < best.time) {
                            best = {all, split, machines - width, width};
                        }
                    }
                }
            }
            for (int machines = 1; machines <= m_machines; ++machines) {
                if (cell(last, machines - 1).time < cell(last, machines).time) {
                    cell(last, machines) = cell(last, machines - 1);
                }
            }
        }
    }

    double time(int last) { return cell(last, m_machines).time; }

    // Returns the stages up to `last`, with the machines of each.
    std::vector<std::pair<LayerRange, int>> stages(int last)
    {
        std::vector<std::pair<LayerRange, int>> found;
        for (int machines = m_machines; last > m_first;) {
            const Cell& step = cell(last, machines);
            const int split = step.split < 0 ? m_first : step.split;
            found.push_back({{split, last}, step.machines});
            last = split;
            machines = step.left;
        }
        std::reverse(found.begin(), found.end());
        return found;
    }

private:
    Cell& cell(int last, int machines)
    {
        return m_cells[static_cast<std::size_t>(last) * static_cast<std::size_t>(m_machines + 1)
                       + static_cast<std::size_t>(machines)];
    }

    int m_layers;
    int m_machines;
    int m_first = 0;
    std::vector<Cell> m_cells;
};

class Hierarchy {
public:
    explicit Hierarchy(const BaselineTask& task) : m_task(task), m_table(task.table)
    {
        for (const int option : replicatedOptions(m_table)) {
            m_by_data.emplace(m_table.degrees(option).data, option);
        }
        const int narrow = m_by_data.begin()->second;
        m_ranks = m_table.devicesOf(narrow) / m_table.degrees(narrow).data;
    }

    BaselineAnswer run()
    {
        const int node = m_table.group().devices_per_node;
        if (m_task.devices <= node || node % m_ranks != 0 || m_by_data.count(1) == 0) {
            return oneLevel();
        }
        return twoLevels(node / m_ranks, m_task.devices / node);
    }

    BaselineAnswer atDepth(int pipeline_ranks) const
    {
        const int option = narrowestOption(m_table);
        const auto split_points = leastLargestSplitPoints(
            m_table.layers(), pipeline_ranks,
            [&](int, LayerRange range) { return stageSeconds(range, option, bandwidth()); }, m_task.stop);
        return split_points.empty() ? BaselineAnswer(stopped()) : BaselineResult {stagesOf(split_points, option)};
    }

private:
    BytesPerSecond bandwidth() const
    {
        const ClusterGroup& group = m_table.group();
        return (m_task.devices <= group.devices_per_node ? group.intra_node : group.network).bandwidth;
    }

    double syncSeconds(LayerRange range, int option, int replicas, BytesPerSecond bandwidth) const
    {
        return 4.0 * (replicas - 1) / replicas * (weightBytes(m_table, range, option) / bandwidth).value;
    }

    double stageSeconds(LayerRange range, int option, BytesPerSecond bandwidth) const
    {
        const int data = m_table.degrees(option).data;
        return passSeconds(m_table, range, option) + syncSeconds(range, option, data, bandwidth) / data;
    }

    BaselineAnswer oneLevel() const
    {
        const int machines = m_task.devices / m_ranks;
        Level level(m_table.layers(), machines);
        level.solve(
            0, widthsUpTo(machines),
            [&](LayerRange range, int data) { return stageSeconds(range, m_by_data.at(data), bandwidth()); },
            m_task.stop);
        if (m_task.stop.stop_requested()) {
            return stopped();
        }
        if (level.time(m_table.layers()) == forbidden) {
            return tl::unexpected<Message>(words::baseline::no_number_of_replicas);
        }
        BaselineResult result;
        for (const auto& [range, data] : level.stages(m_table.layers())) {
            result.stages.push_back({range, m_by_data.at(data)});
        }
        return result;
    }

    std::vector<int> widthsUpTo(int machines) const
    {
        std::vector<int> widths;
        for (const auto& [data, option] : m_by_data) {
            if (data <= machines) {
                widths.push_back(data);
            }
        }
        return widths;
    }

    // Solves inside a node for all layer ranges, then over nodes as machines. A stage on m nodes has m times the
    // replicas of the node's pipeline; an option with that many must exist.
    BaselineAnswer twoLevels(int node, int nodes)
    {
        const int layers = m_table.layers();
        std::vector<Level> inner(static_cast<std::size_t>(layers), Level(layers, node));
        const BytesPerSecond inside = m_table.group().intra_node.bandwidth;
        for (int first = 0; first < layers; ++first) {
            inner[static_cast<std::size_t>(first)].solve(
                first, widthsUpTo(node),
                [&](LayerRange range, int data) { return stageSeconds(range, m_by_data.at(data), inside); },
                m_task.stop);
            if (m_task.stop.stop_requested()) {
                return stopped();
            }
        }
        std::vector<int> widths;
        for (int width = 1; width <= nodes; ++width) {
            widths.push_back(width);
        }
        Level outer(layers, nodes);
        outer.solve(
            0, widths, [&](LayerRange range, int width) { return nodesSeconds(inner, range, width, node); },
            m_task.stop);
        if (m_task.stop.stop_requested()) {
            return stopped();
        }
        if (outer.time(layers) == forbidden) {
            return oneLevel();
        }
        BaselineResult result;
        for (const auto& [range, width] : outer.stages(layers)) {
            for (const auto& [part, data] : inner[static_cast<std::size_t>(range.first)].stages(range.last)) {
                result.stages.push_back({part, m_by_data.at(data * width)});
            }
        }
        return result;
    }

    double nodesSeconds(std::vector<Level>& inner, LayerRange range, int width, int node) const
    {
        Level& level = inner[static_cast<std::size_t>(range.first)];
        if (width > 1) {
            for (const auto& [part, data] : level.stages(range.last)) {
                if (m_by_data.count(data * width) == 0) {
                    return forbidden;
                }
            }
        }
        const double sync = syncSeconds(range, m_by_data.at(1), width, m_table.group().network.bandwidth);
        // Same as published: divided by a node's devices if the layers are exactly the first stage of the level.
        return (level.time(range.last) + sync / (range.first == 0 ? node : 1)) / width;
    }

    const BaselineTask& m_task;
    const StageTable& m_table;
    std::map<int, int> m_by_data; // option by data-parallel size
    int m_ranks = 1; // devices per replica
};

}

BaselineAnswer pipedream(const BaselineTask& task)
{
    Hierarchy hierarchy(task);
    return task.pipeline_ranks ? hierarchy.atDepth(*task.pipeline_ranks) : hierarchy.run();
}

}
