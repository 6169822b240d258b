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

// Of a step that is measured between two updates of a schedule without a flush, the share that is surely its own work:
// when the first of them is done, no pipeline rank is further ahead than the pipeline is deep. 1 with a flush.
double steadyShare(ScheduleKind schedule, int pipeline_ranks, std::int64_t micro_batches);

// What a step is not shorter than if one stage has these layers, for schedules with one stage a pipeline rank
// (partitioning theory of 1F1B and GPipe, checked in tests/unit/simulation/tst_pipeline.cpp). Where backward passes
// come in halves, those that are put off may come after the last gradient has left; without a flush it is the work
// alone that counts, less what may be done ahead (steadyShare()). Immutable.
class StageBounds {
public:
    // `use`: stageUse() of the configuration group. `host`: each way, of devices of the group; without it an optimizer
    // on the host counts nothing.
    StageBounds(const ChainCosts& costs, const ConfigurationGroup& config_group, const ClusterGroup& group,
                const StageUse& use, std::optional<BytesPerSecond> host = {});

    // The first micro-batch passes the stages before; this stage does all its work, or its collectives if they take
    // longer; then either the last gradient passes the stages before, or its own gradients are reduced, as far as its
    // last backward pass does not hide it, and its optimizer runs. Grows with `range.last`.
    double least(LayerRange range) const;
    // The same without the stage's own gradients and optimizer: less, and quickly told. Grows with `range.last`.
    double work(LayerRange range) const;

    // Less still, and it grows with the stage at both of its ends; of a stage that begins later and ends with the same
    // layer it is less.
    double passed(LayerRange range) const;

    // Of these what does not depend on the stages before: a stage's work, and what follows it where a flush does.
    double own(LayerRange range) const;
    double after(LayerRange range) const;
    // A micro-batch's passes.
    double forward(LayerRange range) const { return between(m_forward, range); }
    double backward(LayerRange range) const { return between(m_backward, range); }

private:
    double between(const std::vector<double>& sums, LayerRange range) const;
    double passes(LayerRange range) const; // of all micro-batches
    double before(LayerRange range) const; // the first micro-batch's way to the stage
    double done(LayerRange range) const; // with the stage's work
    double drain(LayerRange range) const; // the last gradient's way to the first stage

    double m_micro_batches;
    ScheduleRules m_rules;
    double m_share; // of the stage's work that is surely within a step
    int m_zero;
    bool m_waits; // for the host, which begins once all gradients are there
    bool m_by_hosts; // hosts exchange gradients, layer by layer, where replicas lie on several
    bool m_reduces; // gradients of replicas after the last backward pass
    RankGroup m_replicas;
    // Sums over the layers before an index.
    std::vector<double> m_forward;
    std::vector<double> m_backward;
    std::vector<double> m_optimizer;
    std::vector<double> m_host; // of an optimizer there: its memory, and the way back
    std::vector<double> m_parameters;
    std::vector<double> m_gradients;
    std::vector<double> m_exchange; // of ZeRO 2 and 3, layer by layer, for a micro-batch
    std::vector<double> m_exchange_backward; // of these what its backward pass has
};

}
