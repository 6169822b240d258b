// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/costmodel.h"

#include "core/base/format.h"
#include "core/model/parameters.h"

#include <algorithm>
#include <iterator>

namespace stagecraft {

namespace {

constexpr std::int64_t bytesPerTableParameter = 4; // layer tables are of fp32

std::string identity(const MeasuredDevice& device)
{
    return device.name + ", " + device.software
        + (device.threads > 0 ? ", " + std::to_string(device.threads) + " threads" : "");
}

// The line through two measured micro-batches, never below zero.
class Line {
public:
    Line(std::int64_t first, std::int64_t second, std::int64_t at)
        : m_weight(static_cast<double>(at - first) / static_cast<double>(second - first))
    {
    }

    Bytes operator()(Bytes first, Bytes second) const
    {
        return Bytes(std::max<std::int64_t>(0, scaled(second - first, m_weight).value + first.value));
    }
    Timing operator()(const Timing& first, const Timing& second) const
    {
        return {(*this)(first.median, second.median), (*this)(first.spread, second.spread)};
    }

private:
    Seconds operator()(Seconds first, Seconds second) const
    {
        return Seconds(std::max(0.0, first.value + (second - first).value * m_weight));
    }

    double m_weight;
};

LayerCost onLine(const LayerCost& first, const LayerCost& second, const Line& line)
{
    LayerCost cost = second;
    for (const auto part :
         {&LayerMemory::saved, &LayerMemory::cached, &LayerMemory::context, &LayerMemory::input, &LayerMemory::output,
          &LayerMemory::input_gradient, &LayerMemory::forward_peak, &LayerMemory::backward_peak,
          &LayerMemory::accumulate_peak, &LayerMemory::owned_backward_peak, &LayerMemory::owned_accumulate_peak}) {
        cost.memory.*part = line(first.memory.*part, second.memory.*part);
    }
    for (const auto list : {&LayerMemory::inputs, &LayerMemory::outputs}) {
        const auto& from = first.memory.*list;
        auto& to = cost.memory.*list;
        for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
            to[i].bytes = line(from[i].bytes, to[i].bytes);
            to[i].gradient = line(from[i].gradient, to[i].gradient);
        }
    }
    cost.forward = line(first.forward, second.forward);
    cost.backward = line(first.backward, second.backward);
    cost.reserved_ratio = std::max(first.reserved_ratio, second.reserved_ratio);
    cost.basis = Basis::Scaled;
    return cost;
}

// At the measured micro-batch; else on the line through the two neighbours, beyond the range the two at its end.
std::optional<LayerCost> costAt(const std::map<std::int64_t, LayerCost>& measured, std::int64_t micro_batch)
{
    if (const auto exact = measured.find(micro_batch); exact != measured.end()) {
        return exact->second;
    }
    if (measured.size() < 2) {
        return std::nullopt;
    }
    auto high = measured.upper_bound(micro_batch);
    high = high == measured.end() ? std::prev(high) : high == measured.begin() ? std::next(high) : high;
    const auto low = std::prev(high);
    LayerCost cost = onLine(low->second, high->second, Line(low->first, high->first, micro_batch));
    cost.extrapolated = micro_batch < low->first || micro_batch > high->first;
    return cost;
}

// The model as the command line has it.
std::string modelOption(const Model& model)
{
    const auto script = scriptOf(model);
    return shellWord(model.source)
        + (script ? " --trust --input " + shellWord(exampleInputText(script->input)) : std::string());
}

// What the command line has to say besides micro-batch and sequence.
std::string optionsOf(const Workload& workload, const LayerWay& way)
{
    const Workload usual;
    std::string options;
    const auto add = [&](bool wanted, const char* option, std::string_view value) {
        options += wanted ? " --" + std::string(option) + " " + shellWord(std::string(value)) : "";
    };
    add(workload.precision != usual.precision, "precision", nameOf(workload.precision));
    add(workload.optimizer != usual.optimizer, "optimizer", nameOf(workload.optimizer));
    add(workload.attention != usual.attention, "attention", nameOf(workload.attention));
    add(workload.trainable != usual.trainable, "trainable", trainableText(workload.trainable));
    add(workload.dropout != usual.dropout, "dropout", nameOf(workload.dropout));
    add(way.sharding.tensor > 1, "tensor", std::to_string(way.sharding.tensor));
    add(way.sharding.expert > 1, "expert", std::to_string(way.sharding.expert));
    options += way.sharding.sequence ? " --sequence-parallel" : "";
    return options + (way.recompute ? " --recompute" : "");
}

ChainCosts tableCosts(const Model& model, const Workload& workload, std::int64_t micro_batch)
{
    ChainCosts chain;
    chain.optimizer = workload.optimizer;
    chain.basis = Basis::Given;
    chain.device = "the layer table";
    const auto factor = static_cast<double>(micro_batch);
    for (const Layer& layer : model.layers) {
        TableRow row = std::get<TableRow>(layer.spec);
        row.saved = row.saved * micro_batch;
        row.transient = row.transient * micro_batch;
        row.output = row.output * micro_batch;
        row.forward = row.forward * factor;
        row.backward = row.backward * factor;
        LayerCost cost;
        cost.memory.output = row.output;
        cost.memory.gradients = Bytes(row.parameters * bytesPerTableParameter);
        cost.forward.median = row.forward;
        cost.backward.median = row.backward;
        cost.basis = Basis::Given;
        chain.layers.push_back(cost);
        chain.table.push_back(row);
    }
    return chain;
}

}

