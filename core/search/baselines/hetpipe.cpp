// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// HetPipe (Park et al., USENIX ATC 2020, arXiv 2005.14038): virtual workers, each a pipeline over some devices, with
// data parallelism between them. The stages of a virtual worker minimize the largest time, including transfers at both
// ends, under their memory: state, gradients and saved activations of the micro-batches in flight. Groups by nodes: a
// virtual worker is one node, or two, four, ... if one does not fit; with equal devices its other policies give the
// same groups. Based on the paper's abstract and on recollection. Omits its weight versions for wave-synchronous
// updates, as plans here are synchronous unless the schedule says otherwise.
#include "core/search/baselines/chainsplitpoints.h"
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

#include <algorithm>

namespace stagecraft::baseline {

namespace {

std::vector<int> virtualWorker(const BaselineTask& task, PipelineShape shape)
{
    const StageTable& table = task.table;
    const Bytes capacity = table.fitting(shape.option, shape.pipeline_ranks);
    return leastLargestSplitPoints(
        table.layers(), shape.pipeline_ranks,
        [&](int pipeline_rank, LayerRange range) {
            const auto in_flight = inFlightAt(table, pipeline_rank, shape.pipeline_ranks);
            if (countedBytes(table, range, shape.option, in_flight) > capacity) {
                return forbidden;
            }
            return passSeconds(table, range, shape.option) + crossingSeconds(table, range.first, shape.option)
                + crossingSeconds(table, range.last, shape.option);
        },
        task.stop);
}

}

BaselineAnswer hetpipe(const BaselineTask& task)
{
    const StageTable& table = task.table;
    const auto options = replicatedOptions(table);
    const int ranks = table.devicesOf(options.front()) / table.degrees(options.front()).data; // ranks per replica
    const int node = std::max(1, std::min(task.devices, table.group().devices_per_node) / ranks);
    for (int width = task.pipeline_ranks.value_or(node); width <= task.devices / ranks && width > 0; width *= 2) {
        const int pipeline_ranks = std::min(width, table.layers());
        const auto widest = std::find_if(options.rbegin(), options.rend(), [&](int option) {
            return table.devicesOf(option) <= task.devices / pipeline_ranks
                && (task.pipeline_ranks || table.degrees(option).data <= std::max(1, task.devices / (width * ranks)));
        });
        if (widest == options.rend()) {
            break;
        }
        if (const auto split_points = virtualWorker(task, {pipeline_ranks, *widest}); !split_points.empty()) {
            return BaselineResult {stagesOf(split_points, *widest)};
        }
        if (task.stop.stop_requested()) {
            return stopped();
        }
        if (task.pipeline_ranks) {
            break;
        }
    }
    return tl::unexpected<Message>(words::baseline::no_virtual_worker);
}

}
