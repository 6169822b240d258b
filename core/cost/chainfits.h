// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/conformal.h"
#include "core/cost/measuredlayers.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// Fits of the layers of a chain for one set of run options.
struct ChainFits {
    std::vector<ProfilePoint> points; // one sample each
    std::vector<std::string> lines; // line key of each point
    std::vector<std::size_t> identical; // [layer]: index of the first layer with the same line key
    std::vector<std::vector<std::optional<LayerFit>>> devices; // [device][layer]; empty if not measured
    std::vector<std::vector<std::vector<const Measurement*>>> measured; // [device][layer]: measurements behind each fit

    // Returns the cost that a device's fit predicts for a layer at `point`, with bounds. The fit must cover the point.
    LayerCost cost(std::size_t device, std::size_t layer, const ProfilePoint& point) const;

private:
    // Returns the leave-one-out error of a device's fits; computed on first use. Safe from any thread.
    const ConformalBand& band(std::size_t device) const;

    mutable std::mutex m_mutex;
    mutable std::map<std::size_t, ConformalBand> m_bands; // by device
};

// Returns the scale of a point at another micro-batch size.
Extent scaleOf(const ProfilePoint& point, std::int64_t micro_batch);

}
