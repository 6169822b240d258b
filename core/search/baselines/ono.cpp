// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// Hybrid data-model parallel training (Ono et al. 2019, arXiv 1909.00562): groups of layers that the user tells apart
// have different parallelism, there an encoder and decoder spread over the devices by layers and attention with softmax
// replicated. As a rule: the layers behind the model's blocks (the last one, where it has none) are a stage with as
// many replicas as make it no slower than the others; the layers before are cut evenly by number, a stage a device. In
// the original the same devices do both; stages here have devices of their own. Knows nothing of the device's memory.
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"
#include "core/search/baselines/uniform.h"

#include <algorithm>

namespace stagecraft::baseline {

namespace {

struct Groups {
    std::vector<PartitionStage> stages;
    double largest = 0;
};

// The layers before `head` on `places` stages, the others as one stage.
Groups grouped(const StageTable& table, int head, int places, int body_option, int head_option)
{
    Groups groups {stagesOf(uniformCuts(head, places), body_option)};
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
    if (task.places.value_or(2) < 2 || head < 1) {
        return tl::unexpected<std::string>("its two groups need two stages");
    }
    if (task.places && head < *task.places - 1) {
        return tl::unexpected<std::string>("its first group has too few layers for so many stages");
    }
    Groups best;
    for (const int option : replicatedOptions(table)) {
        const int left = (task.devices - table.devicesOf(option)) / table.devicesOf(body);
        const int places = task.places ? *task.places - 1 : std::min(head, left);
        if (places < 1 || places > left) {
            continue;
        }
        if (auto groups = grouped(table, head, places, body, option);
            best.stages.empty() || groups.largest < best.largest) {
            best = std::move(groups);
        }
    }
    if (best.stages.empty()) {
        return tl::unexpected<std::string>("its two groups need devices of their own");
    }
    return BaselineResult {std::move(best.stages), "in the original the devices of both groups are the same"};
}

}
