// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/partitionsearch.h"
#include "core/search/remainingbounds.h"

#include <mutex>

namespace stagecraft {

// Scratch data that one run of a FastestSearch keeps for the next run of the same search. Used by one run at a time.
struct FastestScratch {
    std::mutex mutex;
    std::optional<StageRanges> ranges; // only if stage bytes come from StagePeaks
    // Key of `remaining`: pipeline ranks (0 if there are no bounds), peak limit, and the value up to which bounds are
    // exact.
    int pipeline_ranks = 0;
    Bytes limit;
    double bound_limit = 0;
    std::int64_t looked = 0; // stages evaluated to compute the bounds
    RemainingBounds remaining;
};

// State of one run of PartitionSearch::fastest().
class FastestSearch {
public:
    FastestSearch(const PartitionSearch& search, int pipeline_ranks, Bytes limit, SearchEffort effort,
                  std::stop_token stop);
    std::optional<Partition> run();
    // Returns a lower bound of the step over all partitions without evaluating any; infinite if none is under the
    // limit.
    double bound();
    std::int64_t looked() const { return m_looked; } // number of stages whose bytes and times were evaluated

private:
    struct Branch {
        int next = 0; // first layer of the next stage
        double bound = 0;
    };

    double bound(int first, int last);
    Bytes peak(int pipeline_rank, LayerRange range);
    Bytes least(int left, LayerRange range);
    double leastWork(int first, int last); // at most bound(); grows with `last`
    // Infinite if the stage exceeds the peak limit or its bound exceeds `most`.
    double stageBound(int pipeline_rank, int first, int last, double most = RemainingBounds::infinite);
    // Bounds above `bound_limit` may be reported as infinite.
    void prepareBounds(double bound_limit);
    void makeBounds(double bound_limit);
    void makeRow(int pipeline_rank, PartitionSearch::Begins begins, PartitionSearch::Begins behind);
    void letGo(); // releases the bounds if there are too many to keep
    double remainingAt(int pipeline_rank, int layer) const { return m_scratch.remaining.at(pipeline_rank, layer); }
    double whole() const { return m_scratch.remaining.isEmpty() ? RemainingBounds::infinite : remainingAt(0, 0); }
    // Returns the lowest bound of the layers from `first` on if their first stage ends within `ends`.
    double leastFrom(int pipeline_rank, int first, LayerRange ends);
    // Returns the end at which the first stage's bound reaches that of the later stages: the lowest bound is there or
    // nearby.
    int balancedEnd(int pipeline_rank, int first, LayerRange ends);
    // True if there are so many bounds that only those that the best partition may need are computed.
    bool areMany() const;
    // Returns the bound of some partition under the limit, close to the least; infinite if none is found.
    double quickBound(std::vector<int>& split_points);
    double boundOf(const std::vector<int>& split_points);
    // Fills stages from the front while their bounds are at most `longest`; infinite if layers are left over.
    double filledBound(double longest, std::vector<int>& split_points);
    int filledEnd(int pipeline_rank, int first, double longest);
    void extend(int pipeline_rank, int first, double bound_so_far);
    void improve();
    bool moveLayer(int from, int to); // true if the best partition becomes faster
    void takeEven();
    double takeQuick();
    void take();
    bool prunable(double bound) const;
    bool spent() const;

    const PartitionSearch& m_search;
    int m_pipeline_ranks;
    int m_layers;
    Bytes m_limit;
    SearchEffort m_effort;
    std::stop_token m_stop;
    FastestScratch m_own; // used while another run has the scratch data of the search
    std::unique_lock<std::mutex> m_lock;
    FastestScratch& m_scratch; // `remaining`: bounds of the best partition of the layers from one on
    std::vector<int> m_split_points;
    std::optional<Partition> m_best;
    std::int64_t m_evaluations = 0;
    std::int64_t m_looked = 0;
    bool m_exact = true;
};

}
