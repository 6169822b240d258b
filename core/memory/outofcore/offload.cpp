// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/outofcore/offload.h"

#include "core/memory/replication.h"

#include <algorithm>

namespace stagecraft {

namespace {

constexpr std::int64_t half = 2; // bytes of a number of 16 bits

Bytes withHeadroom(std::int64_t bytes, const OffloadCase& what)
{
    return scaled(Bytes(bytes), what.headroom);
}

}

OffloadCosts offloadCosts(OffloadKind kind, const OffloadCase& what)
{
    const std::int64_t all = what.parameters;
    // One layer's weights and gradients of 16 bits, whole.
    const std::int64_t layer = 2 * half * what.largest_layer;
    const std::int64_t of_device = shardElements(all, what.devices());
    const std::int64_t of_node = shardElements(all, what.nodes);
    OffloadCosts costs;
    switch (kind) {
    case OffloadKind::Zero2Optimizer:
        costs.device = Bytes(half * all);
        costs.host = withHeadroom(all * std::max<std::int64_t>(4 * what.devices(), 16), what);
        break;
    case OffloadKind::Zero3Optimizer:
        costs.device = Bytes(layer + half * of_device);
        costs.host = withHeadroom(16 * of_node, what);
        break;
    case OffloadKind::Zero3All:
        costs.device = Bytes(layer);
        costs.host = withHeadroom(18 * of_node, what);
        break;
    }
    const std::int64_t passes = kind == OffloadKind::Zero3All ? 2 : 1; // weights come in so often
    costs.out = Bytes(half * of_device);
    costs.in = Bytes(half * of_device * passes);
    costs.copying = std::max(costs.out / what.rate.to_host, costs.in / what.rate.to_device);
    costs.updating = Bytes(hostAdamTraffic * of_node) / what.host_memory;
    return costs;
}

}
