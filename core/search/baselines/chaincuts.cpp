// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/baselines/chaincuts.h"

#include <algorithm>

namespace stagecraft::baseline {

namespace {

// From the end: entry i of `behind` is the least of the layers from i on as the stages behind a place.
template <typename Join>
std::vector<int> leastCuts(int layers, int places, const PlaceCost& cost, const std::stop_token& stop, Join join)
{
    const auto width = static_cast<std::size_t>(layers) + 1;
    std::vector<std::vector<int>> next(static_cast<std::size_t>(places), std::vector<int>(width, -1));
    std::vector<double> behind(width, forbidden);
    behind.back() = 0;
    for (int place = places - 1; place >= 0; --place) {
        std::vector<double> now(width, forbidden);
        for (int i = place; i < layers - (places - 1 - place); ++i) {
            if (stop.stop_requested()) {
                return {};
            }
            auto& best = now[static_cast<std::size_t>(i)];
            for (int j = i + 1; j <= layers - (places - 1 - place); ++j) {
                const double rest = behind[static_cast<std::size_t>(j)];
                if (rest < best) {
                    if (const double joined = join(cost(place, {i, j}), rest); joined < best) {
                        best = joined;
                        next[static_cast<std::size_t>(place)][static_cast<std::size_t>(i)] = j;
                    }
                }
            }
        }
        behind = std::move(now);
    }
    std::vector<int> cuts {0};
    for (const auto& at_place : next) {
        const int cut = at_place[static_cast<std::size_t>(cuts.back())];
        if (cut < 0) {
            return {};
        }
        cuts.push_back(cut);
    }
    return cuts;
}

// Each stage takes layers while it stays within the threshold and leaves one for each stage behind; the last one takes
// the rest.
std::vector<int> filling(LayerRange layers, int places, const PlacePeak& peak, std::int64_t threshold)
{
    std::vector<int> cuts {layers.first};
    for (int place = 0; place + 1 < places; ++place) {
        int end = cuts.back() + 1;
        while (end < layers.last - (places - 1 - place) && peak(place, {cuts.back(), end + 1}) <= threshold) {
            ++end;
        }
        cuts.push_back(end);
    }
    cuts.push_back(layers.last);
    return cuts;
}

}

std::vector<int> leastLargestCuts(int layers, int places, const PlaceCost& cost, const std::stop_token& stop)
{
    return leastCuts(layers, places, cost, stop, [](double stage, double rest) { return std::max(stage, rest); });
}

std::vector<int> leastSumCuts(int layers, int places, const PlaceCost& cost, const std::stop_token& stop)
{
    return leastCuts(layers, places, cost, stop, [](double stage, double rest) { return stage + rest; });
}

std::vector<int> bisectedFilling(LayerRange layers, int places, const PlacePeak& peak)
{
    std::int64_t low = 0;
    std::int64_t high = std::int64_t(1) << 60;
    std::vector<int> found;
    while (low <= high) {
        const std::int64_t middle = low + (high - low) / 2;
        auto cuts = filling(layers, places, peak, middle);
        bool within = true;
        for (int place = 0; place < places && within; ++place) {
            const auto s = static_cast<std::size_t>(place);
            within = peak(place, {cuts[s], cuts[s + 1]}) <= middle;
        }
        if (within) {
            found = std::move(cuts);
            high = middle - 1;
        } else {
            low = middle + 1;
        }
    }
    return found;
}

}
