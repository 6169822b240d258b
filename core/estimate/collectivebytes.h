// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

namespace stagecraft {

struct ChainCosts;
struct DeviceType;
struct PipelineRankDegrees;

// Memory that NCCL allocates on a device outside of the allocator, with its bounds. `middle` is the midpoint, as
// nothing favors either bound. All three are equal if a probe measured the memory.
struct CollectiveBytes {
    Bytes low;
    Bytes middle;
    Bytes high;
    Message source; // empty if the bytes are 0

    friend bool operator==(const CollectiveBytes&, const CollectiveBytes&) = default;
};

// Returns the NCCL memory of every device of a plan with `pipeline_ranks` pipeline ranks: one communicator each for the
// pipeline, the replicas, and the tied weights of the first and last stage, without those of a single rank. Inner
// stages count the last one too, so that all devices of a plan have one bound. Safe from any thread; no errors.
CollectiveBytes collectiveBytes(const ChainCosts& costs, const DeviceType& device, int pipeline_ranks,
                                const PipelineRankDegrees& degrees);

}
