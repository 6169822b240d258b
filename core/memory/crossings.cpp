// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/crossings.h"

#include <algorithm>

namespace stagecraft {

namespace {

std::vector<BoundaryTensor> inputsOf(const LayerMemory& memory)
{
    return memory.inputs.empty() ? std::vector {BoundaryTensor {memory.input, {}, memory.keeps_input}} : memory.inputs;
}

std::vector<BoundaryTensor> outputsOf(const LayerMemory& memory)
{
    return memory.outputs.empty() ? std::vector {BoundaryTensor {memory.output, {}, memory.keeps_output}}
                                  : memory.outputs;
}

}

bool Crossings::takes(int layer, int tensor) const
{
    const std::vector<int>& those = taken(layer);
    return std::find(those.begin(), those.end(), tensor) != those.end();
}

Crossings crossingsOf(const ChainCosts& costs, LayerRange range, bool buffered)
{
    const auto memory = [&](int layer) -> const LayerMemory& {
        return costs.layers[static_cast<std::size_t>(layer)].memory;
    };
    Crossings result;
    result.first_layer = range.first;
    std::vector<int> current;
    const auto make = [&](Bytes bytes, bool saved) {
        result.tensors.push_back({bytes, saved, -1});
        return static_cast<int>(result.tensors.size()) - 1;
    };
    if (range.first > 0) {
        for (const BoundaryTensor& received : outputsOf(memory(range.first - 1))) {
            current.push_back(make(buffered ? Bytes(0) : received.bytes, false));
        }
    } else {
        for (const BoundaryTensor& sample : inputsOf(memory(0))) {
            current.push_back(make(sample.bytes, false));
            result.tensors.back().kept_from = 0;
        }
    }
    for (int l = range.first; l < range.last; ++l) {
        result.taken_by.push_back(current);
        const auto inputs = inputsOf(memory(l));
        for (std::size_t i = 0; i < std::min(current.size(), inputs.size()); ++i) {
            Crossing& tensor = result.tensors[static_cast<std::size_t>(current[i])];
            if (inputs[i].kept && tensor.kept_from < 0) {
                tensor.kept_from = l;
            }
        }
        std::vector<int> next;
        for (const BoundaryTensor& output : outputsOf(memory(l))) {
            const auto passes = static_cast<std::size_t>(std::max(output.passes, 0));
            const bool passed = output.passes >= 0 && passes < current.size();
            next.push_back(passed ? current[passes] : make(output.bytes, output.kept));
        }
        current = std::move(next);
    }
    result.taken_by.push_back(current);
    return result;
}

Bytes sampleBytes(const ChainCosts& costs, LayerRange range)
{
    return range.first == 0 && !costs.closedForm() ? costs.layers.front().memory.input : Bytes(0);
}

Bytes receivedBytes(const ChainCosts& costs, LayerRange range)
{
    Bytes sum;
    const auto addOutputs = [&](int layer) {
        for (const BoundaryTensor& tensor : outputsOf(costs.layers[static_cast<std::size_t>(layer)].memory)) {
            sum += tensor.bytes;
        }
    };
    if (range.first > 0) {
        addOutputs(range.first - 1);
    }
    if (range.last < costs.size()) {
        addOutputs(range.last - 1);
    }
    return sum;
}

Bytes resultOf(const ChainCosts& costs, LayerRange range)
{
    const LayerCost& last = costs.layers[static_cast<std::size_t>(range.last) - 1];
    if (range.last == costs.size()) {
        return last.scores;
    }
    Bytes sum;
    for (const BoundaryTensor& tensor : outputsOf(last.memory)) {
        sum += tensor.kept ? Bytes(0) : tensor.bytes;
    }
    return sum;
}

bool sharesParameters(const ChainCosts& costs, LayerRange range)
{
    for (int l = range.first; l < range.last; ++l) {
        if (costs.layers[static_cast<std::size_t>(l)].shared_parameters > Bytes(0)) {
            return true;
        }
    }
    return false;
}

bool isPlain(const ChainCosts& costs)
{
    return std::all_of(costs.layers.begin(), costs.layers.end(),
                       [](const LayerCost& cost) { return cost.memory.inputs.empty() && cost.memory.outputs.empty(); });
}

}
