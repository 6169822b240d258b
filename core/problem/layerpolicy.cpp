// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/problem/layerpolicy.h"

#include <algorithm>
#include <charconv>

namespace stagecraft {

namespace {

constexpr int mostLayers = 1 << 20;

std::optional<int> smallNumber(std::string_view text)
{
    int number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status != std::errc() || end != text.data() + text.size() || number < 0 || number >= mostLayers) {
        return std::nullopt;
    }
    return number;
}

// Parses "3:2".
std::optional<SwapWindow> parseWindow(std::string_view text)
{
    const std::size_t colon = text.find(':');
    const auto out = smallNumber(text.substr(0, colon));
    const auto back = colon == std::string_view::npos ? std::nullopt : smallNumber(text.substr(colon + 1));
    return out && back ? std::optional(SwapWindow {*out, *back}) : std::nullopt;
}

// Parses "full@1-12", "full@3" or "swap@3:2:2".
std::optional<PolicyRange> parseRange(std::string_view text)
{
    const std::size_t at = text.find('@');
    const std::string_view rest = text.substr(at + 1);
    const std::size_t colon = rest.find(':');
    const std::string_view layers = rest.substr(0, colon);
    const std::size_t dash = layers.find('-');
    const auto policy = fromName<LayerPolicy>(text.substr(0, at));
    const auto first = smallNumber(layers.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : smallNumber(layers.substr(dash + 1));
    const auto window =
        colon == std::string_view::npos ? std::optional(SwapWindow {}) : parseWindow(rest.substr(colon + 1));
    const bool swaps = policy == LayerPolicy::Swap;
    if (!policy || !first || !last || *last < *first || !window || (!swaps && window != SwapWindow {})) {
        return std::nullopt;
    }
    return PolicyRange {*policy, *first, *last + 1, *window};
}

}

const PolicyRange* LayerPolicies::rangeOf(int layer) const
{
    const auto range = std::find_if(ranges.rbegin(), ranges.rend(),
                                    [layer](const PolicyRange& r) { return r.first <= layer && layer < r.last; });
    return range == ranges.rend() ? nullptr : &*range;
}

LayerPolicy LayerPolicies::of(int layer) const
{
    const PolicyRange* range = rangeOf(layer);
    return range == nullptr ? usual : range->policy;
}

SwapWindow LayerPolicies::windowOf(int layer) const
{
    const PolicyRange* range = rangeOf(layer);
    return range == nullptr ? SwapWindow {} : range->window;
}

bool LayerPolicies::has(LayerPolicy policy) const
{
    return usual == policy
        || std::any_of(ranges.begin(), ranges.end(), [policy](const PolicyRange& r) { return r.policy == policy; });
}

void addPolicy(LayerPolicies& policies, const PolicyRange& range)
{
    if (range.policy == LayerPolicy::Keep) {
        return;
    }
    if (!policies.ranges.empty()) {
        PolicyRange& last = policies.ranges.back();
        if (last.last == range.first && last.policy == range.policy && last.window == range.window) {
            last.last = range.last;
            return;
        }
    }
    policies.ranges.push_back(range);
}

std::string policiesText(const LayerPolicies& policies)
{
    std::string text;
    if (policies.usual != LayerPolicy::Keep || policies.ranges.empty()) {
        text = nameOf(policies.usual);
    }
    for (const PolicyRange& range : policies.ranges) {
        text += (text.empty() ? "" : ",") + std::string(nameOf(range.policy)) + "@" + std::to_string(range.first);
        text += range.last - range.first == 1 ? "" : "-" + std::to_string(range.last - 1);
        if (range.window != SwapWindow {}) {
            text += ":" + std::to_string(range.window.out) + ":" + std::to_string(range.window.back);
        }
    }
    return text;
}

std::optional<LayerPolicies> parsePolicies(std::string_view text)
{
    LayerPolicies policies;
    for (bool first = true; first || !text.empty(); first = false) {
        const std::size_t comma = text.find(',');
        const std::string_view part = text.substr(0, comma);
        text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
        if (comma != std::string_view::npos && text.empty()) {
            return std::nullopt;
        }
        if (part.find('@') != std::string_view::npos) {
            const auto range = parseRange(part);
            if (!range) {
                return std::nullopt;
            }
            policies.ranges.push_back(*range);
        } else if (const auto policy = fromName<LayerPolicy>(part); policy && first) {
            policies.usual = *policy;
        } else {
            return std::nullopt;
        }
    }
    return policies;
}

}
