// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/measuring/additivity.h"

#include "core/cost/costmodel.h"
#include "core/cost/inputrelease.h"
#include "core/memory/ledger.h"
#include "core/model/shapes.h"
#include "core/model/trainable.h"
#include "core/schedule/schedule.h"

#include <algorithm>
#include <string>

namespace stagecraft {

namespace {

const Measurement* find(const ProfilePoint& point, const MeasuredDevice& device, const std::vector<Measurement>& known)
{
    const std::string key = pointKey(point);
    const Measurement* newest = nullptr;
    for (const Measurement& m : known) {
        const bool fits =
            m.status == MeasurementStatus::Done && measureIdentically(m.device, device) && pointKey(m.point) == key;
        if (fits && (newest == nullptr || m.measured_at >= newest->measured_at)) {
            newest = &m;
        }
    }
    return newest;
}

// Returns the bytes of the gradients of the outputs of the point's layer.
Bytes outputGradients(const ProfilePoint& point, const LayerMemory& memory)
{
    std::vector<bool> inputs {!beginsChain(point.spec) && point.input_gradient};
    for (const SideInput& side : point.sides) {
        inputs.push_back(side.gradient);
    }
    const std::vector<bool> gradients = learningOutputs(point.spec, inputs);
    if (memory.outputs.empty()) {
        return gradients.front() ? memory.output : Bytes(0);
    }
    Bytes bytes;
    for (std::size_t i = 0; i < std::min(gradients.size(), memory.outputs.size()); ++i) {
        bytes += gradients[i] ? memory.outputs[i].bytes : Bytes(0);
    }
    return bytes;
}

}

std::optional<Additivity> additivityOf(const Measurement& check, const std::vector<Measurement>& known)
{
    if (!check.point.isCheck() || check.status != MeasurementStatus::Done) {
        return std::nullopt;
    }
    std::vector<ProfilePoint> points {firstOf(check.point)};
    if (check.point.following) {
        const auto second = secondOf(check.point);
        if (!second) {
            return std::nullopt;
        }
        points.push_back(*second);
    }
    ChainCosts chain;
    chain.optimizer = check.point.optimizer;
    chain.precision = check.point.precision;
    Additivity result;
    for (const ProfilePoint& point : points) {
        const Measurement* single = find(point, check.device, known);
        if (single == nullptr) {
            return std::nullopt;
        }
        chain.layers.push_back(costOf(*single));
        result.predicted_time += single->forward.median + single->backward.median;
    }
    // Neighbors outside the stage: they provide the first layer's input and the gradient of the last one's output.
    LayerRange range {0, static_cast<int>(points.size())};
    if (!beginsChain(points.front().spec)) {
        LayerCost before;
        before.memory.output = chain.layers.front().memory.input;
        before.memory.outputs = chain.layers.front().memory.inputs;
        for (BoundaryTensor& tensor : before.memory.outputs) {
            tensor.kept = false;
        }
        chain.layers.insert(chain.layers.begin(), before);
        range = {1, range.last + 1};
    }
    if (!endsInLoss(points.back().spec)) {
        LayerCost after;
        after.memory.input_gradient = outputGradients(points.back(), chain.layers.back().memory);
        chain.layers.push_back(after);
    }
    applyInputRelease(chain);
    const auto operations = operationsOf(ScheduleKind::GPipe, 0, 1, check.point.in_flight);
    result.predicted = walkLedger(chain, range, operations).peak;
    result.measured = check.allocated_peak;
    result.measured_time = check.forward.median + check.backward.median;
    return result;
}

}
