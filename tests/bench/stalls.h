// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/publishedruns.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace stagecraft::bench {

// Pipelines on a number of machines, and how many of them stalled: their time is nearer to that with a stall.
struct Stalls {
    int runs = 0;
    int stalled = 0;
    double least = 1e9; // lost for each micro-batch, over 1 - 1/stages
    double most = 0;
};

inline std::map<int, Stalls> stallsOf(const Stack& stack)
{
    std::map<int, Stalls> counts;
    const TimeValues values = valuesOf(stack.time);
    for (const TimeCase& known : timeCases(stack)) {
        if (known.run.pipeline == 1) {
            continue;
        }
        const auto time = [&](bool stalls) { return stepTime(known.run, known.sample.sheet, values, stalls).value; };
        const double measured = known.sample.measured.value;
        Stalls& count = counts[(known.run.devices + devicesPerNode - 1) / devicesPerNode];
        ++count.runs;
        if (std::abs(std::log(time(true) / measured)) < std::abs(std::log(time(false) / measured))
            && isSlowRun(known.run, known.sample.measured, Seconds(time(false)))) {
            const double lost = (measured - time(false)) / known.run.micro_batches / (1 - 1.0 / known.run.pipeline);
            ++count.stalled;
            count.least = std::min(count.least, lost);
            count.most = std::max(count.most, lost);
        }
    }
    return counts;
}

inline double stallChance(double of_machine, int machines)
{
    return 1 - std::pow(1 - of_machine, machines);
}

// The share of machines that stall all that runs over them, by which the counts are likeliest.
inline double likeliestShare(const std::map<int, Stalls>& counts)
{
    constexpr double step = 0.0001;
    double best = step;
    double best_likelihood = -INFINITY;
    for (double share = step; share < 0.5; share += step) {
        double likelihood = 0;
        for (const auto& [machines, count] : counts) {
            const double chance = stallChance(share, machines);
            likelihood += count.stalled * std::log(chance) + (count.runs - count.stalled) * std::log(1 - chance);
        }
        if (likelihood > best_likelihood) {
            best = share;
            best_likelihood = likelihood;
        }
    }
    return best;
}

}
