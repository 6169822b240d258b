// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/layerfit.h"

#include <optional>
#include <vector>

namespace stagecraft {

// What a fit of all other measurements of a layer says at a scale: at one that was measured too, as if it had not been.
// `measured`: what one device measured of the layer, each at a scale of its own. Nothing where the others do not tell
// how the layer grows to there. A new fit each time: not for the window's thread.
std::optional<LayerCost> costFromOthers(const std::vector<const Measurement*>& measured, const Extent& scale);

}
