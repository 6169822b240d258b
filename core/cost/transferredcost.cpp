// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/transferredcost.h"

#include "core/cost/comparableprobes.h"
#include "core/cost/layerfit.h"
#include "core/cost/prior/analyticcost.h"
#include "core/cost/prior/roofline.h"

#include <algorithm>
#include <array>

namespace stagecraft {

namespace {

// Half-widths of byte bounds between devices: assumed, until a workspace has measurements of both. GPUs differ only in
// workspaces, CPUs and GPUs in kernels too.
constexpr double widthOfDevice = 0.05;
constexpr double widthOfKind = 0.15;
// Twice the mean error of times scaled between GPUs by data sheets and kernels: 11.8 % (Habitat: Yu et al., USENIX ATC
// 2021).
constexpr double spreadOfDevice = 0.24;

constexpr std::array transferredParts {
    &LayerMemory::saved,           &LayerMemory::context,
    &LayerMemory::input,           &LayerMemory::output,
    &LayerMemory::input_gradient,  &LayerMemory::cached,
    &LayerMemory::forward_peak,    &LayerMemory::backward_peak,
    &LayerMemory::accumulate_peak, &LayerMemory::owned_backward_peak,
    &LayerMemory::optimizer_peak,  &LayerMemory::owned_accumulate_peak,
};

Bytes transferred(Bytes measured, Bytes from, Bytes to)
{
    if (from == to) {
        return measured;
    }
    return from > Bytes(0) ? scaled(measured, to / from) : measured + to;
}

void transferTensors(std::vector<BoundaryTensor>& measured, const std::vector<BoundaryTensor>& from,
                     const std::vector<BoundaryTensor>& to)
{
    for (std::size_t i = 0; i < std::min({measured.size(), from.size(), to.size()}); ++i) {
        measured[i].bytes = transferred(measured[i].bytes, from[i].bytes, to[i].bytes);
        measured[i].gradient = transferred(measured[i].gradient, from[i].gradient, to[i].gradient);
        measured[i].input_release = {};
    }
}

LayerMemory transferredMemory(LayerMemory memory, const LayerMemory& from, const LayerMemory& to)
{
    for (const auto part : transferredParts) {
        memory.*part = transferred(memory.*part, from.*part, to.*part);
    }
    transferTensors(memory.inputs, from.inputs, to.inputs);
    transferTensors(memory.outputs, from.outputs, to.outputs);
    memory.input_release = {}; // not modeled by the formulas: an upper bound
    memory.forward_peak = std::max(memory.forward_peak, memory.saved);
    return memory;
}

Timing transferredTime(const Timing& measured, const Timing& from, const Timing& to, double spread)
{
    if (!(from.median > Seconds(0)) || !(measured.median > Seconds(0))) {
        return to;
    }
    const Seconds median = measured.median * (to.median / from.median);
    return {median, median * (measured.spread / measured.median + spread)};
}

bool knownFor(const CostContext& costContext)
{
    return Roofline(costContext.device, costContext.point.precision, costContext.probe).known();
}

}

namespace {

// Implements transferredCost() for comparable probes.
Result<LayerCost> transferredByRooflines(const LayerCost& measured, const CostContext& from, const CostContext& to)
{
    const auto there = analyticCost(from.point, from.device, from.probe);
    if (!there) {
        return failure(there.error());
    }
    const auto here = analyticCost(to.point, to.device, to.probe);
    if (!here) {
        return failure(here.error());
    }
    LayerCost cost = measured;
    cost.memory = transferredMemory(measured.memory, there->memory, here->memory);
    const auto shard = shardAt(to.point);
    setState(cost, shard ? *shard : to.point.spec, to.point);
    const bool sameDevice = from.device == to.device;
    const bool sameKind = from.device.kind == to.device.kind;
    if (sameDevice || (sameKind && knownFor(from) && knownFor(to))) {
        const double spread = sameDevice ? 0 : spreadOfDevice;
        cost.forward = transferredTime(measured.forward, there->forward, here->forward, spread);
        cost.backward = transferredTime(measured.backward, there->backward, here->backward, spread);
        cost.optimizer = transferredTime(measured.optimizer, there->optimizer, here->optimizer, spread);
    } else {
        cost.forward = here->forward;
        cost.backward = here->backward;
        cost.optimizer = here->optimizer;
    }
    const bool sameScale = extentOf(from.point) == extentOf(to.point);
    cost.memory_width += (sameScale ? 0 : transferredScaleWidth)
        + (sameDevice     ? 0
               : sameKind ? widthOfDevice
                          : widthOfKind);
    cost.memory_width = std::min(cost.memory_width, here->memory_width); // never wider than formulas alone
    cost.basis = weaker(cost.basis, Basis::Scaled);
    cost.extrapolated = cost.extrapolated || !sameScale;
    return cost;
}

}

Result<LayerCost> transferredCost(const LayerCost& measured, const CostContext& from, const CostContext& to)
{
    if (from.device == to.device || from.device.kind != to.device.kind) {
        return transferredByRooflines(measured, from, to);
    }
    const auto [there, here] = comparableProbes({from.device, from.probe}, {to.device, to.probe});
    return transferredByRooflines(measured, {from.point, from.device, &there}, {to.point, to.device, &here});
}

}
