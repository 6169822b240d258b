// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/layerfit.h"

#include <optional>
#include <vector>

namespace stagecraft {

// Predicts a layer's cost at a scale from a fit of all measurements except the one at that scale. `measured`: one
// device's measurements of the layer, each at a different scale. Empty if the others do not cover the scale. Fits anew
// on each call: not for the GUI thread.
std::optional<LayerCost> costFromOthers(const std::vector<const Measurement*>& measured, const Extent& scale);

}
