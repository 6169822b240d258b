// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/collectives.h"
#include "core/simulation/pipeline.h"

#include <utility>
#include <vector>

namespace stagecraft {

// Bucket sizes of libtorch's DistributedDataParallel: 25 MiB, the first one 1 MiB so that the links start early (its
// documentation of bucket_cap_mb; kDefaultBucketBytesCap and kDefaultFirstBucketBytes in
// torch/csrc/distributed/c10d/reducer.hpp, libtorch 2.11).
inline constexpr Bytes gradientBucket(25 << 20);
inline constexpr Bytes firstGradientBucket(1 << 20);

// Gradient all-reduces of a stage during the backward pass of its last micro-batch: a layer's gradients are ready when
// its backward pass ends, full buckets are sent at once, one after another; the last one, full or not, at the end.
// Compute and links do not slow each other down. Not thread-safe; no errors.
class GradientReduction {
public:
    // `scatters`: each rank receives only its share of the sums (ZeRO 1).
    explicit GradientReduction(const RankGroup& group, bool scatters = false);

    // Adds the backward pass of the next layer, from the end of the stage: it lasts `time` and produces `gradients`.
    void backward(Seconds time, Bytes gradients);

    // Exposed time after the layers so far, as if they were all.
    Seconds exposed() const;
    // Time of all all-reduces without overlap.
    Seconds total() const;
    // Time of the last all-reduce.
    Seconds lastBucket() const;
    // All-reduces, first to last, relative to the end of the layers so far; buckets sent together are combined.
    std::vector<GradientBucket> buckets() const;

private:
    Seconds timeOf(Bytes bytes) const { return m_scatters ? reduceScatter(bytes, m_group) : allReduce(bytes, m_group); }

    RankGroup m_group;
    bool m_scatters;
    Seconds m_bucket; // time of a full bucket
    Seconds m_clock; // compute time of the backward pass
    Seconds m_free; // time at which the links are free
    Seconds m_busy;
    Seconds m_last; // time of the last bucket sent
    Bytes m_waiting;
    std::vector<std::pair<Seconds, Seconds>> m_sent; // ready time and duration
    bool m_first = true;
};

}
