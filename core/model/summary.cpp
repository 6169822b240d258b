// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/summary.h"

#include "core/model/flops.h"
#include "core/model/parameters.h"
#include "core/model/shapes.h"
#include "core/words/model.h"

#include <algorithm>

namespace stagecraft {

namespace {

constexpr std::int64_t bytesPerNumber = 4; // fp32
constexpr double mostTotal = 4e18; // limit of parameters and bytes, whose sums are int64

// Returns the bytes of a layer's output.
double outputBytes(const LayerSpec& spec, const Boundary& output, std::int64_t micro_batch)
{
    if (const auto* row = std::get_if<TableRow>(&spec)) {
        return static_cast<double>(row->output.value) * static_cast<double>(micro_batch);
    }
    double bytes = 0;
    for (const Shape& shape : output) {
        double count = bytesPerNumber;
        for (const std::int64_t dimension : shape) {
            count *= static_cast<double>(dimension);
        }
        bytes += count;
    }
    return bytes;
}

Result<void> requireTotals(const Model& model, const std::vector<Boundary>& boundaries, std::int64_t micro_batch)
{
    double parameters = 0;
    double output = 0;
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        parameters += static_cast<double>(parameterCount(model.layers[i].spec));
        output += outputBytes(model.layers[i].spec, boundaries[i + 1], micro_batch);
    }
    for (const auto& [amount, total] :
         {std::pair {&words::model::all_parameters, parameters}, std::pair {&words::model::all_outputs, output}}) {
        if (total > mostTotal) {
            return failure(ErrorCode::OptionOutOfRange, {*amount, total, 0.0, mostTotal});
        }
    }
    return {};
}

// Returns "layers.*.attention" for "layers.12.attention".
std::string mask(const std::string& name)
{
    std::string masked;
    for (const char c : name) {
        const bool digit = c >= '0' && c <= '9';
        if (!digit) {
            masked += c;
        } else if (masked.empty() || masked.back() != '*') {
            masked += '*';
        }
    }
    return masked;
}

// Children of a TorchScript file have distinct names, but may share the code.
bool sameLayer(const LayerSpec& a, const LayerSpec& b)
{
    const bool scripted = std::holds_alternative<ScriptedLayer>(a) && std::holds_alternative<ScriptedLayer>(b);
    return scripted ? signatureOf(a) == signatureOf(b) : a == b;
}

// Returns "block" for "block 7" and "layer1" for "layer1.2"; the whole name if nothing would be left.
std::string stem(const std::string& name)
{
    auto end = name.find_last_not_of("0123456789");
    end = end == std::string::npos ? end : name.find_last_not_of(" ._-", end);
    return end == std::string::npos ? name : name.substr(0, end + 1);
}

}

Result<ModelSummary> summarize(const Model& model, std::int64_t micro_batch, std::int64_t sequence)
{
    const auto boundaries = boundaryShapes(model, micro_batch, sequence);
    if (!boundaries) {
        return failure(boundaries.error());
    }
    if (const auto countable = requireTotals(model, *boundaries, micro_batch); !countable) {
        return failure(countable.error());
    }
    ModelSummary summary;
    summary.micro_batch = micro_batch;
    summary.sequence = sequence;
    summary.parameters = parameterCount(model);
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        const LayerSpec& spec = model.layers[i].spec;
        LayerSummary layer;
        layer.parameters = parameterCount(spec);
        if (const auto* program = std::get_if<Program>(&spec)) {
            layer.forward = forwardFlops(*program, (*boundaries)[i]);
            layer.output = Bytes(elementCount((*boundaries)[i + 1]) * bytesPerNumber);
            summary.forward = summary.forward.value_or(Flops(0)) + *layer.forward;
        } else if (const auto* row = std::get_if<TableRow>(&spec)) {
            layer.output = row->output * micro_batch;
        } else {
            layer.output = Bytes(elementCount((*boundaries)[i + 1]) * bytesPerNumber);
        }
        summary.output += layer.output;
        summary.layers.push_back(layer);
    }
    return summary;
}

std::vector<LayerGroup> equalNeighbors(const Model& model, const ModelSummary& summary)
{
    std::vector<LayerGroup> groups;
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        const bool same = i > 0 && sameLayer(model.layers[i].spec, model.layers[i - 1].spec)
            && summary.layers[i] == summary.layers[i - 1];
        if (same) {
            ++groups.back().count;
        } else {
            groups.push_back({static_cast<int>(i), 1});
        }
    }
    return groups;
}

std::string sharedName(const Model& model, const std::vector<int>& layers)
{
    const auto name = [&](int layer) { return model.layers[static_cast<std::size_t>(layer)].name; };
    const std::string first = name(layers.front());
    for (const auto shorten : {stem, mask}) {
        const std::string common = shorten(first);
        if (layers.size() > 1
            && std::all_of(layers.begin(), layers.end(), [&](int layer) { return shorten(name(layer)) == common; })) {
            return common;
        }
    }
    return first;
}

std::string groupName(const Model& model, const LayerGroup& group)
{
    const std::string& first = model.layers[static_cast<std::size_t>(group.first)].name;
    return group.count == 1 ? first : first + " .. " + model.layers[static_cast<std::size_t>(group.last())].name;
}

}
