// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/layercost.h"

#include "core/model/parameters.h"

#include <algorithm>

namespace stagecraft {

namespace {

// The part of a layer's parameters that learn that is of experts: not the router, which every rank has whole.
ExpertShare expertShare(const LayerSpec& shard)
{
    const auto* program = std::get_if<Program>(&shard);
    if (program == nullptr) {
        return {};
    }
    ExpertShare share;
    std::int64_t of_experts = 0;
    std::int64_t all = 0;
    for (const Statement& statement : program->statements()) {
        const auto* op = std::get_if<Experts>(&statement.op);
        share.rows = op != nullptr ? op->count : share.rows;
        for (const ParameterTensor& tensor : parameterTensors(statement)) {
            const std::int64_t count = tensor.trainable ? elementCount(tensor.shape) : 0;
            all += count;
            of_experts += op != nullptr && !tensor.name.starts_with("router.") ? count : 0;
        }
    }
    share.part = all > 0 ? static_cast<double>(of_experts) / static_cast<double>(all) : 0;
    return share;
}

void setParts(LayerCost& cost, const LayerSpec& shard, Precision precision)
{
    const std::int64_t each = bytesOf(parameterType(precision));
    cost.shared_parameters = Bytes(sharedParameterCount(shard) * each);
    cost.shared_gradients = Bytes(sharedTrainableCount(shard) * each);
    cost.experts = expertShare(shard);
}

}

LayerCost costOf(const Measurement& measurement)
{
    LayerCost cost;
    cost.memory = measurement.memory;
    const ProfilePoint& point = measurement.point;
    setParts(cost, shardAt(point).value_or(point.spec), point.precision);
    cost.forward = measurement.forward;
    cost.backward = measurement.backward;
    cost.optimizer = measurement.optimizer;
    if (measurement.allocated_peak > Bytes(0)) {
        cost.reserved_ratio = std::max(1.0, measurement.reserved_peak / measurement.allocated_peak);
    }
    if (!measurement.trace.events.empty() && !measurement.later_trace.events.empty()) {
        cost.traces = LayerTraces {measurement.trace, measurement.later_trace};
    }
    return cost;
}

Bytes reservedBeside(const LayerCost& cost)
{
    const LayerMemory& memory = cost.memory;
    const Bytes state = memory.parameters + memory.buffers + memory.optimizer_state + memory.gradients + memory.lasting;
    const Bytes passes = memory.input + memory.context
        + std::max(memory.forward_peak, memory.saved + memory.output + memory.backward_peak);
    return scaled(state + std::max(passes, memory.optimizer_peak), cost.reserved_ratio - 1);
}

void raiseBackwardPeaks(LayerMemory& memory, Bytes more)
{
    for (Bytes* peak :
         {&memory.backward_peak, &memory.accumulate_peak, &memory.owned_backward_peak, &memory.owned_accumulate_peak}) {
        *peak += more;
    }
}

void setState(LayerCost& cost, const LayerSpec& shard, const ProfilePoint& point)
{
    Bytes parameters;
    Bytes gradients;
    for (const ParameterTensor& tensor : parameterTensors(shard)) {
        const Bytes bytes(elementCount(tensor.shape) * bytesOf(parameterType(point.precision)));
        parameters += bytes;
        gradients += tensor.trainable ? bytes : Bytes(0);
    }
    // So many copies of what learns, whatever the layer's size.
    const double copies = cost.memory.gradients > Bytes(0) ? cost.memory.optimizer_state / cost.memory.gradients : 0;
    cost.memory.optimizer_state = scaled(gradients, copies);
    cost.memory.parameters = parameters;
    cost.memory.gradients = gradients;
    cost.memory.buffers = bufferBytes(shard);
    setParts(cost, shard, point.precision);
}

}
