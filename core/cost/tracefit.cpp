// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/tracefit.h"

#include <algorithm>

namespace stagecraft {

bool sameOrder(const AllocationTrace& a, const AllocationTrace& b)
{
    return a.forward_events == b.forward_events
        && std::equal(a.events.begin(), a.events.end(), b.events.begin(), b.events.end(),
                      [](std::int64_t x, std::int64_t y) { return x == y || (x > 0 && y > 0); });
}

bool sameStructure(const Measurement& a, const Measurement& b)
{
    return sameOrder(a.trace, b.trace) && sameOrder(a.later_trace, b.later_trace);
}

std::optional<TraceFit> TraceFit::of(const std::vector<Extent>& at, const std::vector<const AllocationTrace*>& traces,
                                     std::int64_t slack)
{
    if (traces.empty() || traces.front()->events.empty()) {
        return std::nullopt;
    }
    TraceFit fit;
    fit.m_order = *traces.front();
    for (const AllocationTrace* trace : traces) {
        if (!sameOrder(fit.m_order, *trace)) {
            return std::nullopt;
        }
    }
    for (std::size_t e = 0; e < fit.m_order.events.size(); ++e) {
        if (fit.m_order.events[e] < 0) {
            continue;
        }
        std::vector<std::int64_t> sizes;
        for (const AllocationTrace* trace : traces) {
            sizes.push_back(trace->events[e]);
        }
        fit.m_sizes.emplace_back(at, sizes, slack);
        fit.m_unexplained += fit.m_sizes.back().exact() ? 0 : 1;
    }
    return fit;
}

double TraceFit::halfWidth(const Extent& scale) const
{
    double sum = 0;
    for (const SizeFit& size : m_sizes) {
        sum += size.halfWidth(scale);
    }
    return sum;
}

AllocationTrace TraceFit::operator()(const Extent& scale) const
{
    AllocationTrace trace = m_order;
    std::size_t allocation = 0;
    for (std::int64_t& event : trace.events) {
        if (event > 0) {
            event = std::max<std::int64_t>(1, m_sizes[allocation++](scale)); // an event of no bytes would be a free
        }
    }
    return trace;
}

}
