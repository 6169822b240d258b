// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/collectivebytes.h"

#include "core/cost/costmodel.h"
#include "core/estimate/stagetimes.h"
#include "core/hardware/librarymemory.h"

namespace stagecraft {

CollectiveBytes collectiveBytes(const ChainCosts& costs, const DeviceType& device, int pipeline_ranks,
                                const PipelineRankDegrees& degrees)
{
    const bool tied = !costs.layers.empty() && costs.layers.back().shared_gradients > Bytes(0);
    CollectiveBytes bytes;
    for (const int ranks : {pipeline_ranks, degrees.data * degrees.context, tied && pipeline_ranks > 1 ? 2 : 1,
                            degrees.tensor, degrees.context, degrees.expert}) {
        CommunicatorBytes one = communicatorBytes(device, ranks);
        if (costs.communicator && one.high.value > Bytes(0)) {
            one.low = one.high = *costs.communicator;
        }
        bytes.low += one.low.value;
        bytes.high += one.high.value;
        bytes.source = one.high.source.empty() ? bytes.source : one.high.source;
    }
    bytes.middle = bytes.low + (bytes.high - bytes.low) / 2;
    return bytes;
}

}
