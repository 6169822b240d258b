// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/collectives.h"
#include "core/simulation/pipeline.h"

#include <utility>
#include <vector>

namespace stagecraft {

// Buckets in which libtorch's DistributedDataParallel collects gradients: 25 MiB, the first one 1 MiB so that the
// links have work early (its documentation of bucket_cap_mb; kDefaultBucketBytesCap and kDefaultFirstBucketBytes in
// torch/csrc/distributed/c10d/reducer.hpp, libtorch 2.11).
inline constexpr Bytes gradientBucket(25 << 20);
inline constexpr Bytes firstGradientBucket(1 << 20);

// The all-reduces of a stage's gradients beside the backward pass of its last micro-batch: a layer's gradients are
// ready when its backward ends, full buckets leave at once, one after another; the last one, full or not, at the end.
// Compute and links do not slow each other down. Used by one thread; no errors.
class GradientReduction {
public:
    // `scatters`: each rank gets its part of the sums alone (ZeRO 1).
    explicit GradientReduction(const RankGroup& group, bool scatters = false);

    // The backward pass of the next layer, from the end of the stage, takes `time`, and leaves `gradients`.
    void backward(Seconds time, Bytes gradients);

    // What the reduction takes beyond the end of the layers so far, as if they were all.
    Seconds exposed() const;
    // All its all-reduces one after another: what it would take without overlap.
    Seconds total() const;
    // The last of them.
    Seconds lastBucket() const;
    // All of them, first to last, before the end of the layers so far; those that leave together are told as one.
    std::vector<GradientBucket> buckets() const;

private:
    Seconds timeOf(Bytes bytes) const { return m_scatters ? reduceScatter(bytes, m_group) : allReduce(bytes, m_group); }

    RankGroup m_group;
    bool m_scatters;
    Seconds m_bucket; // for a full one
    Seconds m_clock; // of the backward pass
    Seconds m_free; // when the links are
    Seconds m_busy;
    Seconds m_last; // that left
    Bytes m_waiting;
    std::vector<std::pair<Seconds, Seconds>> m_sent; // when they were ready, and what they take
    bool m_first = true;
};

}
