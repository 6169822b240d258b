// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/profile/published.h"

#include "core/words/common.h"

#include <algorithm>
#include <numeric>

namespace stagecraft {

namespace {

Result<void> checkSizes(int devices, int layers)
{
    constexpr std::int64_t most = 1 << 20;
    if (devices < 3 || devices > most) {
        return failure(ErrorCode::OptionOutOfRange,
                       {words::common::number_of_devices, std::int64_t(devices), std::int64_t(3), most});
    }
    if (layers < 2 * devices - 2 || layers > most) {
        return failure(ErrorCode::OptionOutOfRange,
                       {words::common::layers, std::int64_t(layers), std::int64_t(2) * devices - 2, most});
    }
    return {};
}

int sum(const std::vector<int>& layers)
{
    return std::accumulate(layers.begin(), layers.end(), 0);
}

std::vector<int> stages(int first, int last)
{
    std::vector<int> all(static_cast<std::size_t>(std::max(0, last - first)));
    std::iota(all.begin(), all.end(), first);
    return all;
}

// A whole run of mCAP, in which every stage's peak is used.
ProfilingRun wholeRun(std::vector<int> layers)
{
    const int count = static_cast<int>(layers.size());
    return {std::move(layers), stages(0, count)};
}

// Returns stages of `each` layers followed by a single-layer stage, with `before` layers in front of it; the last of
// the stages takes the remainder. If there is none, the last but one takes one more, and the last takes one.
std::vector<int> growing(int before, int each)
{
    std::vector<int> layers(static_cast<std::size_t>(before / each), each);
    if (before % each != 0) {
        layers.push_back(before % each);
    } else {
        ++layers.back();
        layers.push_back(1);
    }
    layers.push_back(1);
    return layers;
}

// Appends a run: `first` unused layers, stages of `each` layers until `end`, then the remaining layers. Returns false
// if none remain.
bool appendSweep(std::vector<ProfilingRun>& runs, int& first, int each, int end, int layers)
{
    ProfilingRun run {{first}, {}};
    for (int layer = first; layer < end; layer += each) {
        run.layers.push_back(each);
    }
    run.used_stages = stages(1, static_cast<int>(run.layers.size()));
    const int left = layers - sum(run.layers);
    if (left > 0) {
        run.layers.push_back(left);
    }
    first = layers - left;
    runs.push_back(std::move(run));
    return left > 0;
}

}

Result<std::vector<ProfilingRun>> mcapRuns(int devices, int layers)
{
    if (auto good = checkSizes(devices, layers); !good) {
        return failure(good.error());
    }
    const int each = (layers - 2) / (devices - 2) + 1;
    std::vector<ProfilingRun> runs;
    for (int alone = 1; alone + 1 < layers; ++alone) {
        std::vector<int> partition = growing(alone, each);
        const int devices_left = devices - static_cast<int>(partition.size());
        const int layers_left = layers - sum(partition);
        if (devices_left < 0 || layers_left < devices_left || (devices_left == 0 && layers_left > 0)) {
            continue;
        }
        for (int d = 0; d < devices_left; ++d) {
            partition.push_back(layers_left / devices_left + (d < layers_left % devices_left ? 1 : 0));
        }
        runs.push_back(wholeRun(std::move(partition)));
    }
    // The increase due to the last but one layer is still unknown, unless the last run ends in three single layers.
    const std::vector<int> last = runs.back().layers;
    if (!std::equal(last.end() - 3, last.end(), std::vector {1, 1, 1}.begin())) {
        for (const std::size_t grown : {last.size() - 1, last.size() - 2}) {
            std::vector<int> more = last;
            --more[last.size() - 3];
            ++more[grown];
            runs.push_back(wholeRun(std::move(more)));
        }
    }
    return runs;
}

Result<std::vector<ProfilingRun>> capslogRuns(int devices, int layers)
{
    if (auto good = checkSizes(devices, layers); !good) {
        return failure(good.error());
    }
    const auto headed = [&](int first, int each) {
        std::vector<int> partition {first};
        partition.resize(static_cast<std::size_t>(devices) - 1, each);
        partition.push_back(layers - sum(partition));
        return partition;
    };
    const std::vector<int> single = headed(1, 1);
    const std::vector<int> even = headed(2, 2);
    const std::vector<int> odd = headed(1, 2);
    std::vector<ProfilingRun> runs {
        {single, stages(0, devices - 1)}, {even, stages(0, devices - 1)}, {odd, stages(1, devices - 1)}};
    const int inner = devices - 2; // stages between the first and the last
    int first = layers - single.back();
    for (bool more = true; more;) {
        more = appendSweep(runs, first, 1, std::min(first + inner, layers), layers);
    }
    for (const auto& parity : {even, odd}) {
        int left = parity.back();
        first = layers - left;
        while (left > 1) {
            const bool more = appendSweep(runs, first, 2, std::min(first + 2 * inner, layers - 1), layers);
            left = more ? runs.back().layers.back() : 0;
        }
    }
    return runs;
}

std::int64_t layerRuns(const std::vector<ProfilingRun>& runs)
{
    std::int64_t count = 0;
    for (const ProfilingRun& run : runs) {
        for (const int stage : run.used_stages) {
            count += run.layers[static_cast<std::size_t>(stage)];
        }
    }
    return count;
}

}
