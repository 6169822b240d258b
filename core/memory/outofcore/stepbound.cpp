// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/outofcore/karma.h"

#include <algorithm>
#include <limits>

namespace stagecraft {

namespace {

// Bytes that recomputation saves in copies, and its time; prefix sums with the cheapest first.
struct RecomputedSum {
    double bytes = 0;
    double seconds = 0;
};

// Returns the prefix sums for the first `count` blocks.
std::vector<RecomputedSum> recomputedSums(const std::vector<OutOfCoreBlock>& blocks, std::size_t count)
{
    std::vector<RecomputedSum> each;
    for (std::size_t b = 0; b < count; ++b) {
        const Bytes saved = blocks[b].saved - checkpointOf(blocks, static_cast<int>(b));
        if (saved > Bytes(0)) {
            each.push_back({static_cast<double>(saved.value), blocks[b].forward.value});
        }
    }
    std::sort(each.begin(), each.end(),
              [](const RecomputedSum& a, const RecomputedSum& b) { return a.seconds * b.bytes < b.seconds * a.bytes; });
    std::vector<RecomputedSum> sums {{}};
    for (const RecomputedSum& recomputed_sum : each) {
        sums.push_back({sums.back().bytes + recomputed_sum.bytes, sums.back().seconds + recomputed_sum.seconds});
    }
    return sums;
}

// Quantities independent of the labels, seen from a block: its excess bytes and the work after it.
struct View {
    double forward = 0; // all blocks
    double backward = 0;
    double first = std::numeric_limits<double>::infinity(); // shortest forward pass: no copy out begins before
    double last = std::numeric_limits<double>::infinity(); // shortest backward pass: it follows the last copy in
    double excess = 0; // bytes of this block and earlier ones beyond the capacity
    double forward_rest = 0; // forward passes from this block on
    double backward_rest = 0; // backward passes to the end of this block's
    double weights_forward = 0; // bytes copied in
    double weights_backward = 0; // bytes copied in after `backward_rest`
};

View viewFrom(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules, std::size_t block)
{
    View view;
    view.excess = -static_cast<double>(rules.capacity.value);
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        const OutOfCoreBlock& other = blocks[b];
        view.forward += other.forward.value;
        view.backward += other.backward.value;
        view.first = std::min(view.first, other.forward.value);
        view.last = std::min(view.last, other.backward.value);
        view.excess += b <= block ? static_cast<double>(other.saved.value) : 0;
        view.forward_rest += b >= block ? other.forward.value : 0;
        view.backward_rest += b >= block ? other.backward.value : 0;
        view.weights_forward += rules.stream_weights ? static_cast<double>(other.weights.value) : 0;
    }
    return view;
}

// Returns the step time, a convex function of the recomputed bytes and seconds.
double timeWith(const View& view, const SwapRate& rate, const RecomputedSum& recomputed_sum)
{
    const double swapped = std::max(0.0, view.excess - recomputed_sum.bytes);
    const double out = swapped > 0 ? view.first + swapped / rate.to_host.value + view.forward_rest : 0;
    const double in = (swapped + view.weights_backward) / rate.to_device.value + (swapped > 0 ? view.last : 0);
    const double forward = std::max({view.forward, out, view.weights_forward / rate.to_device.value});
    return forward + std::max(view.backward + recomputed_sum.seconds, view.backward_rest + in);
}

RecomputedSum between(const RecomputedSum& from, const RecomputedSum& to, double bytes)
{
    const double share = to.bytes > from.bytes ? (bytes - from.bytes) / (to.bytes - from.bytes) : 0;
    return {bytes, from.seconds + share * (to.seconds - from.seconds)};
}

// Returns the minimum between two sums, between which the function is convex.
template <typename Time>
double leastBetween(const Time& time, RecomputedSum from, RecomputedSum to)
{
    const RecomputedSum first = from;
    const RecomputedSum last = to;
    for (int round = 0; round < 60; ++round) {
        const double third = (to.bytes - from.bytes) / 3;
        const RecomputedSum left = between(first, last, from.bytes + third);
        const RecomputedSum right = between(first, last, to.bytes - third);
        if (time(left) <= time(right)) {
            to = right;
        } else {
            from = left;
        }
    }
    return std::min({time(first), time(last), time(from), time(to)});
}

// Returns the minimum of timeWith(). `sums`: of the visible blocks. `forced`: minimum of recomputed bytes.
double leastOf(const View& view, const SwapRate& rate, const std::vector<RecomputedSum>& sums, double forced)
{
    const auto time = [&](const RecomputedSum& recomputed_sum) { return timeWith(view, rate, recomputed_sum); };
    // Recomputing more than the excess has no benefit, so the sums end there.
    const double most = std::max(0.0, view.excess);
    double best = std::numeric_limits<double>::infinity();
    RecomputedSum from = sums.front();
    for (const RecomputedSum& sum : sums) {
        const RecomputedSum to = between(from, sum, std::min(sum.bytes, most));
        if (to.bytes >= forced) {
            best = std::min(best, leastBetween(time, between(from, to, std::max(from.bytes, forced)), to));
        }
        from = to;
    }
    return best;
}

}

Seconds stepBound(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules, Bytes host)
{
    double bound = 0;
    for (std::size_t block = blocks.size(); block-- > 0;) {
        View view = viewFrom(blocks, rules, block);
        const std::vector<RecomputedSum> sums = recomputedSums(blocks, block + 1);
        const double forced = std::max(0.0, view.excess - static_cast<double>(host.value));
        if (forced > sums.back().bytes) {
            return Seconds(std::numeric_limits<double>::infinity());
        }
        bound = std::max(bound, leastOf(view, rules.rate, sums, forced));
        if (block + 1 == blocks.size()) {
            // Seen from the turn from forward to backward, all weights and all swapped bytes are copied in afterwards.
            view.backward_rest = 0;
            view.weights_backward = view.weights_forward;
            bound = std::max(bound, leastOf(view, rules.rate, sums, forced));
        }
    }
    return Seconds(bound * (1 - 1e-9)); // margin for rounding and for the numerical minimum
}

}
