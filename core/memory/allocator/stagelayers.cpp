// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/allocator/stagelayers.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace stagecraft {

namespace {

constexpr std::int64_t block = 512;

// Returns the same early releases as the ledger: of the inputs that only the layer's graph keeps.
std::vector<EarlyInput> earlyInputs(const LayerCost& cost, int l, const Crossings& crossings,
                                    Bytes InputRelease::*variant)
{
    const auto& inputs = cost.memory.inputs;
    const std::vector<int>& taken = crossings.taken(l);
    std::vector<EarlyInput> early;
    for (std::size_t i = 0; i < taken.size() && i < std::max<std::size_t>(1, inputs.size()); ++i) {
        const Crossing& tensor = crossings.crossing(taken[i]);
        const Bytes input_release = i > 0 ? inputs[i].input_release.*variant : cost.applied_input_release.*variant;
        if (crossings.isHeldBy(l, taken[i])) {
            early.push_back({taken[i], tensor.bytes, input_release});
        }
    }
    return early;
}

// Adds parameters whose products accumulate into gradient buffers directly, so the trace has no gradients of theirs:
// `unreported` bytes.
void addUnreported(std::vector<std::int64_t>& parameters, const std::vector<std::int64_t>& all, std::int64_t unreported)
{
    std::multiset<std::int64_t> reported(parameters.begin(), parameters.end());
    for (const std::int64_t bytes : all) {
        if (const auto known = reported.find(bytes); known != reported.end()) {
            reported.erase(known);
        } else if (unreported >= bytes) {
            parameters.push_back(bytes);
            unreported -= bytes;
        }
    }
    if (unreported > block) {
        parameters.push_back(unreported);
    }
}

StageLayer layerOf(const ChainCosts& costs, LayerRange range, const Crossings& crossings, int l)
{
    const LayerCost& cost = costs.layers[static_cast<std::size_t>(l)];
    StageLayer layer;
    layer.first = scriptOf(cost, cost.traces->first);
    layer.later = scriptOf(cost, cost.traces->later);
    const bool shares = cost.shared_parameters > Bytes(0);
    layer.shared_before = shares && sharesParameters(costs, {range.first, l});
    layer.shared_behind = shares && sharesParameters(costs, {l + 1, range.last});
    layer.update = cost.memory.optimizer_peak;
    const bool owned = range.last < costs.size() && l == range.last - 1;
    layer.first_releases = earlyReleases(
        layer.first, owned, earlyInputs(cost, l, crossings, owned ? &InputRelease::owned_first : &InputRelease::first));
    layer.later_releases = earlyReleases(
        layer.later, owned, earlyInputs(cost, l, crossings, owned ? &InputRelease::owned_later : &InputRelease::later));
    const std::int64_t wider = wideningOf(costs);
    std::int64_t largest = 0;
    Bytes unreported = cost.memory.gradients - (layer.shared_before ? cost.shared_gradients : Bytes(0));
    for (const int left : layer.first.left) {
        const auto at = static_cast<std::size_t>(left);
        largest = std::max(largest, layer.first.sizes[at] * wider);
        // The first layer that shares a weight updates it.
        if (!layer.shared_before || layer.first.roles[at] != AllocationRole::SharedGradient) {
            layer.parameters.push_back(layer.first.sizes[at]);
            unreported -= Bytes(layer.first.sizes[at]);
        }
    }
    addUnreported(layer.parameters, cost.traces->parameters, unreported.value);
    if (largest > 0) {
        const auto count = std::llround(static_cast<double>(layer.update.value) / static_cast<double>(largest));
        const std::int64_t off = std::abs(layer.update.value - count * largest);
        layer.temporaries = off <= (count + 2) * block ? static_cast<int>(count) : 0;
    }
    return layer;
}

}

std::vector<StageLayer> stageLayersOf(const ChainCosts& costs, LayerRange range, const Crossings& crossings)
{
    std::vector<StageLayer> layers;
    for (int l = range.first; l < range.last; ++l) {
        layers.push_back(layerOf(costs, range, crossings, l));
    }
    return layers;
}

std::int64_t wideningOf(const ChainCosts& costs)
{
    return bytesOf(NumberType::Fp32) / bytesOf(parameterType(costs.precision));
}

}
