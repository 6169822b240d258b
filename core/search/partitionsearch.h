// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/estimate/stackstages.h"
#include "core/estimate/stagetimes.h"
#include "core/memory/stagepeaks.h"
#include "core/problem/problem.h"
#include "core/simulation/pipeline.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// A partition with what orders it. `exact`: nothing better exists under the limit that it was asked for.
struct Partition {
    std::vector<int> cuts;
    Bytes peak;
    Seconds step;
    std::vector<Bytes> sorted_peaks; // of the stages, largest first
    bool exact = true;
    std::int64_t operations = 0; // that were simulated to find it
};

// How long PartitionSearch::fastest() tries: simulated operations after which it keeps what it has (a few partitions
// are always tried), and a step that is good enough to stop at.
struct SearchEffort {
    std::int64_t operations = 10'000'000;
    Seconds enough;
};

// True if `a` comes before `b`: lower peak; faster; lexicographically smaller sorted peaks; smaller cuts.
bool precedes(const Partition& a, const Partition& b);

// Searches the partitions of the chain for one data degree and number of micro-batches, on equal devices. All answers
// are exact unless they say otherwise. Holds references to its arguments. Safe from any thread.
class PartitionSearch {
public:
    // With a stack the bytes are those of its model, and the steps too where it tells of them.
    PartitionSearch(const Problem& problem, const ChainCosts& costs, int data, std::int64_t micro_batches,
                    std::optional<StackStages> stack = std::nullopt);

    // Entry P: the least peak over all partitions into P stages, for P = 1 .. most_places (entry 0 is unused). Dynamic
    // program over stages from the end: with equal devices the bytes of a stage depend on its layers and its distance
    // from the end only, else (depthCounts()) one for each P. Empty when stopped. O(most_places x layers^2), else
    // O(most_places^2 x layers^2).
    std::vector<Bytes> leastPeaks(int most_places, std::stop_token stop) const;

    // True if a partition into `places` stages has no stage above `limit`.
    bool feasible(int places, Bytes limit, const std::stop_token& stop) const; // true when stopped

    // The fastest partition into `places` stages with no stage above `limit` (ties as in precedes()); none if there is
    // none or when stopped. Branch and bound: stages from the front, bounded by times that the simulated step cannot
    // beat.
    std::optional<Partition> fastest(int places, Bytes limit, SearchEffort effort, std::stop_token stop) const;

    // The partition with the least peak among those not slower than `slowest`; none if there is none or when stopped.
    std::optional<Partition> leastPeakWithin(int places, Seconds slowest, Bytes limit, SearchEffort effort,
                                             std::stop_token stop) const;

    // A given partition.
    Partition evaluate(const std::vector<int>& cuts) const;

private:
    friend class FastestSearch;

    int layers() const { return m_costs.size(); }
    std::vector<Bytes> stagePeaksUpTo(int places, Bytes limit,
                                      const std::stop_token& stop) const; // distinct, ascending
    // Entry i: least peak of the layers from i on as the last k of `places` stages, from that (`behind`) of the last
    // k - 1.
    std::vector<Bytes> withStageBefore(const std::vector<Bytes>& behind, int k, int places,
                                       const std::stop_token& stop) const;
    Bytes stagePeak(int from_end, int places, LayerRange range) const;
    StageTimes times(LayerRange range, int place, int places) const;
    Seconds stepOf(const std::vector<int>& cuts) const;
    PlaceDegrees degrees() const { return placeDegrees(m_problem.constraints.degrees, m_data); }
    bool depthCounts() const { return m_stack && m_stack->depthCounts(); }
    bool stackTellsTime() const { return m_stack && m_stack->tellsTime(); }

    const Problem& m_problem;
    const ChainCosts& m_costs;
    int m_data;
    std::int64_t m_micro_batches;
    StagePeaks m_peaks;
    StageUse m_use;
    std::optional<StackStages> m_stack;
};

}
