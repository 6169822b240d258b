// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/partitionsearch.h"

namespace stagecraft {

// One run of PartitionSearch::fastest().
class FastestSearch {
public:
    FastestSearch(const PartitionSearch& search, int places, Bytes limit, SearchEffort effort, std::stop_token stop);
    std::optional<Partition> run();
    // Of all partitions, without a look at any; infinite where there is none under the limit.
    double bound();

private:
    struct Branch {
        int next = 0; // layer with which the next stage begins
        double bound = 0;
    };

    double bound(int first, int last) const;
    double leastWork(int first, int last) const; // no more than bound(); grows with `last`
    double stageBound(int place, int first, int last) const; // infinite where the stage is above the limit
    void prepareBounds();
    void extend(int place, int first, double bound_so_far);
    void take();
    bool hopeless(double bound) const;
    bool spent() const;

    const PartitionSearch& m_search;
    int m_places;
    int m_layers;
    Bytes m_limit;
    SearchEffort m_effort;
    std::stop_token m_stop;
    std::vector<std::vector<double>> m_rest; // [place][layer]: bound of the best way to place the layers from here on
    std::vector<int> m_cuts;
    std::optional<Partition> m_best;
    std::int64_t m_evaluations = 0;
    bool m_exact = true;
};

}
