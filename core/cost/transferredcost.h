// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/layercost.h"
#include "core/hardware/cluster.h"
#include "core/profile/deviceprobe.h"

namespace stagecraft {

// Point and device at which a layer's costs were measured or are requested.
struct CostContext {
    ProfilePoint point;
    DeviceType device;
    const DeviceProbe* probe = nullptr; // probe of a device of this type; null if there is none
};

// Half-width of the bounds of bytes that were transferred to another scale, relative. The worst whole step predicted
// from a single scale was 26 % off (docs/validation/layers.md, T5 with one head).
inline constexpr double transferredScaleWidth = 0.26;

// Predicts a layer's cost in one context from measurements in another: each quantity grows as in the analytic formulas
// (analyticCost()), so that whatever they omit grows in proportion. Times between devices of one kind scale by the
// ratio of their rooflines, separately for forward and backward, with a common efficiency curve if only one device was
// probed (comparableProbes()). If the rooflines are unknown, and between kinds, times are analytic. Basis: scaled.
// Errors: those of analyticCost().
Result<LayerCost> transferredCost(const LayerCost& measured, const CostContext& from, const CostContext& to);

}
