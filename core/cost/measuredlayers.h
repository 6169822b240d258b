// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/layerfit.h"
#include "core/problem/problem.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace stagecraft {

// Single layers that one device measured.
class MeasuredLayers {
public:
    explicit MeasuredLayers(const MeasuredDevice& device);

    // Checks and what failed are left out; of two measurements of a point, of two drivers perhaps, the newest counts.
    void add(const Measurement& measurement);

    // The device for people, and what orders and tells apart devices.
    Message name() const;
    std::string key() const;
    const MeasuredDevice& device() const { return m_device; }
    DeviceKind kind() const { return m_device.kind; }

    // What was measured of each layer of the chain at any micro-batch, sequence and tensor degree, everything else
    // being as `workload` and `run_options` say; valid as long as this. `points`: those of the chain at the workload's
    // own sequence.
    std::vector<std::vector<const Measurement*>> measured(const Model& model, const Workload& workload,
                                                          const LayerRunOptions& run_options,
                                                          const std::vector<ProfilePoint>& points) const;

    // The least micro-batch at which a line (lineKey()) ran out of memory, among those beyond what was measured of it.
    std::optional<std::int64_t> full(const std::string& line) const;

private:
    MeasuredDevice m_device;
    std::map<std::string, std::map<std::int64_t, Measurement>> m_lines; // by line, then by micro-batch
    std::map<std::string, std::set<std::int64_t>> m_full; // micro-batches that ran out of memory, by line
    std::set<std::int64_t> m_sequences;
    std::set<int> m_degrees; // of tensor parallelism
};

// A fit for each layer; nothing for those of which nothing was measured.
std::vector<std::optional<LayerFit>> fitsOf(const std::vector<std::vector<const Measurement*>>& measured);

}
