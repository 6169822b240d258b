// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/layercost.h"
#include "core/cost/prior/roofline.h"
#include "core/hardware/cluster.h"

#include <optional>

namespace stagecraft {

// A layer's costs by formulas alone (layerPrior()), on a device of this type. Times: by its Roofline, which `probe`
// (of such a device; may be null) makes more certain. Their spread says how little is known: half of the time, of
// tables 0.3 of it. Basis: analytic. `expert_capacity`: that of layerPrior(). Errors: those of layerPrior().
Result<LayerCost> analyticCost(const ProfilePoint& point, const DeviceType& device, const DeviceProbe* probe = nullptr,
                               double expert_capacity = 1);

// A cost with the times of formulas instead of its own, and bounds of its bytes that are no wider than those of
// formulas alone: those of analyticCost(), of TorchScript layers the times of the work that their file tells. Nothing
// where neither is known.
std::optional<LayerCost> timedByFormulas(LayerCost cost, const ProfilePoint& point, const DeviceType& device,
                                         const DeviceProbe* probe = nullptr);

}
