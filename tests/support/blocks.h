// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/outofcore/threestreams.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace stagecraft::testing {

inline std::vector<OutOfCoreBlock> blocksLike(const std::vector<double>& forward, const std::vector<double>& gigabytes)
{
    std::vector<OutOfCoreBlock> blocks;
    for (std::size_t b = 0; b < forward.size(); ++b) {
        OutOfCoreBlock block;
        block.forward = Seconds(forward[b]);
        block.backward = Seconds(2 * forward[b]);
        block.saved = Bytes(std::llround(gigabytes[b] * 1e9));
        blocks.push_back(block);
    }
    return blocks;
}

inline StreamRules rulesOf(double gigabytes, double gigabytes_per_second)
{
    const BytesPerSecond rate(gigabytes_per_second * 1e9);
    return {Bytes(std::llround(gigabytes * 1e9)), {rate, rate}};
}

// Random blocks with consistent boundaries and weights; the capacity suffices for at least the largest block and two
// sets of weights.
struct RandomCase {
    std::vector<OutOfCoreBlock> blocks;
    StreamRules rules;
};

inline RandomCase randomCase(std::mt19937& random, int count, bool stream_weights)
{
    const auto upTo = [&](std::int64_t most) { return std::uniform_int_distribution<std::int64_t>(0, most)(random); };
    RandomCase result;
    Bytes most;
    Bytes all;
    Bytes checkpoints;
    Bytes weights;
    for (int b = 0; b < count; ++b) {
        OutOfCoreBlock block;
        block.layers = {b, b + 1};
        block.forward = Seconds(1e-3 * static_cast<double>(1 + upTo(50)));
        block.backward = Seconds(1e-3 * static_cast<double>(1 + upTo(100)));
        block.boundary = Bytes(b + 1 == count ? 0 : 1 + upTo(40));
        const Bytes input = b == 0 ? Bytes(0) : result.blocks.back().boundary;
        block.kept_input = upTo(1) == 0 ? input : Bytes(0);
        block.saved = block.kept_input + Bytes(1 + upTo(1000));
        block.weights = Bytes(1 + upTo(300));
        result.blocks.push_back(block);
        most = std::max(most, block.saved + input);
        weights = std::max(weights, block.weights);
        all += block.saved;
        checkpoints += input;
    }
    const Bytes least = most + checkpoints + (stream_weights ? weights * 2 : Bytes(0));
    result.rules.capacity = least + Bytes(upTo(std::max<std::int64_t>(1, all.value - least.value)));
    const auto rate = [&] { return BytesPerSecond(1e3 * static_cast<double>(1 + upTo(60))); };
    result.rules.rate = {rate(), rate()};
    result.rules.stream_weights = stream_weights;
    return result;
}

inline BlockLabels randomLabels(std::mt19937& random, std::size_t count)
{
    BlockLabels labels;
    for (std::size_t b = 0; b < count; ++b) {
        labels.push_back(static_cast<BlockLabel>(std::uniform_int_distribution<int>(0, 2)(random)));
    }
    return labels;
}

}
