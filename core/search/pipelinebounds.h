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

// Sums of bounds are of doubles: as much may be lost in them.
inline constexpr double boundRounding = 1 - 1e-9;

// Layers of a chain that PeakBounds cannot tell apart.
struct IdenticalLayers {
    Bytes state; // of a layer table
    Bytes parameters; // without those that a layer before has, too
    Bytes gradients;
    Bytes buffers;
    Bytes held; // of each micro-batch in flight: saved, and the input where nobody else counts it
    Bytes experts; // of the gradients, where not all replicas have the same
    Bytes backward; // least peak of a backward pass, above what is held
    bool low = false; // LayerCost::divided_low
    int count = 1;
};
std::vector<IdenticalLayers> identicalLayers(const ChainCosts& costs);

// What the largest peak of a pipeline is not below, however the chain is cut, for schedules that hasClosedForm() (their
// micro-batches in flight grow with the distance from the end of the pipeline and depend on nothing else). Immutable.
class PeakBounds {
public:
    // One depth up to `deepest` after the other. `layers`: identicalLayers() of the chain.
    PeakBounds(const ChainCosts& costs, const std::vector<IdenticalLayers>& layers, const Replication& replication,
               ScheduleKind schedule, std::int64_t micro_batches, int deepest);

    // 1 <= pipeline ranks <= deepest. Two bounds, the larger of which counts: the layer that takes most by itself, with
    // one micro-batch in flight; and a mean over the stages. A stage with q micro-batches in flight has at least
    // sum(state + q held) over its layers, their gradients where others follow (m > q), and the backward pass of one of
    // them. With weights w of the stages, which add up to 1, the largest peak is at least sum over stages of w x peak,
    // which is at least the sum over layers of the least w (state + q held) of any stage. Weights are the inverse of
    // what the whole chain would take at the stage: with equal layers the bound is then that of stages that may be cut
    // through layers. In constant time.
    Bytes least(int pipeline_ranks) const;

    // No partition into so many stages is within `limit`, as layers are whole: up to the limit a stage has room for so
    // many layers of a kind, and all stages together for fewer than there are. Quickly told, and at once where the last
    // stage has room for each kind.
    bool exceeds(int pipeline_ranks, Bytes limit) const;

    // What a layer adds to its stage, whatever else lies there.
    struct LayerLowerBound {
        double state = 0;
        double gradients = 0;
        double held = 0;
    };
    struct Kind {
        LayerLowerBound lower_bound;
        double backward = 0;
        double count = 0;
    };

    const std::vector<Kind>& kinds() const { return m_kinds; } // of layers, whatever the schedule
    double largest() const { return m_largest; }

private:
    Kind kindOf(const ChainCosts& costs, const Replication& replication, const IdenticalLayers& layers) const;
    double bytesAt(const LayerLowerBound& lower_bound, std::int64_t in_flight) const;
    std::int64_t inFlightAt(int from_end) const;
    double weightsOf(int pipeline_ranks) const;
    void sumUp();
    double leastShares(std::size_t pipeline_ranks) const;

    std::int64_t m_micro_batches;
    std::vector<Kind> m_kinds;
    LayerLowerBound m_all;
    double m_largest = 0; // layer alone
    double m_least_backward = 0;
    double m_enough = 0; // for all layers of a kind, whichever, in the last stage
    // By distance from the end, which is 1; the last entry is of all that lie further away, too.
    std::vector<std::int64_t> m_in_flight;
    std::vector<double> m_weights; // summed up
    std::vector<double> m_shares; // of a stage, the least of each layer at this distance or less, summed up
};

// What a step is not shorter than, however the chain is cut, for the same schedules. With w of a stage the time of both
// its passes and W their sum over the stages: before the stage s does its m micro-batches the first one passes the
// stages before, and its last gradient passes them after that: step >= sum of w before s + m w_s (FastestSearch). Of
// all ways to divide W that with the least maximum has all of these equal: W / (1 - (1 - 1/m)^P).
// With ZeRO 2 and 3 no step is shorter either than what its collectives take at the pipeline rank that has most of
// them.
class StepBounds {
public:
    explicit StepBounds(const ChainCosts& costs);
    // `exchange`: exchangeOf() of the configuration group.
    Seconds least(int pipeline_ranks, std::int64_t micro_batches, Seconds exchange) const;
    // What the replicas of the stages exchange for one micro-batch, all stages together.
    Seconds exchangeOf(int zero, const RankGroup& replicas) const;

private:
    double m_work = 0; // of one micro-batch
    double m_longest = 0; // of a layer
    Bytes m_parameters;
    Bytes m_gradients;
};

}
