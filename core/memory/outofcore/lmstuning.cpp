// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/outofcore/lms.h"

#include <algorithm>

namespace stagecraft {

namespace {

constexpr std::array syncs {LmsSync::None, LmsSync::Out, LmsSync::In, LmsSync::Both};

// Returns the largest value of [low, high] that fits, if larger ones never fit better; empty if `low` does not fit.
template <typename Fits>
std::optional<int> largest(int low, int high, const Fits& fits)
{
    if (low > high || !fits(low)) {
        return std::nullopt;
    }
    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        if (fits(middle)) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

}

LmsSettings lowestMemoryLms(const LmsOverrides& given)
{
    const LmsSettings usual;
    LmsSettings settings;
    settings.tensors = given.tensors.value_or(usual.tensors);
    settings.threshold = given.threshold.value_or(usual.threshold);
    settings.ahead = given.ahead.value_or(usual.ahead);
    settings.group = given.group.value_or(usual.group);
    settings.sync = given.sync.value_or(LmsSync::Both);
    return settings;
}

std::optional<LmsTuning> tuneLms(const LmsGraph& graph, const SwapRate& rate, Bytes budget, Bytes least,
                                 const LmsOverrides& given)
{
    LmsSettings settings = lowestMemoryLms(given);
    settings.least = least;
    LmsSettings nothing = settings;
    nothing.tensors = 0;
    if (const LmsStep off = playLms(graph, nothing, rate); off.peak <= budget && !given.any()) {
        return LmsTuning {false, {}, off};
    }
    const auto fits = [&](const LmsSettings& tried) { return playLms(graph, tried, rate).peak <= budget; };
    // Sets one field to the largest value that fits, unless it is fixed.
    const auto setLargest = [&](int LmsSettings::*field, const std::optional<int>& fixed, int low) {
        if (fixed) {
            return fits(settings);
        }
        const auto value = largest(low, graph.size(), [&](int candidate) {
            LmsSettings tried = settings;
            tried.*field = candidate;
            return fits(tried);
        });
        settings.*field = value.value_or(settings.*field);
        return value.has_value();
    };
    const bool found = std::any_of(syncs.begin(), syncs.end(), [&](LmsSync sync) {
        settings.sync = given.sync.value_or(sync);
        return setLargest(&LmsSettings::threshold, given.threshold, 1);
    });
    if (!found) {
        return std::nullopt;
    }
    setLargest(&LmsSettings::ahead, given.ahead, 1);
    LmsSettings whole = settings;
    whole.group = given.group.value_or(wholeGraph);
    if (fits(whole)) {
        settings = whole;
    } else {
        setLargest(&LmsSettings::group, given.group, 0);
    }
    return LmsTuning {true, settings, playLms(graph, settings, rate)};
}

}
