// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/outofcore/karma.h"

#include <algorithm>
#include <limits>

namespace stagecraft {

namespace {

// Bytes that recomputation takes off the copies, and its seconds, as it takes them off cheapest first.
struct Relief {
    double bytes = 0;
    double seconds = 0;
};

std::vector<Relief> reliefsOf(const std::vector<OutOfCoreBlock>& blocks)
{
    std::vector<Relief> each;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        const Bytes saved = blocks[b].stashed - checkpointOf(blocks, static_cast<int>(b));
        if (saved > Bytes(0)) {
            each.push_back({static_cast<double>(saved.value), blocks[b].forward.value});
        }
    }
    std::sort(each.begin(), each.end(),
              [](const Relief& a, const Relief& b) { return a.seconds * b.bytes < b.seconds * a.bytes; });
    std::vector<Relief> sums {{}};
    for (const Relief& relief : each) {
        sums.push_back({sums.back().bytes + relief.bytes, sums.back().seconds + relief.seconds});
    }
    return sums;
}

// The parts of a step that do not depend on the labels.
struct Fixed {
    double forward = 0;
    double backward = 0;
    double weights = 0; // bytes, each time they come in
    double first = std::numeric_limits<double>::infinity(); // of all blocks: the shortest forward
    double last = std::numeric_limits<double>::infinity(); // and the shortest backward
};

Fixed fixedOf(const std::vector<OutOfCoreBlock>& blocks, bool stream_weights)
{
    Fixed fixed;
    for (const OutOfCoreBlock& block : blocks) {
        fixed.forward += block.forward.value;
        fixed.backward += block.backward.value;
        fixed.weights += stream_weights ? static_cast<double>(block.weights.value) : 0;
        fixed.first = std::min(fixed.first, block.forward.value);
        fixed.last = std::min(fixed.last, block.backward.value);
    }
    return fixed;
}

// A convex function of what is recomputed: of bytes `relief`, in `recomputing` seconds.
double timeWith(const Fixed& fixed, const SwapRate& rate, double excess, double relief, double recomputing)
{
    const double swapped = std::max(0.0, excess - relief);
    const double out = swapped > 0 ? fixed.first + swapped / rate.to_host.value : 0;
    const double in = (swapped + fixed.weights) / rate.to_device.value + (swapped > 0 ? fixed.last : 0);
    const double forward = std::max({fixed.forward, out, fixed.weights / rate.to_device.value});
    return forward + std::max(fixed.backward + recomputing, in);
}

Relief between(const Relief& from, const Relief& to, double bytes)
{
    const double share = to.bytes > from.bytes ? (bytes - from.bytes) / (to.bytes - from.bytes) : 0;
    return {bytes, from.seconds + share * (to.seconds - from.seconds)};
}

// Its least value between two sums, between which it is convex.
template <typename Time>
double leastBetween(const Time& time, Relief from, Relief to)
{
    const Relief first = from;
    const Relief last = to;
    for (int round = 0; round < 60; ++round) {
        const double third = (to.bytes - from.bytes) / 3;
        const Relief left = between(first, last, from.bytes + third);
        const Relief right = between(first, last, to.bytes - third);
        if (time(left) <= time(right)) {
            to = right;
        } else {
            from = left;
        }
    }
    return std::min({time(first), time(last), time(from), time(to)});
}

}

Seconds stepBound(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules, Bytes host)
{
    const Fixed fixed = fixedOf(blocks, rules.stream_weights);
    if (blocks.empty()) {
        return {};
    }
    double excess = -static_cast<double>(rules.capacity.value);
    for (const OutOfCoreBlock& block : blocks) {
        excess += static_cast<double>(block.stashed.value);
    }
    const std::vector<Relief> sums = reliefsOf(blocks);
    // At least so much is recomputed, as the host takes no more.
    const double forced = std::max(0.0, excess - static_cast<double>(host.value));
    if (forced > sums.back().bytes) {
        return Seconds(std::numeric_limits<double>::infinity());
    }
    const auto time = [&](const Relief& relief) {
        return timeWith(fixed, rules.rate, excess, relief.bytes, relief.seconds);
    };
    // Recomputing more than does not fit helps nobody, so that the sums end there.
    const double most = std::max(0.0, excess);
    double best = std::numeric_limits<double>::infinity();
    Relief from = sums.front();
    for (const Relief& sum : sums) {
        const Relief to = between(from, sum, std::min(sum.bytes, most));
        if (to.bytes >= forced) {
            best = std::min(best, leastBetween(time, between(from, to, std::max(from.bytes, forced)), to));
        }
        from = to;
    }
    return Seconds(best * (1 - 1e-9)); // rounding, and what the search above leaves
}

}
