// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/layercost.h"
#include "core/cost/prior/roofline.h"
#include "core/hardware/cluster.h"

#include <optional>

namespace stagecraft {

// Returns a layer's costs from analytic formulas alone (layerPrior()), on a device of type `device`. Times follow its
// Roofline; `probe` (of a device of this type; may be null) makes it more accurate. The spread of a time is half of it,
// or 0.3 of it if kernel tables apply. Basis: analytic. `expert_capacity`: see layerPrior(). Errors: those of
// layerPrior().
Result<LayerCost> analyticCost(const ProfilePoint& point, const DeviceType& device, const DeviceProbe* probe = nullptr,
                               double expert_capacity = 1);

// Returns `cost` with times by formulas, and bounds of its bytes no wider than those of formulas alone: analyticCost(),
// or for TorchScript layers the work that their file states. Empty if neither is available.
std::optional<LayerCost> timedByFormulas(LayerCost cost, const ProfilePoint& point, const DeviceType& device,
                                         const DeviceProbe* probe = nullptr);

}
