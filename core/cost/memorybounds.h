// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"

namespace stagecraft {

// Half-width of the bounds of the bytes that a layer's passes allocate, relative. 0 where a table defines them.
double memoryHalfWidth(const ChainCosts& costs, const LayerCost& layer);

// Whether any of the chain's bytes have bounds.
bool hasMemoryBounds(const ChainCosts& costs);

// The chain with each layer's bytes at their upper bound: what its passes and its update allocate is larger by the
// layer's own half-width. Parameters, buffers, gradients, the optimizer's state and boundaries follow from shapes by
// arithmetic and stay as they are. (A layer's own gradients count as part of its backward peak, so that the bound of
// that peak covers them, too.) A ledger of this chain is an upper bound of the same ledger of `costs`, at every moment.
// Without traces: these are of the predicted bytes. O(layers); no errors; safe from any thread.
ChainCosts upperBoundOf(const ChainCosts& costs);

}
