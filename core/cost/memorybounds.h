// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"

namespace stagecraft {

// Half-width of the bounds of the bytes that a layer's passes allocate, relative. 0 if a table defines them.
double memoryHalfWidth(const ChainCosts& costs, const LayerCost& layer);

// True if any of the chain's bytes have bounds.
bool hasMemoryBounds(const ChainCosts& costs);

// Returns the chain with each layer's bytes at their upper bound: allocations of passes and optimizer step grow by the
// layer's half-width. Parameters, buffers, gradients, optimizer state and boundary tensors follow from shapes and are
// unchanged. (A layer's gradients are part of its backward peak, so the bound of that peak covers them.) A ledger of
// this chain is an upper bound of the same ledger of `costs` at every moment. The result has no traces, as traces are
// of the predicted bytes. O(layers); no errors; safe from any thread.
ChainCosts upperBoundOf(const ChainCosts& costs);

}
