// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/estimate/collectivebytes.h"
#include "core/hardware/cluster.h"

namespace stagecraft {

// The allocated peak of a device and what it is not above: a ledger of the costs, and the same one of their
// upperBoundOf().
struct AllocatedPeak {
    Bytes predicted;
    Bytes upper;
};

// What an allocated peak means for the device that has it. Each grows with the peak.
struct DeviceMemory {
    Bytes allocated_low; // as far below the prediction as the upper bound is above
    Bytes allocated_high;
    Bytes reserved; // by the allocator: its slack on top
    Bytes libraries; // workspaces for matrix products
    Bytes context; // of the driver
    CollectiveBytes collectives;
    Bytes device; // all four
    Bytes device_high;
};

// Bytes that the allocator reserves beside the tensors of any stage of this chain, where no replay tells them: as many
// as for the layer that wastes most alone (allocatorOverhead()), wherever it is cut and whatever replicas divide, as
// the search asks before it cuts. Bytes, not a share: what lasts (states, what is kept for the backward pass) lies in
// blocks of its own, and the holes that come and go with temporaries serve all layers.
Bytes reservedSlack(const ChainCosts& costs);

DeviceMemory deviceMemory(const ChainCosts& costs, const DeviceType& device, const AllocatedPeak& peak,
                          const CollectiveBytes& collectives = {});

// The most bytes that may be allocated, by their upper bound, so that the upper device bound is within `capacity`;
// negative if nothing is.
Bytes largestFittingPeak(const ChainCosts& costs, const DeviceType& device, Bytes capacity,
                         const CollectiveBytes& collectives = {});

}
