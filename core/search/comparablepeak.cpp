// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/comparablepeak.h"

#include <algorithm>

namespace stagecraft {

namespace {

__extension__ using Wide = __int128; // product of two byte counts

Wide product(Bytes a, Bytes b)
{
    return static_cast<Wide>(a.value) * b.value;
}

Bytes asBytes(Wide bytes)
{
    return Bytes(static_cast<std::int64_t>(std::min<Wide>(bytes, INT64_MAX)));
}

}

std::strong_ordering operator<=>(const ComparablePeak& a, const ComparablePeak& b)
{
    const Wide left = product(a.bytes, b.of);
    const Wide right = product(b.bytes, a.of);
    return left < right ? std::strong_ordering::less
                        : (left > right ? std::strong_ordering::greater : std::strong_ordering::equal);
}

Bytes mostWithin(const ComparablePeak& comparable_peak, Bytes of)
{
    return asBytes(product(comparable_peak.bytes, of) / comparable_peak.of.value);
}

Bytes mostBelow(const ComparablePeak& comparable_peak, Bytes of)
{
    return asBytes((product(comparable_peak.bytes, of) + comparable_peak.of.value - 1) / comparable_peak.of.value - 1);
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

ComparablePeak comparablePeakOf(const DeviceEstimate& device, PeakMeasure measure)
{
    return {device.peak, scale(device.capacity, measure)};
}

ComparablePeak comparablePeakOf(const Estimate& estimate, PeakMeasure measure)
{
    if (measure == PeakMeasure::Bytes) {
        return estimate.peak;
    }
    ComparablePeak most;
    for (const IdenticalDevices& pipeline_rank : estimate.devices.pipelineRanks()) {
        most = std::max(most, comparablePeakOf(pipeline_rank.first, measure));
    }
    return most;
}

}
