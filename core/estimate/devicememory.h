// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/estimate/collectivebytes.h"
#include "core/hardware/cluster.h"

namespace stagecraft {

// Predicted allocated peak of a device and its upper bound: the peak of the ledger of the costs, and that of the ledger
// of their upperBoundOf().
struct AllocatedPeak {
    Bytes predicted;
    Bytes upper;
};

// Device memory that follows from an allocated peak. Every field increases with the peak.
struct DeviceMemory {
    Bytes allocated_low; // as far below the prediction as the upper bound is above it
    Bytes allocated_high;
    Bytes reserved; // allocated bytes plus the allocator's slack
    Bytes libraries; // workspaces for matrix products
    Bytes context; // driver context
    CollectiveBytes collectives;
    Bytes device; // reserved + libraries + context + collectives
    Bytes device_high;
};

// Returns the bytes that the allocator reserves beyond the tensors of any stage of this chain, used without a replay:
// the largest allocatorOverhead() of a single layer. Independent of split points and of ZeRO, as the search needs it
// before it chooses split points. An absolute number, not a fraction: persistent tensors (states, saved activations)
// have separate blocks, and the holes left by temporaries serve all layers.
Bytes reservedSlack(const ChainCosts& costs);

DeviceMemory deviceMemory(const ChainCosts& costs, const DeviceType& device, const AllocatedPeak& peak,
                          const CollectiveBytes& collectives = {});

// Returns the largest upper bound of the allocated bytes whose upper device bound is within `capacity`; negative if
// there is none.
Bytes largestFittingPeak(const ChainCosts& costs, const DeviceType& device, Bytes capacity,
                         const CollectiveBytes& collectives = {});

}
