// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/traceorder.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace stagecraft {

namespace {

// Allocations of one pass: indices of their events, and sizes.
struct Pass {
    std::vector<std::size_t> events;
    std::vector<std::int64_t> sizes;
};

Pass passOf(const AllocationTrace& trace, bool forward)
{
    const auto split = static_cast<std::size_t>(std::max<std::int64_t>(0, trace.forward_events));
    const std::size_t begin = forward ? 0 : std::min(split, trace.events.size());
    const std::size_t end = forward ? std::min(split, trace.events.size()) : trace.events.size();
    Pass pass;
    for (std::size_t e = begin; e < end; ++e) {
        if (trace.events[e] > 0) {
            pass.events.push_back(e);
            pass.sizes.push_back(trace.events[e]);
        }
    }
    return pass;
}

// Rates how well two allocations match: 2 if equal or in the ratio, 1 if in between, 0 if different.
int likeness(std::int64_t ordered, std::int64_t traced, double ratio)
{
    constexpr double rounding = 1024; // bytes: differences in allocator rounding between devices, and padding
    const auto size = static_cast<double>(traced);
    const auto same = static_cast<double>(ordered);
    const double grown = same * ratio;
    if (std::abs(size - same) < 1 || std::abs(size - grown) <= rounding) {
        return 2;
    }
    return size >= std::min(same, grown) - rounding && size <= std::max(same, grown) + rounding ? 1 : 0;
}

// Returns the size in `trace` for each allocation of `order`; 0 if `trace` lacks it. Maximizes the sum of ratings.
std::vector<std::int64_t> commonSizes(const Pass& order, const Pass& trace, double ratio)
{
    const std::size_t rows = order.sizes.size();
    const std::size_t columns = trace.sizes.size();
    // [i][j]: best sum for the allocations from i and j on
    std::vector<std::vector<int>> best(rows + 1, std::vector<int>(columns + 1, 0));
    for (std::size_t i = rows; i-- > 0;) {
        for (std::size_t j = columns; j-- > 0;) {
            const int identical = likeness(order.sizes[i], trace.sizes[j], ratio);
            best[i][j] = std::max({best[i + 1][j], best[i][j + 1], identical > 0 ? identical + best[i + 1][j + 1] : 0});
        }
    }
    std::vector<std::int64_t> common(rows, 0);
    for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
        const int identical = likeness(order.sizes[i], trace.sizes[j], ratio);
        if (identical > 0 && best[i][j] == identical + best[i + 1][j + 1]) {
            common[i++] = trace.sizes[j++];
        } else if (best[i][j] == best[i + 1][j]) {
            ++i;
        } else {
            ++j;
        }
    }
    return common;
}

// Returns the size of an allocation that the trace lacks: that of a common allocation of equal size, else unchanged.
std::int64_t sizeOfCopy(std::size_t lacking, const Pass& order, const std::vector<std::int64_t>& common)
{
    for (std::size_t i = 0; i < common.size(); ++i) {
        if (common[i] > 0 && order.sizes[i] == order.sizes[lacking]) {
            return common[i];
        }
    }
    return order.sizes[lacking];
}

}

std::optional<AllocationTrace> inOrderOf(const AllocationTrace& order, const AllocationTrace& trace, double ratio)
{
    AllocationTrace result = order;
    std::size_t longer = 0;
    std::size_t common = 0;
    for (const bool forward : {true, false}) {
        const Pass ordered = passOf(order, forward);
        const Pass traced = passOf(trace, forward);
        const auto sizes = commonSizes(ordered, traced, ratio);
        longer += std::max(ordered.sizes.size(), traced.sizes.size());
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            common += sizes[i] > 0 ? 1 : 0;
            result.events[ordered.events[i]] = sizes[i] > 0 ? sizes[i] : sizeOfCopy(i, ordered, sizes);
        }
    }
    constexpr double least = 0.75;
    return static_cast<double>(common) >= least * static_cast<double>(longer) ? std::optional(std::move(result))
                                                                              : std::nullopt;
}

}
