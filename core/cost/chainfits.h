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

// What is known of a chain's layers when they are run one way.
struct ChainFits {
    std::vector<ProfilePoint> points; // of one sample
    std::vector<std::string> lines; // of these
    std::vector<std::size_t> identical; // for each the first that is equal
    std::vector<std::vector<std::optional<LayerFit>>> devices; // by device, then by layer
    std::vector<std::vector<std::vector<const Measurement*>>> measured; // what they were made of

    // What a device's fit of a layer says at a point of it, which it must cover, with bounds.
    LayerCost cost(std::size_t device, std::size_t layer, const ProfilePoint& point) const;

private:
    // How far a device's fits are off what they have not seen; made when it is first asked for. Safe from any thread.
    const ConformalBand& band(std::size_t device) const;

    mutable std::mutex m_mutex;
    mutable std::map<std::size_t, ConformalBand> m_bands; // by device
};

// Where a layer is asked.
Extent scaleOf(const ProfilePoint& point, std::int64_t micro_batch);

}
