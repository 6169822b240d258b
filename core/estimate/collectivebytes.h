// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

namespace stagecraft {

struct ChainCosts;
struct DeviceType;
struct PipelineRankDegrees;

// What the library for collectives (NCCL) holds in a device, outside of the allocator, with its bounds: `middle` lies
// halfway, as nothing tells which is nearer. All equal where a probe measured it.
struct CollectiveBytes {
    Bytes low;
    Bytes middle;
    Bytes high;
    Message source; // empty where there is nothing

    friend bool operator==(const CollectiveBytes&, const CollectiveBytes&) = default;
};

// In every device of a plan of `pipeline_ranks` stages with `data` replicas each: a communicator for the pipeline, one
// for the replicas, and one for what first and last stage exchange of tied weights, each where it has more than one
// rank. (The last one is counted on inner stages, too: all devices of a plan have one bound.) Safe from any thread; no
// errors.
CollectiveBytes collectiveBytes(const ChainCosts& costs, const DeviceType& device, int pipeline_ranks,
                                const PipelineRankDegrees& degrees);

}
