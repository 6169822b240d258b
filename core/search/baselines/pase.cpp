// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// PaSE (Elango 2021, arXiv 2407.04001): no pipeline. Chooses a configuration per layer that minimizes the sum of layer
// times and redistribution times between layers, with a dynamic program over the graph, here a chain. Configurations
// are the table's degrees; layer times cover all micro-batches and the gradient reduction. Ignores device memory. A
// stage has one configuration: if the layers' choices differ, the best of the choices that is valid for all layers.
#include "core/search/baselines/chainsplitpoints.h"
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

#include <algorithm>
#include <set>

namespace stagecraft::baseline {

namespace {

double layersSeconds(const StageTable& table, LayerRange range, int option)
{
    return static_cast<double>(table.microBatches()) * passSeconds(table, range, option)
        + table.reduction(range, option).value;
}

// Returns the configuration of each layer.
std::vector<int> leastByLayer(const BaselineTask& task, const std::vector<int>& options)
{
    const StageTable& table = task.table;
    const auto layers = static_cast<std::size_t>(table.layers());
    std::vector<std::vector<std::size_t>> from(layers, std::vector<std::size_t>(options.size(), 0));
    std::vector<double> least(options.size(), 0);
    for (std::size_t l = 0; l < layers; ++l) {
        const int layer = static_cast<int>(l);
        std::vector<double> now(options.size(), forbidden);
        for (std::size_t o = 0; o < options.size(); ++o) {
            for (std::size_t before = 0; before < options.size(); ++before) {
                const double moving = l > 0 && before != o
                    ? 2 * table.transfer(layer, options[before], options[o]).value
                        * static_cast<double>(table.microBatches())
                    : 0;
                if (const double sum = least[before] + moving; sum < now[o]) {
                    now[o] = sum;
                    from[l][o] = before;
                }
            }
            now[o] += layersSeconds(table, {layer, layer + 1}, options[o]);
        }
        least = std::move(now);
    }
    std::vector<int> chosen(layers);
    auto at = static_cast<std::size_t>(std::min_element(least.begin(), least.end()) - least.begin());
    for (std::size_t l = layers; l-- > 0; at = from[l][at]) {
        chosen[l] = options[at];
    }
    return chosen;
}

}

BaselineAnswer pase(const BaselineTask& task)
{
    const StageTable& table = task.table;
    if (task.pipeline_ranks.value_or(1) > 1) {
        return tl::unexpected<Message>(words::baseline::no_pipelines);
    }
    auto options = allOptions(table);
    std::erase_if(options, [&](int option) { return table.devicesOf(option) > task.devices; });
    const LayerRange chain {0, table.layers()};
    const int together = *std::min_element(options.begin(), options.end(), [&](int a, int b) {
        return layersSeconds(table, chain, a) < layersSeconds(table, chain, b);
    });
    const auto chosen = leastByLayer(task, options);
    const std::set<int> distinct(chosen.begin(), chosen.end());
    if (distinct.size() == 1) {
        return BaselineResult {{{chain, *distinct.begin()}}};
    }
    return BaselineResult {{{chain, together}}, say(words::baseline::configurations_of_layers, distinct.size())};
}

}
