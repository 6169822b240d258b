// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/layercost.h"

#include "core/model/parameters.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Counts the parameters of experts: all except the router, which is replicated on every rank.
ExpertShare expertShare(const LayerSpec& shard)
{
    const auto has = [](const Statement& statement) {
        return std::holds_alternative<Experts>(statement.op) || std::holds_alternative<DenseExperts>(statement.op);
    };
    const auto* program = std::get_if<Program>(&shard);
    if (program == nullptr || std::none_of(program->statements().begin(), program->statements().end(), has)) {
        return {};
    }
    ExpertShare share;
    std::int64_t parameters[2] {}; // all tensors; tensors of experts
    std::int64_t learning[2] {};
    for (const Statement& statement : program->statements()) {
        const auto* some = std::get_if<Experts>(&statement.op);
        const auto* all = std::get_if<DenseExperts>(&statement.op);
        share.rows = some != nullptr ? some->count : all != nullptr ? all->count : share.rows;
        for (const ParameterTensor& tensor : parameterTensors(statement)) {
            const bool of_experts = has(statement) && !tensor.name.starts_with("router.");
            const std::int64_t count = elementCount(tensor.shape);
            for (int i = 0; i < (of_experts ? 2 : 1); ++i) {
                parameters[i] += count;
                learning[i] += tensor.trainable ? count : 0;
            }
        }
    }
    const auto part = [](const std::int64_t(&counts)[2]) {
        return counts[0] > 0 ? static_cast<double>(counts[1]) / static_cast<double>(counts[0]) : 0;
    };
    share.of_parameters = part(parameters);
    share.of_gradients = part(learning);
    return share;
}

// True for a block whose experts are sharded in 16 bits.
bool isDividedLow(const LayerSpec& shard)
{
    const auto* program = std::get_if<Program>(&shard);
    return program != nullptr
        && std::any_of(program->statements().begin(), program->statements().end(), [](const Statement& statement) {
               const auto* experts = std::get_if<Experts>(&statement.op);
               return experts != nullptr && experts->dividedLow();
           });
}

// Sets the figures of a layer that do not follow from its graph: logits, and gradients of embedding rows on other
// ranks.
void setBeside(LayerCost& cost, const LayerSpec& shard, const ProfilePoint& point)
{
    const auto* program = std::get_if<Program>(&shard);
    if (program == nullptr) {
        return;
    }
    const std::int64_t each = bytesOf(parameterType(point.precision));
    for (const Statement& statement : program->statements()) {
        if (const auto* loss = std::get_if<CrossEntropy>(&statement.op)) {
            const bool keeps = loss->low || loss->in_place;
            cost.scores = Bytes(keeps ? 0 : point.micro_batch * point.sequence * loss->classes * each);
        } else if (const auto* table = std::get_if<Embedding>(&statement.op)) {
            cost.others_gradients = Bytes((table->shards - 1) * table->count * table->width * each);
        }
    }
}

void setParts(LayerCost& cost, const LayerSpec& shard, const ProfilePoint& point)
{
    const std::int64_t each = bytesOf(parameterType(point.precision));
    cost.shared_parameters = Bytes(sharedParameterCount(shard) * each);
    cost.shared_gradients = Bytes(sharedTrainableCount(shard) * each);
    cost.experts = expertShare(shard);
    cost.divided_low = isDividedLow(shard);
    setBeside(cost, shard, point);
}

}

LayerCost costOf(const Measurement& measurement)
{
    LayerCost cost;
    cost.memory = measurement.memory;
    const ProfilePoint& point = measurement.point;
    setParts(cost, shardAt(point).value_or(point.spec), point);
    cost.forward = measurement.forward;
    cost.backward = measurement.backward;
    cost.optimizer = measurement.optimizer;
    if (measurement.allocated_peak > Bytes(0)) {
        // A small segment (2 MiB) and a large one (20 MiB) may be nearly empty at any scale. This overhead does not
        // grow with the layer, so the ratio excludes it.
        constexpr Bytes half_empty(std::int64_t {22} << 20);
        const Bytes beside = measurement.reserved_peak - measurement.allocated_peak - half_empty;
        cost.reserved_ratio = 1 + std::max(Bytes(0), beside) / measurement.allocated_peak;
    }
    if (!measurement.trace.events.empty() && !measurement.later_trace.events.empty()) {
        cost.traces = LayerTraces {measurement.trace, measurement.later_trace};
    }
    return cost;
}

Bytes allocatorOverhead(const LayerCost& cost)
{
    const LayerMemory& memory = cost.memory;
    const Bytes state =
        memory.parameters + memory.buffers + memory.optimizer_state + memory.gradients + memory.persistent;
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
    // The ratio of optimizer state to trainable parameters does not depend on the layer's size.
    const double copies = cost.memory.gradients > Bytes(0) ? cost.memory.optimizer_state / cost.memory.gradients : 0;
    cost.memory.optimizer_state = scaled(gradients, copies);
    cost.memory.parameters = parameters;
    cost.memory.gradients = gradients;
    cost.memory.buffers = bufferBytes(shard);
    setParts(cost, shard, point);
}

}
