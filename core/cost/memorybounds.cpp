// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/memorybounds.h"

#include <algorithm>
#include <array>

namespace stagecraft {

namespace {

// Errors of the ledger for whole training steps were within 0.01 % at measured points (docs/validation/layers.md); 1 %
// leaves a margin for models that were not validated.
constexpr double leastHalfWidth = 0.01;

constexpr std::array boundedBytes {
    &LayerMemory::saved,
    &LayerMemory::context,
    &LayerMemory::cached,
    &LayerMemory::forward_peak,
    &LayerMemory::backward_peak,
    &LayerMemory::accumulate_peak,
    &LayerMemory::optimizer_peak,
    &LayerMemory::owned_backward_peak,
    &LayerMemory::owned_accumulate_peak,
};

}

double memoryHalfWidth(const ChainCosts& costs, const LayerCost& layer)
{
    return costs.basis == Basis::Given || costs.closedForm() ? 0 : std::max(layer.memory_width, leastHalfWidth);
}

bool hasMemoryBounds(const ChainCosts& costs)
{
    return std::any_of(costs.layers.begin(), costs.layers.end(),
                       [&](const LayerCost& layer) { return memoryHalfWidth(costs, layer) > 0; });
}

ChainCosts upperBoundOf(const ChainCosts& costs)
{
    ChainCosts upper = costs;
    for (LayerCost& layer : upper.layers) {
        const double factor = 1 + memoryHalfWidth(costs, layer);
        for (const auto bytes : boundedBytes) {
            layer.memory.*bytes = scaled(layer.memory.*bytes, factor);
        }
        layer.rematerialised = scaled(layer.rematerialised, factor);
        layer.traces = {};
    }
    return upper;
}

}
