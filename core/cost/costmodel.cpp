// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/costmodel.h"

#include "core/base/format.h"
#include "core/model/parameters.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace stagecraft {

namespace {

constexpr std::int64_t bytesPerParameter = 4; // fp32

// What makes two measurements differ in their micro-batch only.
std::string lineKey(ProfilePoint point)
{
    point.micro_batch = 0;
    return pointKey(point);
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
         {&LayerMemory::saved, &LayerMemory::context, &LayerMemory::input, &LayerMemory::output,
          &LayerMemory::input_gradient, &LayerMemory::forward_peak, &LayerMemory::backward_peak,
          &LayerMemory::accumulate_peak, &LayerMemory::owned_backward_peak, &LayerMemory::owned_accumulate_peak}) {
        cost.memory.*part = line(first.memory.*part, second.memory.*part);
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

CostModel::CostModel(Model model, Workload workload, const std::vector<Measurement>& measurements)
    : m_model(std::move(model)), m_workload(workload)
{
    if (hasGivenCosts(m_model)) {
        return;
    }
    const auto points = chainPoints(m_model, m_workload, 0);
    if (!points) {
        m_error = points.error();
        return;
    }
    for (const ProfilePoint& point : *points) {
        m_keys.push_back(lineKey(point));
    }
    const std::set<std::string> wanted(m_keys.begin(), m_keys.end());
    std::map<std::string, DeviceCosts> devices; // the order by name makes the choice between them deterministic
    for (const Measurement& m : measurements) {
        if (m.status != MeasurementStatus::Done) {
            continue;
        }
        DeviceCosts& device = devices[identity(m.device)];
        device.name = identity(m.device);
        device.kind = m.device.kind;
        if (const std::string key = lineKey(m.point); wanted.contains(key)) {
            device.layers[key][m.point.micro_batch] = costOf(m);
        }
    }
    for (auto& [name, device] : devices) {
        m_devices.push_back(std::move(device));
    }
}

Result<ChainCosts> CostModel::chain(std::int64_t micro_batch, DeviceKind kind) const
{
    if (hasGivenCosts(m_model)) {
        return tableCosts(m_model, m_workload, micro_batch);
    }
    if (m_error) {
        return failure(*m_error);
    }
    // Of several devices the one that answers with the most measured layers.
    std::optional<ChainCosts> best;
    std::ptrdiff_t best_measured = -1;
    const Layer* missing = nullptr;
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
        chain.device = device.name;
        std::ptrdiff_t measured = 0;
        for (std::size_t l = 0; l < m_keys.size(); ++l) {
            const auto found = device.layers.find(m_keys[l]);
            const auto cost = found == device.layers.end() ? std::nullopt : costAt(found->second, micro_batch);
            if (!cost) {
                missing = &m_model.layers[l];
                break;
            }
            measured += cost->basis == Basis::Measured ? 1 : 0;
            chain.basis = weaker(chain.basis, cost->basis);
            chain.extrapolated = chain.extrapolated || cost->extrapolated;
            chain.layers.push_back(*cost);
        }
        if (chain.layers.size() == m_keys.size() && measured > best_measured) {
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
    const std::string name = missing != nullptr ? "layer \"" + missing->name + "\" of " + m_model.name : m_model.name;
    return failure(ErrorCode::NotMeasured,
                   {name, micro_batch, m_workload.sequence,
                    "stagecraft-cli profile " + shellWord(m_model.source) + " --micro-batch "
                        + std::to_string(micro_batch) + " --sequence " + std::to_string(m_workload.sequence)});
}

}
