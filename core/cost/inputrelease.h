// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"

namespace stagecraft {

// Lowers the backward peaks of layers whose input only their own graph references: the graph of the previous layer does
// not save it. Layers were measured with an input that the caller kept alive. Call once per chain.
void applyInputRelease(ChainCosts& chain);

}
