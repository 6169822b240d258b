// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// Hybrid data-model parallel training (Ono et al. 2019, arXiv 1909.00562): user-defined groups of layers use different
// parallelism; in the paper an encoder and decoder distributed over the devices by layers, and replicated attention
// with softmax. As a rule here: the layers after the model's blocks (the last layer, if it has none) form a stage with
// as many replicas as it needs to be no slower than the others; the layers before are split evenly by number, one stage
// per device. In the original both use the same devices; here stages have separate devices. Ignores the device's
// memory.
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"
#include "core/search/baselines/uniform.h"
#include "core/words/baseline.h"

#include <algorithm>

namespace stagecraft::baseline {

namespace {

struct Groups {
    std::vector<PartitionStage> stages;
    double largest = 0;
};

// Places the layers before `head` on `pipeline_ranks` stages and the others on one stage.
Groups grouped(const StageTable& table, int head, int pipeline_ranks, int body_option, int head_option)
{
    Groups groups {stagesOf(uniformSplitPoints(head, pipeline_ranks), body_option)};
    groups.stages.push_back({{head, table.layers()}, head_option});
    for (const PartitionStage& stage : groups.stages) {
        groups.largest = std::max(groups.largest, passSeconds(table, stage.layers, stage.option));
    }
    return groups;
}

}

BaselineAnswer ono(const BaselineTask& task)
{
    const StageTable& table = task.table;
    const LayerRange blocks = repeatedBlocks(table.problem().model);
    const int head = blocks.count() > 0 && blocks.last < table.layers() ? blocks.last : table.layers() - 1;
    const int body = narrowestOption(table);
    if (task.pipeline_ranks.value_or(2) < 2 || head < 1) {
        return tl::unexpected<Message>(words::baseline::groups_need_stages);
    }
    if (task.pipeline_ranks && head < *task.pipeline_ranks - 1) {
        return tl::unexpected<Message>(words::baseline::first_group_of_few_layers);
    }
    Groups best;
    for (const int option : replicatedOptions(table)) {
        const int left = (task.devices - table.devicesOf(option)) / table.devicesOf(body);
        const int pipeline_ranks = task.pipeline_ranks ? *task.pipeline_ranks - 1 : std::min(head, left);
        if (pipeline_ranks < 1 || pipeline_ranks > left) {
            continue;
        }
        if (auto groups = grouped(table, head, pipeline_ranks, body, option);
            best.stages.empty() || groups.largest < best.largest) {
            best = std::move(groups);
        }
    }
    if (best.stages.empty()) {
        return tl::unexpected<Message>(words::baseline::groups_need_devices);
    }
    return BaselineResult {std::move(best.stages), words::baseline::devices_of_both_groups};
}

}
