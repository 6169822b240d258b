// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/stagetable.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// A pipeline whose stages are spread each in its own way.
struct StagePartition {
    std::vector<PartitionStage> stages;
    Bytes peak; // the largest of its devices
    int devices = 0; // all together
};

// What every stage must keep.
struct StageLimit {
    Bytes peak {INT64_MAX};
    Seconds work {1e300}; // all forward and backward passes of a step, and the optimizer
    bool fitting = false; // its devices have room for it, as estimates have it
};

// How close the longest work of a stage is to the least, where it only decides among equals.
inline constexpr double workTolerance = 0.01;

// Searches pipelines whose stages have degrees of their own, on equal devices (docs/search.md, "Degrees of each
// stage"). How many devices the stages behind take is all that matters of them, so that the fewest devices for the
// layers from one on, with so many stages left, can be found from the end: exact in what it minimises, whatever the
// layers cost. Holds a reference to the table. Safe from any thread.
class DegreeSearch {
public:
    // `places`: stages; none: as many as are best. `first_data`: data degree of the first stage, which the problem's
    // micro-batch is that of; none: any.
    DegreeSearch(const StageTable& table, std::optional<int> places, std::optional<int> first_data);

    // Nothing where the devices do not suffice, or when stopped.
    std::optional<StagePartition> fewestDevices(const StageLimit& limit, const std::stop_token& stop) const;

    // The least peak under `limit`, to the byte: bisection between what was found and what was refused.
    std::optional<StagePartition> leastPeak(StageLimit limit, const std::stop_token& stop) const;

    // The least of the longest work of a stage, within `relative` of it: bisection.
    std::optional<StagePartition> leastWork(StageLimit limit, double relative, const std::stop_token& stop) const;

    // leastPeak(), and of the pipelines that have it one with leastWork(), within workTolerance.
    std::optional<StagePartition> quickLeastPeak(StageLimit limit, const std::stop_token& stop) const;

    Seconds workOf(const PartitionStage& stage) const;
    Seconds longestWork(const StagePartition& partition) const; // of its stages

private:
    struct Choice {
        int devices = 0; // of the layers from here on; more than there are: none
        int option = -1;
        int last = 0;
    };
    using Level = std::vector<Choice>; // by first layer

    class LevelMaker;

    // `any`: the first that is found, with whatever devices. `rejected`: lowered to the least bytes that the limit of
    // the peak refused.
    std::optional<StagePartition> fewestDevices(const StageLimit& limit, bool any, Bytes& rejected,
                                                const std::stop_token& stop) const;
    StagePartition partitionOf(const std::vector<Level>& levels, std::size_t level, bool repeats) const;

    const StageTable& m_table;
    std::optional<int> m_places;
    std::optional<int> m_first_data;
    int m_most; // stages
    std::vector<Bytes> m_fitting; // by option
    std::vector<std::int64_t> m_in_flight; // by distance from the end
};

}
