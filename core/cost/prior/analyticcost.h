// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/layercost.h"
#include "core/hardware/cluster.h"

namespace stagecraft {

// A layer's costs by formulas alone (layerPrior()), on a device of this type. Times: the larger of arithmetic at a
// share of the device's peak and of memory traffic at its bandwidth, and a start for each operation; a backward pass
// does twice the forward's work. Their spread says how little is known: half of the time. Basis: analytic. Errors:
// those of layerPrior().
Result<LayerCost> analyticCost(const ProfilePoint& point, const DeviceType& device);

}
