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

// Measurements of single layers on one device.
class MeasuredLayers {
public:
    explicit MeasuredLayers(const MeasuredDevice& device);

    // Adds a measurement. Checks and failed measurements are ignored; of two measurements of a point, such as with two
    // drivers, the newest counts.
    void add(const Measurement& measurement);

    // Name of the device for display, and the key that orders and distinguishes devices.
    Message name() const;
    std::string key() const;
    const MeasuredDevice& device() const { return m_device; }
    DeviceKind kind() const { return m_device.kind; }

    // Returns the measurements of each layer of the chain at any micro-batch size, sequence length and tensor-parallel
    // size, with everything else equal to `workload` and `run_options`. Valid as long as this object. `points`: the
    // chain's points at the workload's sequence length.
    std::vector<std::vector<const Measurement*>> measured(const Model& model, const Workload& workload,
                                                          const LayerRunOptions& run_options,
                                                          const std::vector<ProfilePoint>& points) const;

    // Returns the smallest micro-batch size at which a line (lineKey()) ran out of memory, above the largest one
    // measured.
    std::optional<std::int64_t> full(const std::string& line) const;

private:
    MeasuredDevice m_device;
    std::map<std::string, std::map<std::int64_t, Measurement>> m_lines; // [line key][micro-batch size]
    std::map<std::string, std::set<std::int64_t>> m_full; // micro-batch sizes that ran out of memory, by line key
    std::set<std::int64_t> m_sequences;
    std::set<int> m_degrees; // tensor-parallel sizes
};

// Returns a fit for each layer; empty for layers without measurements.
std::vector<std::optional<LayerFit>> fitsOf(const std::vector<std::vector<const Measurement*>>& measured);

}
