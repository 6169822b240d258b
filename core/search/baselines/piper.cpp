// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// Piper (Tarnawski et al., NeurIPS 2021; msr-fiddle/piper, algo.cpp): minimizes the largest time per sample over stages
// with data- and tensor-parallel sizes. The time of a stage is its compute, the transfers at both ends in both
// directions (each end in full), and 4 (d - 1) / d times its parameters for the gradients of its replicas, divided by
// the step's micro-batches. Memory: A y + B within the device, with A the saved activations per micro-batch, B the
// state and gradients, y = ceil(sum of the data-parallel sizes of this and all later stages / d). Does not choose
// recomputation per layer: policies are given.
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stageprogram.h"
#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

namespace stagecraft::baseline {

namespace {

std::optional<StageOptionTable::Cost> costByPiper(const BaselineTask& task, LayerRange range, int option,
                                                  Bytes capacity)
{
    const StageTable& table = task.table;
    const Bytes fixed = countedBytes(table, range, option, 0);
    const Bytes kept = table.saved(range, option);
    const std::int64_t data = table.degrees(option).data;
    if (fixed + kept > capacity) {
        return std::nullopt;
    }
    const bool near = table.devicesOf(option) <= table.group().devices_per_node;
    const Link& link = near ? table.group().intra_node : table.group().network;
    const auto replicas = static_cast<double>(data);
    const double resync = 4 * (replicas - 1) / replicas * (weightBytes(table, range, option) / link.bandwidth).value
        / static_cast<double>(table.microBatches());
    StageOptionTable::Cost cost {passSeconds(table, range, option) + crossingSeconds(table, range.first, option)
                                 + crossingSeconds(table, range.last, option) + resync};
    if (kept > Bytes(0)) {
        // y = ceil((data + behind) / data) <= most
        const std::int64_t most = (capacity - fixed).value / kept.value;
        cost.most_behind = (std::min<std::int64_t>(most, 1 << 24) - 1) * data;
    }
    return cost;
}

}

BaselineAnswer piper(const BaselineTask& task)
{
    const StageTable& table = task.table;
    const auto options = allOptions(table);
    if (auto why = StageOptionTable::tooMany(task, options)) {
        return tl::unexpected(*std::move(why));
    }
    std::vector<Bytes> capacities;
    for (const int option : options) {
        capacities.push_back(capacityFor(task, option));
    }
    const StageOptionTable stage_options(task, options, [&](LayerRange range, int option) {
        return costByPiper(task, range, option, capacities[static_cast<std::size_t>(option)]);
    });
    auto plan = leastLargestWithin(
        stage_options, [&](int option) { return table.degrees(option).data; }, task.pipeline_ranks, task.stop);
    if (task.stop.stop_requested()) {
        return stopped();
    }
    if (!plan) {
        return tl::unexpected<Message>(words::baseline::bound_of_memory);
    }
    return BaselineResult {std::move(plan->stages),
                           options.size() > 1 ? words::baseline::micro_batches_in_turn : Message()};
}

}
