// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// SplitBrain (Lai et al. 2021): no pipeline. Replicates layers with much compute per parameter, and shards layers with
// many parameters. Rule: shards a layer if its parameter bytes per second of compute exceed those of the whole model.
// All layers of a stage are treated alike: sharded if the layers to be sharded have most of the parameters. Ignores
// device memory.
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

#include <algorithm>
#include <tuple>

namespace stagecraft::baseline {

BaselineAnswer splitbrain(const BaselineTask& task)
{
    const StageTable& table = task.table;
    if (task.pipeline_ranks.value_or(1) > 1) {
        return tl::unexpected<Message>(words::baseline::no_pipelines);
    }
    const LayerRange chain {0, table.layers()};
    const int plain = narrowestOption(table);
    const auto bytes = [&](LayerRange range) { return static_cast<double>(weightBytes(table, range, plain).value); };
    const double all = bytes(chain);
    const double seconds = passSeconds(table, chain, plain);
    double heavy = 0;
    int divided = 0;
    for (int l = 0; l < table.layers(); ++l) {
        const LayerRange layer {l, l + 1};
        if (bytes(layer) * seconds > all * passSeconds(table, layer, plain)) {
            heavy += bytes(layer);
            ++divided;
        }
    }
    const bool divides = 2 * heavy > all;
    auto options = allOptions(table);
    std::erase_if(options, [&](int option) { return table.devicesOf(option) > task.devices; });
    const auto worth = [&](int option) {
        const Degrees& degrees = table.degrees(option);
        return std::tuple(table.devicesOf(option), divides ? degrees.tensor : degrees.data);
    };
    const int chosen =
        *std::max_element(options.begin(), options.end(), [&](int a, int b) { return worth(a) < worth(b); });
    return BaselineResult {{{chain, chosen}}, say(words::baseline::layers_divided, divided, table.layers())};
}

}
