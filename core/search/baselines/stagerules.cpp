// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/baselines/stagerules.h"

#include "core/schedule/schedule.h"
#include "core/words/baseline.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace stagecraft::baseline {

tl::unexpected<Message> stopped()
{
    return tl::unexpected<Message>(words::baseline::was_stopped);
}

int narrowestOption(const StageTable& table)
{
    const auto all = allOptions(table);
    const auto order = [&](int option) { return std::tuple(table.devicesOf(option), table.degrees(option).tensor); };
    return *std::min_element(all.begin(), all.end(), [&](int a, int b) { return order(a) < order(b); });
}

std::vector<int> replicatedOptions(const StageTable& table)
{
    auto options = allOptions(table);
    int least = table.degrees(0).tensor;
    for (const int option : options) {
        least = std::min(least, table.degrees(option).tensor);
    }
    std::erase_if(options, [&](int option) { return table.degrees(option).tensor != least; });
    std::stable_sort(options.begin(), options.end(),
                     [&](int a, int b) { return table.degrees(a).data < table.degrees(b).data; });
    return options;
}

std::vector<int> allOptions(const StageTable& table)
{
    std::vector<int> options(static_cast<std::size_t>(table.options()));
    std::iota(options.begin(), options.end(), 0);
    return options;
}

int deepest(const BaselineTask& task, int option)
{
    return task.pipeline_ranks.value_or(std::min(task.table.layers(), task.devices / task.table.devicesOf(option)));
}

double passSeconds(const StageTable& table, LayerRange range, int option)
{
    return (table.forward(range, option) + table.backward(range, option)).value;
}

double crossingSeconds(const StageTable& table, int split_point, int option)
{
    return split_point > 0 && split_point < table.layers() ? 2 * table.transfer(split_point, option, option).value : 0;
}

Bytes weightBytes(const StageTable& table, LayerRange range, int option)
{
    return table.costs(option).closedForm() ? table.gradients(range, option) : table.parameters(range, option);
}

std::int64_t inFlightAt(const StageTable& table, int pipeline_rank, int pipeline_ranks)
{
    return inFlight(table.problem().constraints.schedule, pipeline_rank, pipeline_ranks, table.microBatches());
}

Bytes countedBytes(const StageTable& table, LayerRange range, int option, std::int64_t in_flight)
{
    // The state of a layer table includes gradients.
    const Bytes gradients = table.costs(option).closedForm() ? Bytes(0) : table.gradients(range, option);
    return table.state(range, option) + gradients + table.saved(range, option) * in_flight;
}

Bytes capacityFor(const BaselineTask& task, int option)
{
    return task.table.fitting(option, task.pipeline_ranks.value_or(std::min(2, task.table.layers())));
}

bool fitsAsPredicted(const StageTable& table, const std::vector<PartitionStage>& stages)
{
    const auto pipeline_ranks = static_cast<int>(stages.size());
    int from_end = pipeline_ranks;
    return std::all_of(stages.begin(), stages.end(), [&](const PartitionStage& stage) {
        return table.peak(stage.layers, stage.option, from_end--, pipeline_ranks)
            <= table.fitting(stage.option, pipeline_ranks);
    });
}

std::vector<PartitionStage> stagesOf(const std::vector<int>& split_points, int option)
{
    std::vector<PartitionStage> stages;
    for (std::size_t s = 0; s + 1 < split_points.size(); ++s) {
        stages.push_back({{split_points[s], split_points[s + 1]}, option});
    }
    return stages;
}

BaselineAnswer firstThatFits(const BaselineTask& task, const std::vector<PipelineShape>& shapes,
                             const SplitPointRule& split_points, const Message& why_none)
{
    std::vector<PartitionStage> least;
    Bytes least_peak;
    for (const PipelineShape& shape : shapes) {
        if (task.stop.stop_requested()) {
            return stopped();
        }
        const auto found = split_points(shape);
        if (found.empty()) {
            continue;
        }
        auto stages = stagesOf(found, shape.option);
        if (task.pipeline_ranks || fitsAsPredicted(task.table, stages)) {
            return BaselineResult {std::move(stages)};
        }
        Bytes peak;
        for (int s = 0; s < shape.pipeline_ranks; ++s) {
            const LayerRange range = stages[static_cast<std::size_t>(s)].layers;
            peak = std::max(peak, task.table.peak(range, shape.option, shape.pipeline_ranks - s, shape.pipeline_ranks));
        }
        if (least.empty() || peak < least_peak) {
            least = std::move(stages);
            least_peak = peak;
        }
    }
    if (least.empty()) {
        return tl::unexpected(why_none);
    }
    return BaselineResult {std::move(least), words::baseline::none_fits};
}

std::vector<PipelineShape> shallowFirst(const BaselineTask& task)
{
    const StageTable& table = task.table;
    const auto options = replicatedOptions(table);
    std::vector<PipelineShape> shapes;
    const int most = deepest(task, narrowestOption(table));
    for (int pipeline_ranks = task.pipeline_ranks.value_or(1); pipeline_ranks <= most; ++pipeline_ranks) {
        const auto widest = std::find_if(options.rbegin(), options.rend(), [&](int option) {
            return table.devicesOf(option) <= task.devices / pipeline_ranks;
        });
        if (widest != options.rend()) {
            shapes.push_back({pipeline_ranks, *widest});
        }
    }
    return shapes;
}

LayerRange repeatedBlocks(const Model& model)
{
    std::map<std::string, LayerRange> spans; // from the first to after the last layer of a kind
    std::map<std::string, int> counts;
    for (int l = 0; l < static_cast<int>(model.layers.size()); ++l) {
        const std::string kind = kindName(model.layers[static_cast<std::size_t>(l)].spec);
        spans.try_emplace(kind, LayerRange {l, l}).first->second.last = l + 1;
        ++counts[kind];
    }
    for (const auto& [kind, span] : spans) {
        if (counts[kind] == span.count() && 2 * span.count() >= static_cast<int>(model.layers.size())
            && span.count() > 1) {
            return span;
        }
    }
    return {};
}

}
