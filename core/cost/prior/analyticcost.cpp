// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/analyticcost.h"

#include "core/cost/prior/layerprior.h"
#include "core/model/parameters.h"

namespace stagecraft {

namespace {

constexpr double halfWidth = 0.5; // of a time
// Of a layer's bytes: of the highest peaks of 370 layers that were measured 96 % were within this of the formulas', and
// 82 % within 12 % (docs/validation.md, "Without a measurement"); the rest are workspaces of libraries.
constexpr double memoryWidth = 0.5;
constexpr double backwardWork = 2; // forward passes

// Matrices among the weights: each is a factor of one product.
int productsOf(const LayerSpec& shard)
{
    int count = 0;
    for (const ParameterTensor& tensor : parameterTensors(shard)) {
        count += tensor.shape.size() > 1 ? 1 : 0;
    }
    return count;
}

}

Result<LayerCost> analyticCost(const ProfilePoint& point, const DeviceType& device, const DeviceProbe* probe,
                               double expert_room)
{
    const auto prior = layerPrior(point, device.kind, expert_room);
    if (!prior) {
        return failure(prior.error());
    }
    LayerCost cost;
    cost.memory = prior->memory;
    cost.traces = LayerTraces {prior->trace, prior->later_trace};
    const LayerSpec shard = shardAt(point).value_or(point.spec);
    setState(cost, shard, point);
    const Roofline roofline(device, point.precision, probe);
    const Seconds forward = roofline.time(prior->flops, productsOf(shard), prior->traffic, prior->operations);
    const auto timing = [](Seconds time) { return Timing {time, time * halfWidth}; };
    cost.forward = timing(forward);
    cost.backward = timing(forward * (backwardWork + (point.recompute ? 1 : 0)));
    // Parameters, gradients and states are read and written once.
    const Bytes state = cost.memory.parameters + cost.memory.gradients * 5;
    cost.optimizer = timing(roofline.time(state));
    cost.memory_width = memoryWidth;
    cost.basis = Basis::Analytic;
    cost.extrapolated = true;
    return cost;
}

}
