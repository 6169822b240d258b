// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/estimate/stagetimes.h"
#include "core/hardware/cluster.h"
#include "core/plan/plan.h"
#include "core/schedule/rules.h"
#include "core/search/searchspace.h"
#include "core/simulation/collectives.h"

#include <optional>
#include <vector>

namespace stagecraft {

// Returns the guaranteed share of a step's own work, for a step measured between two updates of a schedule without a
// flush: at the first update, no pipeline rank is further ahead than the pipeline is deep. 1 with a flush.
double steadyShare(ScheduleKind schedule, int pipeline_ranks, std::int64_t micro_batches);

// Lower bounds of the step time if one stage has given layers, for schedules with one stage per pipeline rank
// (partitioning theory of 1F1B and GPipe, checked in tests/unit/simulation/tst_pipeline.cpp). If backward passes come
// in halves, deferred halves may run after the last gradient has left; without a flush only work counts, minus what may
// be done ahead (steadyShare()). Immutable.
class StageBounds {
public:
    // `use`: stageUse() of the configuration group. `host`: bandwidth to the host in each direction, of the group's
    // devices; if empty, an optimizer on the host counts as zero time.
    StageBounds(const ChainCosts& costs, const ConfigurationGroup& config_group, const ClusterGroup& group,
                const StageUse& use, std::optional<BytesPerSecond> host = {});

    // Returns the bound: the first micro-batch passes the stages before; this stage does all its work, or its
    // collectives if they take longer; then either the last gradient passes the stages before, or the stage reduces its
    // gradients, as far as its last backward pass does not overlap that, and runs its optimizer. Grows with
    // `range.last`.
    double least(LayerRange range) const;
    // Same without the stage's gradient reduction and optimizer: a weaker, faster bound. Grows with `range.last`.
    double work(LayerRange range) const;

    // A still weaker bound that grows with the stage at both ends; for a fixed last layer, it decreases with a later
    // first layer.
    double passed(LayerRange range) const;

    // Parts independent of the stages before: the stage's work, and what follows it if the schedule flushes.
    double own(LayerRange range) const;
    double after(LayerRange range) const;
    // Seconds of one micro-batch's passes.
    double forward(LayerRange range) const { return between(m_forward, range); }
    double backward(LayerRange range) const { return between(m_backward, range); }

private:
    double between(const std::vector<double>& sums, LayerRange range) const;
    double passes(LayerRange range) const; // seconds of all micro-batches
    double before(LayerRange range) const; // seconds until the first micro-batch reaches the stage
    double done(LayerRange range) const; // including the stage's work
    double drain(LayerRange range) const; // seconds until the last gradient reaches the first stage

    double m_micro_batches;
    ScheduleRules m_rules;
    double m_share; // share of the stage's work guaranteed to be within a step
    int m_zero;
    bool m_waits; // waits for the host optimizer, which starts once all gradients are there
    bool m_by_hosts; // hosts exchange gradients layer by layer, as replicas span several hosts
    bool m_reduces; // reduces gradients between replicas after the last backward pass
    RankGroup m_replicas;
    // Prefix sums over the layers before an index.
    std::vector<double> m_forward;
    std::vector<double> m_backward;
    std::vector<double> m_optimizer;
    std::vector<double> m_host; // host optimizer: its memory traffic and the transfer back
    std::vector<double> m_parameters;
    std::vector<double> m_gradients;
    std::vector<double> m_exchange; // ZeRO 2 and 3 collectives, layer by layer, per micro-batch
    std::vector<double> m_exchange_backward; // part of these in the backward pass
};

}
