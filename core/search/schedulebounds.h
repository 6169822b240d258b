// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/pipelinebounds.h"
#include "core/search/scheduletable.h"

#include <stop_token>
#include <utility>

namespace stagecraft {

// Lower bounds of the largest peak of a pipeline over all partitions, under any schedule. The peak of a pipeline rank
// is at least its memory at any moment of its order. With pipeline rank weights that add up to 1, the largest peak is
// at least the sum over layers of the least that a layer adds at any stage, over all pipeline ranks with that stage.
// The weight of a rank is the inverse of the bytes that the whole chain would need there, spread evenly over the rank's
// stages. Keeps references to its arguments.
class ScheduleBounds {
public:
    // Once `stop` is requested, exceeds() excludes nothing more.
    ScheduleBounds(const PeakBounds& layers, const ScheduleTable& table, std::stop_token stop = {})
        : m_layers(layers), m_table(table), m_stop(std::move(stop))
    {
    }

    // Returns the lower bound for a possible depth: at least the largest layer.
    Bytes least(int pipeline_ranks) const;
    // Returns a lower bound for all depths up to this one, without examining orders: before the first backward pass, a
    // micro-batch is at all stages of its pipeline. Adds the layers' state, spread evenly; at least the largest layer.
    Bytes leastUpTo(int pipeline_ranks) const;

    // True if no partition is within `limit`, because layers are indivisible: the pipeline ranks can hold fewer layers
    // of a kind than there are. Each stage has at least one layer, and as many stages as there are other layers have
    // none of the kind.
    bool exceeds(int pipeline_ranks, Bytes limit) const;
    // Same for all depths up to this one; fast.
    bool allExceed(int pipeline_ranks, Bytes limit) const;
    // Like least(int), but up to `limit` as tight as exceeds() allows.
    Bytes least(int pipeline_ranks, Bytes limit) const;

private:
    double pipelines() const; // pipelines with a copy of all layers' state
    bool stagesExceed(int pipeline_ranks, double most) const;
    bool pipelineRanksExceed(int pipeline_ranks, double most) const;
    template <typename CapacityOf>
    bool capacitiesExceed(
        int pipeline_ranks,
        const CapacityOf& capacityOf) const; // capacity of a pipeline rank, for layers with a lower bound

    const PeakBounds& m_layers;
    const ScheduleTable& m_table;
    std::stop_token m_stop;
};

}
