// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/memory/replication.h"
#include "core/problem/schedulekind.h"
#include "core/simulation/collectives.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// What the largest peak of a pipeline is not below, however the chain is cut, for schedules that hasClosedForm() (their
// micro-batches in flight grow with the distance from the end of the pipeline and depend on nothing else). Immutable.
class PeakBounds {
public:
    // One depth up to `deepest` after the other.
    PeakBounds(const ChainCosts& costs, const Replication& replication, ScheduleKind schedule,
               std::int64_t micro_batches, int deepest);

    // 1 <= places <= deepest. Two bounds, the larger of which counts: the layer that takes most by itself, with one
    // micro-batch in flight; and a mean over the stages. A stage with q micro-batches in flight has at least
    // sum(state + q saved) over its layers, and their gradients where others follow (m > q). With weights w of the
    // stages, which add up to 1, the largest peak is at least sum over stages of w x peak, which is at least the sum
    // over layers of the least w (state + q saved) of any stage. Weights are the inverse of what the whole chain would
    // take at the stage: with equal layers the bound is then that of stages that may be cut through layers.
    Bytes least(int places) const;

    // What a layer adds to its stage, whatever else lies there.
    struct Floor {
        double state = 0;
        double gradients = 0;
        double saved = 0;

        friend bool operator==(const Floor&, const Floor&) = default;
    };
    struct Kind {
        Floor floor;
        double count = 0;
    };

    const std::vector<Kind>& kinds() const { return m_kinds; } // of layers, whatever the schedule
    double largest() const { return m_largest; }

private:
    void addMeasured(const ChainCosts& costs, const Replication& replication, const LayerMemory& memory,
                     Bytes parameters, Bytes gradients);
    void add(const Floor& floor, double alone);
    double bytesAt(const Floor& floor, std::int64_t in_flight) const;

    std::int64_t m_micro_batches;
    std::vector<Kind> m_kinds;
    Floor m_all;
    double m_largest = 0; // layer alone
    std::vector<std::int64_t> m_in_flight; // by distance from the end, which is 1
    std::vector<double> m_weights; // summed up
};

// What a step is not shorter than, however the chain is cut, for the same schedules. With w of a stage the time of both
// its passes and W their sum over the stages: before the stage s does its m micro-batches the first one passes the
// stages before, and its last gradient passes them after that: step >= sum of w before s + m w_s (FastestSearch). Of
// all ways to divide W that with the least maximum has all of these equal: W / (1 - (1 - 1/m)^P).
// With ZeRO 2 and 3 no step is shorter either than what its collectives take at the place that has most of them.
class StepBounds {
public:
    explicit StepBounds(const ChainCosts& costs);
    // `exchange`: exchangeOf() of the family.
    Seconds least(int places, std::int64_t micro_batches, Seconds exchange) const;
    // What the replicas of the stages exchange for one micro-batch, all stages together.
    Seconds exchangeOf(int zero, const RankGroup& replicas) const;

private:
    double m_work = 0; // of one micro-batch
    double m_longest = 0; // of a layer
    Bytes m_parameters;
    Bytes m_gradients;
};

}
