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

// Factor that covers the rounding of sums of doubles in lower bounds.
inline constexpr double boundRounding = 1 - 1e-9;

// Layers of a chain that are identical for PeakBounds.
struct IdenticalLayers {
    Bytes state; // state, of layer tables
    Bytes parameters; // excludes parameters shared with an earlier layer
    Bytes gradients;
    Bytes buffers;
    Bytes held; // per micro-batch in flight: saved activations, and the input unless another layer counts it
    Bytes experts; // part of the gradients that differs between replicas
    Bytes backward; // lowest peak of a backward pass, above `held`
    bool low = false; // LayerCost::divided_low
    int count = 1;
};
std::vector<IdenticalLayers> identicalLayers(const ChainCosts& costs);

// Lower bounds of the largest peak of a pipeline over all partitions, for schedules that hasClosedForm(): their
// micro-batches in flight grow with the distance from the end of the pipeline and depend on nothing else. Immutable.
class PeakBounds {
public:
    // Covers every depth up to `deepest`. `layers`: identicalLayers() of the chain.
    PeakBounds(const ChainCosts& costs, const std::vector<IdenticalLayers>& layers, const Replication& replication,
               ScheduleKind schedule, std::int64_t micro_batches, int deepest);

    // Returns the larger of two lower bounds, for 1 <= pipeline ranks <= deepest: the most expensive layer alone, with
    // one micro-batch in flight; and a mean over the stages. A stage with q micro-batches in flight has at least
    // sum(state + q held) over its layers, their gradients if other micro-batches follow (m > q), and the backward pass
    // of one layer. With stage weights w that add up to 1, the largest peak is at least sum over stages of w x peak,
    // which is at least the sum over layers of the minimum of w (state + q held) over the stages. The weight of a stage
    // is the inverse of the bytes that the whole chain would need there: with equal layers, the bound equals that of
    // stages cut through layers. Constant time.
    Bytes least(int pipeline_ranks) const;

    // True if no partition into this many stages is within `limit`, because layers are indivisible: within the limit a
    // stage can hold only a number of layers of a kind, and all stages together hold too few. Fast; immediate if the
    // last stage can hold all layers of each kind.
    bool exceeds(int pipeline_ranks, Bytes limit) const;

    // Bytes that a layer adds to its stage, independent of the other layers.
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

    const std::vector<Kind>& kinds() const { return m_kinds; } // kinds of layers; independent of the schedule
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
    double m_largest = 0; // bytes of the largest layer alone
    double m_least_backward = 0;
    double m_enough = 0; // bytes with which the last stage can hold all layers of any one kind
    // Index: distance from the end, starting at 1; the last entry also covers all larger distances.
    std::vector<std::int64_t> m_in_flight;
    std::vector<double> m_weights; // prefix sums
    std::vector<double> m_shares; // prefix sums over the layers of the minimum share at this distance or less
};

// Lower bounds of the step time over all partitions, for the same schedules. Let w be the time of both passes of a
// stage and W their sum over the stages. Before stage s runs its m micro-batches, the first one passes the stages
// before it, and its last gradient passes them afterwards: step >= sum of w before s + m w_s (FastestSearch). The
// division of W with the least maximum makes all of these equal: W / (1 - (1 - 1/m)^P). With ZeRO 2 and 3 the step is
// also at least the collectives of the pipeline rank with the most.
class StepBounds {
public:
    explicit StepBounds(const ChainCosts& costs);
    // `exchange`: exchangeOf() of the configuration group.
    Seconds least(int pipeline_ranks, std::int64_t micro_batches, Seconds exchange) const;
    // Seconds of the exchange between replicas for one micro-batch, summed over the stages.
    Seconds exchangeOf(int zero, const RankGroup& replicas) const;

private:
    double m_work = 0; // seconds of one micro-batch
    double m_longest = 0; // seconds of the longest layer
    Bytes m_parameters;
    Bytes m_gradients;
};

}