LayerCost costOf(const Measurement& measurement)
{
    LayerCost cost;
    cost.memory = measurement.memory;
    const ProfilePoint& point = measurement.point;
    const std::int64_t each = bytesOf(parameterType(point.precision));
    const LayerSpec shard = shardAt(point).value_or(point.spec);
    cost.shared_parameters = Bytes(sharedParameterCount(shard) * each);
    cost.shared_gradients = Bytes(sharedTrainableCount(shard) * each);
    cost.forward = measurement.forward;
    cost.backward = measurement.backward;
    cost.optimizer = measurement.optimizer;
    if (measurement.allocated_peak > Bytes(0)) {
        cost.reserved_ratio = std::max(1.0, measurement.reserved_peak / measurement.allocated_peak);
    }
    return cost;
}

CostModel::CostModel(Model model, Workload workload, const std::vector<Measurement>& measurements)
    : m_model(std::move(model)), m_workload(workload)
{
    if (hasGivenCosts(m_model)) {
        return;
    }
    m_keys = keysOf({});
    if (!m_keys) {
        return;
    }
    std::map<std::string, DeviceCosts> devices; // the order by name makes the choice between them deterministic
    for (const Measurement& m : measurements) {
        if (m.status == MeasurementStatus::Failed || m.point.isCheck()) {
            continue;
        }
        DeviceCosts& device = devices[identity(m.device)];
        device.name = identity(m.device);
        device.kind = m.device.kind;
        if (m.status == MeasurementStatus::Done) {
            device.layers[lineKey(m.point)][m.point.micro_batch] = costOf(m);
        } else {
            const auto [least, first] = device.full.emplace(lineKey(m.point), m.point.micro_batch);
            least->second = std::min(least->second, m.point.micro_batch);
        }
    }
    for (auto& [name, device] : devices) {
        m_devices.push_back(std::move(device));
    }
}

Result<std::vector<std::string>> CostModel::keysOf(LayerWay way) const
{
    const auto points = chainPoints(m_model, m_workload, 0, way);
    if (!points) {
        return failure(points.error());
    }
    std::vector<std::string> keys;
    for (const ProfilePoint& point : *points) {
        keys.push_back(lineKey(point));
    }
    return keys;
}

Result<ChainCosts> CostModel::chain(std::int64_t micro_batch, DeviceKind kind, LayerWay way) const
{
    if (hasGivenCosts(m_model)) {
        return tableCosts(m_model, m_workload, micro_batch);
    }
    const auto keys = way == LayerWay {} ? m_keys : keysOf(way);
    if (!keys) {
        return failure(keys.error());
    }
    // Of several devices the one that answers with the most measured layers.
    std::optional<ChainCosts> best;
    std::ptrdiff_t best_measured = -1;
    const Layer* missing = nullptr; // not measured on some device
    const Layer* too_large = nullptr; // tried in vain
    std::string full; // on this device
    bool any = false;
    std::string elsewhere;
    for (const DeviceCosts& device : m_devices) {
        if (device.kind != kind) {
            elsewhere = device.name;
            continue;
        }
        any = true;
        ChainCosts chain;
        chain.optimizer = m_workload.optimizer;
        chain.precision = m_workload.precision;
        chain.device = device.name;
        std::ptrdiff_t measured = 0;
        for (std::size_t l = 0; l < keys->size(); ++l) {
            const auto found = device.layers.find((*keys)[l]);
            const auto cost = found == device.layers.end() ? std::nullopt : costAt(found->second, micro_batch);
            if (!cost) {
                const auto least = device.full.find((*keys)[l]);
                const bool tried = least != device.full.end() && micro_batch >= least->second;
                (tried ? too_large : missing) = &m_model.layers[l];
                full = tried ? device.name : full;
                break;
            }
            measured += cost->basis == Basis::Measured ? 1 : 0;
            chain.basis = weaker(chain.basis, cost->basis);
            chain.extrapolated = chain.extrapolated || cost->extrapolated;
            chain.layers.push_back(*cost);
        }
        if (chain.layers.size() == keys->size() && measured > best_measured) {
            best = std::move(chain);
            best_measured = measured;
        }
    }
    if (best) {
        return *best;
    }
    if (!any && !elsewhere.empty()) {
        return failure(ErrorCode::MeasuredElsewhere, {elsewhere, std::string(nameOf(kind)) + " devices"});
    }
    const auto named = [this](const Layer& layer) { return "layer \"" + layer.name + "\" of " + m_model.name; };
    const std::string command = "stagecraft-cli profile " + modelOption(m_model) + " --micro-batch "
        + std::to_string(micro_batch) + " --sequence " + std::to_string(m_workload.sequence)
        + optionsOf(m_workload, way);
    if (too_large != nullptr && missing == nullptr) {
        return failure(ErrorCode::LayerTooLarge,
                       {named(*too_large), full, micro_batch, m_workload.sequence, command + " --retry"});
    }
    return failure(ErrorCode::NotMeasured,
                   {missing != nullptr ? named(*missing) : m_model.name, micro_batch, m_workload.sequence, command});
}

std::optional<LayerCost> CostModel::layer(int index, std::int64_t micro_batch, DeviceKind kind) const
{
    if (!m_keys || index < 0 || static_cast<std::size_t>(index) >= m_keys->size()) {
        return std::nullopt;
    }
    for (const DeviceCosts& device : m_devices) {
        const auto found = device.layers.find((*m_keys)[static_cast<std::size_t>(index)]);
        if (device.kind == kind && found != device.layers.end()) {
            return costAt(found->second, micro_batch);
        }
    }
    return std::nullopt;
}

}
