// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/measuredlayers.h"

#include "core/words/estimate.h"

#include <algorithm>

namespace stagecraft {

MeasuredLayers::MeasuredLayers(const MeasuredDevice& device) : m_device(device) {}

Message MeasuredLayers::name() const
{
    Message name = m_device.isDry() ? say(words::estimate::dry_device, m_device.name, m_device.software)
                                    : say(words::estimate::measured_device, m_device.name, m_device.software);
    return m_device.threads > 0 ? say(words::estimate::with_threads, std::move(name), m_device.threads) : name;
}

std::string MeasuredLayers::key() const
{
    return m_device.name + (m_device.isDry() ? " (dry)," : ",") + m_device.software
        + (m_device.threads > 0 ? "," + std::to_string(m_device.threads) : "");
}

void MeasuredLayers::add(const Measurement& measurement)
{
    const ProfilePoint& point = measurement.point;
    if (measurement.status == MeasurementStatus::Failed || point.isCheck()) {
        return;
    }
    const std::string line = lineKey(point);
    if (measurement.status == MeasurementStatus::OutOfMemory) {
        m_full[line].insert(point.micro_batch);
        return;
    }
    const auto [at, first] = m_lines[line].try_emplace(point.micro_batch, measurement);
    if (!first && measurement.measured_at >= at->second.measured_at) {
        at->second = measurement;
    }
    m_sequences.insert(point.sequence);
    m_degrees.insert(point.sharding.tensor);
}

std::vector<std::vector<const Measurement*>> MeasuredLayers::measured(const Model& model, const Workload& workload,
                                                                      const LayerRunOptions& run_options,
                                                                      const std::vector<ProfilePoint>& points) const
{
    std::vector<std::vector<const Measurement*>> measured(points.size());
    const auto collect = [&](const std::vector<ProfilePoint>& chain) {
        for (std::size_t l = 0; l < chain.size(); ++l) {
            if (const auto line = m_lines.find(lineKey(chain[l])); line != m_lines.end()) {
                for (const auto& [micro_batch, measurement] : line->second) {
                    measured[l].push_back(&measurement);
                }
            }
        }
    };
    collect(points);
    for (const std::int64_t sequence : m_sequences) {
        for (const int degree : m_degrees) {
            if (sequence == workload.sequence && degree == run_options.sharding.tensor) {
                continue;
            }
            Workload other = workload;
            other.sequence = sequence;
            LayerRunOptions share = run_options;
            share.sharding.tensor = degree;
            if (const auto chain = chainPoints(model, other, 1, share)) {
                collect(*chain);
            }
        }
    }
    return measured;
}

std::vector<std::optional<LayerFit>> fitsOf(const std::vector<std::vector<const Measurement*>>& measured)
{
    // Equal layers share a fit.
    std::map<std::vector<const Measurement*>, LayerFit> known;
    std::vector<std::optional<LayerFit>> fits;
    for (const auto& own : measured) {
        if (own.empty()) {
            fits.emplace_back();
            continue;
        }
        auto fit = known.find(own);
        if (fit == known.end()) {
            fit = known.emplace(own, LayerFit(own)).first;
        }
        fits.emplace_back(fit->second);
    }
    return fits;
}

std::optional<std::int64_t> MeasuredLayers::full(const std::string& line) const
{
    const auto found = m_full.find(line);
    if (found == m_full.end()) {
        return std::nullopt;
    }
    const auto measured = m_lines.find(line);
    const auto least =
        measured == m_lines.end() ? found->second.begin() : found->second.upper_bound(measured->second.rbegin()->first);
    return least == found->second.end() ? std::nullopt : std::optional(*least);
}

}
