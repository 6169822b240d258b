// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/layercost.h"
#include "core/hardware/cluster.h"
#include "core/profile/deviceprobe.h"

namespace stagecraft {

// Where a layer's costs were measured or are asked.
struct CostContext {
    ProfilePoint point;
    DeviceType device;
    const DeviceProbe* probe = nullptr; // of such a device, where there is one
};

// Half-width, relative, of the bounds of bytes that were carried to another scale. The worst whole step predicted from
// a single scale was 26 % off (docs/validation/layers.md, T5 with one head).
inline constexpr double transferredScaleWidth = 0.26;

// What a layer measured at one standpoint costs at another: each quantity grows as the formulas' (analyticCost()), so
// that what they leave out is in proportion. Times between devices of one kind: by the ratio of their rooflines,
// forward and backward apart, with one efficiency curve for both where one alone was probed (comparableProbes()); where
// these are not known, and between kinds, the formulas' own. Basis: scaled. Errors:
// those of analyticCost().
Result<LayerCost> transferredCost(const LayerCost& measured, const CostContext& from, const CostContext& to);

}
