// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/outofcore/swaprate.h"

#include <algorithm>

namespace stagecraft {

namespace {

constexpr Seconds transferLatency(1e-4); // start and synchronization: an assumption of the reconstruction

}

SwapRate swapRate(const SwapPath& path)
{
    const double directions = path.both_directions_at_once ? 2 : 1;
    const BytesPerSecond host = path.host_memory / (directions * std::max(1, path.devices_on_memory));
    BytesPerSecond link = path.link;
    if (path.shared_link > BytesPerSecond(0)) {
        link = std::min(link, path.shared_link / static_cast<double>(std::max(1, path.devices_on_link)));
    }
    const BytesPerSecond rate = std::min({host, link, path.device_memory});
    return {rate, rate};
}

Bytes leastTransfer(const SwapRate& rate)
{
    const double slower = std::min(rate.to_host, rate.to_device).value;
    return Bytes(static_cast<std::int64_t>(slower * transferLatency.value));
}

}
