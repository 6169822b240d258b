// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/costmodel.h"

#include "core/model/parameters.h"

#include <algorithm>
#include <map>

namespace stagecraft {

namespace {

constexpr std::int64_t bytesPerParameter = 4; // fp32

ProfilePoint pointAt(const LayerSpec& spec, const Workload& workload, std::int64_t micro_batch)
{
    return {spec, micro_batch, workload.sequence, 1, workload.precision, workload.attention, workload.optimizer};
}

std::string identity(const MeasuredDevice& device)
{
    return device.name + ", " + device.software
        + (device.threads > 0 ? ", " + std::to_string(device.threads) + " threads" : "");
}

LayerCost costOf(const Measurement& measurement)
{
    LayerCost cost;
    cost.memory = measurement.memory;
    cost.shared_parameters = Bytes(sharedParameterCount(measurement.point.spec) * bytesPerParameter);
    cost.forward = measurement.forward;
    cost.backward = measurement.backward;
    cost.optimizer = measurement.optimizer;
    if (measurement.allocated_peak > Bytes(0)) {
        cost.reserved_ratio = std::max(1.0, measurement.reserved_peak / measurement.allocated_peak);
    }
    return cost;
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
         {&LayerMemory::saved, &LayerMemory::input, &LayerMemory::output, &LayerMemory::input_gradient,
          &LayerMemory::forward_peak, &LayerMemory::backward_peak, &LayerMemory::accumulate_peak,
          &LayerMemory::owned_backward_peak, &LayerMemory::owned_accumulate_peak}) {
        cost.memory.*part = line(first.memory.*part, second.memory.*part);
    }
    cost.forward = line(first.forward, second.forward);
    cost.backward = line(first.backward, second.backward);
    cost.reserved_ratio = std::max(first.reserved_ratio, second.reserved_ratio);
    cost.basis = Basis::Scaled;
    return cost;
}

using ByPoint = std::map<std::string, LayerCost>; // of one device

// The micro-batches at which a layer was measured, ascending.
std::vector<std::int64_t> measuredMicroBatches(const Layer& layer, const Workload& workload,
                                               const std::vector<Measurement>& measurements, const ByPoint& costs)
{
    std::vector<std::int64_t> found;
    for (const Measurement& m : measurements) {
        const std::string key = pointKey(pointAt(layer.spec, workload, m.point.micro_batch));
        if (pointKey(m.point) == key && costs.contains(key)) {
            found.push_back(m.point.micro_batch);
        }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

std::optional<LayerCost> layerCost(const Layer& layer, const Workload& workload, std::int64_t micro_batch,
                                   const std::vector<Measurement>& measurements, const ByPoint& costs)
{
    const auto key = [&](std::int64_t b) { return pointKey(pointAt(layer.spec, workload, b)); };
    if (const auto exact = costs.find(key(micro_batch)); exact != costs.end()) {
        return exact->second;
    }
    const auto measured = measuredMicroBatches(layer, workload, measurements, costs);
    if (measured.size() < 2) {
        return std::nullopt;
    }
    // The two neighbours; beyond the range the two at its end.
    const auto above = std::lower_bound(measured.begin(), measured.end(), micro_batch);
    const auto second = std::clamp(above - measured.begin(), std::ptrdiff_t(1), std::ptrdiff_t(measured.size()) - 1);
    const std::int64_t low = measured[static_cast<std::size_t>(second) - 1];
    const std::int64_t high = measured[static_cast<std::size_t>(second)];
    LayerCost cost = onLine(costs.at(key(low)), costs.at(key(high)), Line(low, high, micro_batch));
    cost.extrapolated = micro_batch < low || micro_batch > high;
    return cost;
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
        cost.memory.gradients = Bytes(row.parameters * bytesPerParameter);
        cost.forward.median = row.forward;
        cost.backward.median = row.backward;
        cost.basis = Basis::Given;
        chain.layers.push_back(cost);
        chain.table.push_back(row);
    }
    return chain;
}

}

CostModel::CostModel(Model model, Workload workload, std::vector<Measurement> measurements)
    : m_model(std::move(model)), m_workload(std::move(workload)), m_measurements(std::move(measurements))
{
    std::erase_if(m_measurements, [](const Measurement& m) { return m.status != MeasurementStatus::Done; });
}

Result<ChainCosts> CostModel::chain(std::int64_t micro_batch, DeviceKind kind) const
{
    if (hasGivenCosts(m_model)) {
        return tableCosts(m_model, m_workload, micro_batch);
    }
    std::map<std::string, ByPoint> devices;
    std::string elsewhere;
    for (const Measurement& m : m_measurements) {
        if (m.device.kind == kind) {
            devices[identity(m.device)][pointKey(m.point)] = costOf(m);
        } else {
            elsewhere = identity(m.device);
        }
    }
    // Of several devices the one that answers with the most measured layers; the name breaks ties, to be deterministic.
    std::optional<ChainCosts> best;
    std::ptrdiff_t best_measured = -1;
    const Layer* missing = nullptr;
    for (const auto& [name, costs] : devices) {
        ChainCosts chain;
        chain.optimizer = m_workload.optimizer;
        chain.device = name;
        std::ptrdiff_t measured = 0;
        for (const Layer& layer : m_model.layers) {
            const auto cost = layerCost(layer, m_workload, micro_batch, m_measurements, costs);
            if (!cost) {
                missing = &layer;
                break;
            }
            measured += cost->basis == Basis::Measured ? 1 : 0;
            chain.basis = weaker(chain.basis, cost->basis);
            chain.extrapolated = chain.extrapolated || cost->extrapolated;
            chain.layers.push_back(*cost);
        }
        if (chain.layers.size() == m_model.layers.size() && measured > best_measured) {
            best = std::move(chain);
            best_measured = measured;
        }
    }
    if (best) {
        return *best;
    }
    if (devices.empty() && !elsewhere.empty()) {
        return failure(ErrorCode::MeasuredElsewhere, {elsewhere, std::string(nameOf(kind)) + " devices"});
    }
    const std::string name = missing != nullptr ? "layer \"" + missing->name + "\" of " + m_model.name : m_model.name;
    return failure(ErrorCode::NotMeasured,
                   {name, micro_batch, m_workload.sequence,
                    "stagecraft-cli profile " + m_model.source + " --micro-batch " + std::to_string(micro_batch)
                        + " --sequence " + std::to_string(m_workload.sequence)});
}

}
