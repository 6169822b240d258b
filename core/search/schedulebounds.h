// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/pipelinebounds.h"
#include "core/search/scheduletable.h"

#include <stop_token>
#include <utility>

namespace stagecraft {

// What the largest peak of a pipeline is not below, however the chain is cut, under any schedule. A pipeline rank peaks
// no lower than at any one moment of its order; with weights of the pipeline ranks that add up to 1, the largest peak
// is at least the sum over layers of the least that a layer adds at any stage, at all pipeline ranks where that stage
// lies. Weights are the inverse of what the whole chain would take there, spread evenly over the pipeline rank's
// stages. Holds references to its arguments.
class ScheduleBounds {
public:
    // Once `stop` is requested, exceeds() excludes nothing more.
    ScheduleBounds(const PeakBounds& layers, const ScheduleTable& table, std::stop_token stop = {})
        : m_layers(layers), m_table(table), m_stop(std::move(stop))
    {
    }

    // Of a depth that is possible: also at least the largest layer.
    Bytes least(int pipeline_ranks) const;
    // Of all depths up to that one, without a look at orders: before the first backward pass a micro-batch lies at all
    // stages of its pipeline. With that the layers' state, spread evenly; and the largest layer.
    Bytes leastUpTo(int pipeline_ranks) const;

    // No partition is within `limit`, as layers are whole: the pipeline ranks have room for fewer of a kind than there
    // are. Each stage has at least one layer, and as many stages as there are other layers none of the kind.
    bool exceeds(int pipeline_ranks, Bytes limit) const;
    // The same of all depths up to that one, quickly told.
    bool allExceed(int pipeline_ranks, Bytes limit) const;
    // As least(), and up to `limit` as close as exceeds() tells.
    Bytes least(int pipeline_ranks, Bytes limit) const;

private:
    double pipelines() const; // each with all layers' state
    bool stagesExceed(int pipeline_ranks, double most) const;
    bool pipelineRanksExceed(int pipeline_ranks, double most) const;
    template <typename CapacityOf>
    bool capacitiesExceed(
        int pipeline_ranks,
        const CapacityOf& capacityOf) const; // Capacity of a pipeline rank, for layers with a lower bound

    const PeakBounds& m_layers;
    const ScheduleTable& m_table;
    std::stop_token m_stop;
};

}
