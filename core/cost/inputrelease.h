// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"

namespace stagecraft {

// Lowers the backward peaks of the layers whose input nobody else holds: the graph of the layer before does not save
// it. Layers were measured with an input that somebody held. To be called once for a chain.
void applyInputRelease(ChainCosts& chain);

}
