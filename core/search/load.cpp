// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/load.h"

#include <algorithm>

namespace stagecraft {

namespace {

__extension__ using Wide = __int128; // products of two numbers of bytes

Wide product(Bytes a, Bytes b)
{
    return static_cast<Wide>(a.value) * b.value;
}

Bytes asBytes(Wide bytes)
{
    return Bytes(static_cast<std::int64_t>(std::min<Wide>(bytes, INT64_MAX)));
}

}

std::strong_ordering operator<=>(const Load& a, const Load& b)
{
    const Wide left = product(a.bytes, b.of);
    const Wide right = product(b.bytes, a.of);
    return left < right ? std::strong_ordering::less
                        : (left > right ? std::strong_ordering::greater : std::strong_ordering::equal);
}

Bytes mostWithin(const Load& load, Bytes of)
{
    return asBytes(product(load.bytes, of) / load.of.value);
}

Bytes mostBelow(const Load& load, Bytes of)
{
    return asBytes((product(load.bytes, of) + load.of.value - 1) / load.of.value - 1);
}

PeakMeasure measureOf(const Problem& problem)
{
    return problem.cluster.groups.size() > 1 ? problem.constraints.measure : PeakMeasure::Bytes;
}

namespace {

Bytes scale(Bytes capacity, PeakMeasure measure)
{
    return measure == PeakMeasure::Bytes ? Bytes(1) : std::max(capacity, Bytes(1));
}

}

Bytes scaleOf(const Problem& problem, int device_group, PeakMeasure measure)
{
    const DeviceType& device = problem.cluster.groups[static_cast<std::size_t>(device_group)].device;
    return scale(device.memory - problem.constraints.memory_reserve, measure);
}

Load loadOf(const DeviceEstimate& device, PeakMeasure measure)
{
    return {device.peak, scale(device.capacity, measure)};
}

Load loadOf(const Estimate& estimate, PeakMeasure measure)
{
    if (measure == PeakMeasure::Bytes) {
        return estimate.peak;
    }
    Load most;
    for (const AlikeDevices& pipeline_rank : estimate.devices.pipelineRanks()) {
        most = std::max(most, loadOf(pipeline_rank.first, measure));
    }
    return most;
}

}
