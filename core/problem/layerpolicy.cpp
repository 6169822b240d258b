// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/problem/layerpolicy.h"

#include <algorithm>
#include <charconv>

namespace stagecraft {

namespace {

constexpr int mostLayers = 1 << 20;

std::optional<int> layerIndex(std::string_view text)
{
    int index = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), index);
    if (status != std::errc() || end != text.data() + text.size() || index < 0 || index >= mostLayers) {
        return std::nullopt;
    }
    return index;
}

// "full@1-12" or "full@3".
std::optional<PolicyRange> parseRange(std::string_view text)
{
    const std::size_t at = text.find('@');
    const std::string_view layers = text.substr(at + 1);
    const std::size_t dash = layers.find('-');
    const auto policy = fromName<LayerPolicy>(text.substr(0, at));
    const auto first = layerIndex(layers.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : layerIndex(layers.substr(dash + 1));
    if (!policy || !first || !last || *last < *first) {
        return std::nullopt;
    }
    return PolicyRange {*policy, *first, *last + 1};
}

}

LayerPolicy LayerPolicies::of(int layer) const
{
    const auto range = std::find_if(ranges.rbegin(), ranges.rend(),
                                    [layer](const PolicyRange& r) { return r.first <= layer && layer < r.last; });
    return range == ranges.rend() ? usual : range->policy;
}

bool LayerPolicies::has(LayerPolicy policy) const
{
    return usual == policy
        || std::any_of(ranges.begin(), ranges.end(), [policy](const PolicyRange& r) { return r.policy == policy; });
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
