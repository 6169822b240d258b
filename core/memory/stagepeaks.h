// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/memory/ledger.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace stagecraft {

// Largest value of any range of a fixed sequence in constant time, after n log n preparation (sparse table).
class RangeMaximum {
public:
    RangeMaximum() = default;
    explicit RangeMaximum(std::vector<std::int64_t> values);
    // Over [first, last); the least int64 if that is empty.
    std::int64_t operator()(int first, int last) const;

private:
    std::vector<std::vector<std::int64_t>> m_levels;
};

// Schedules for whose orders StagePeaks is equal to the ledger: one stage a pipeline rank, whole backward passes, a
// flush.
bool hasClosedForm(ScheduleKind schedule);
std::string closedFormNames(); // with commas

// What StagePeaks::least() has of a range of layers, above its state: with how many micro-batches in flight is left
// open. As StagePhases.
struct StageLeast {
    Bytes state;
    std::int64_t held = 0;
    std::int64_t context = 0;
    std::int64_t backward = 0;
    std::int64_t accumulate = 0;
    std::int64_t gradients = 0;
    std::int64_t update = 0;
};

// Peak bytes of any stage in constant time: the closed form of walkLedger(), to which it is equal for every order of
// such a schedule (tests/unit/memory/tst_ledger.cpp). Where several tensors cross boundaries a stage's phases are
// walked through once, the first time it is asked for. Holds a reference to the costs. Safe from any thread.
// `replication` is that of walkLedger(): the same for all stages.
class StagePeaks {
public:
    explicit StagePeaks(const ChainCosts& costs, const Replication& replication = {});

    // Stage of the layers [first, last) that holds up to `in_flight` of `micro_batches` micro-batches, 1 <= in_flight
    // <= micro_batches.
    Bytes peak(LayerRange range, std::int64_t in_flight, std::int64_t micro_batches) const;

    // No stage that has these layers and maybe others before and behind has a lower peak.
    Bytes least(LayerRange range, std::int64_t in_flight, std::int64_t micro_batches) const;

    // Both in two steps, where a range is asked for with many numbers in flight; not of layer tables, nor of ranges in
    // which tied weights meet.
    bool inSteps(LayerRange range) const { return !m_costs.closedForm() && !tiedWithin(range); }
    StagePhases phases(LayerRange range) const { return m_plain ? closedPhases(range) : walkedPhases(range); }
    static Bytes peakOf(const StagePhases& phases, std::int64_t in_flight, std::int64_t micro_batches);
    StageLeast leastPhases(LayerRange range) const;
    Bytes leastOf(const StageLeast& phases, std::int64_t in_flight, std::int64_t micro_batches) const;

    // The same under any schedule, of what lies there before a backward pass with so many micro-batches in flight.
    Bytes leastHeld(LayerRange range, std::int64_t in_flight) const;

private:
    Bytes walkedPeak(LayerRange range, std::int64_t in_flight, std::int64_t micro_batches) const;
    StagePhases walkedPhases(LayerRange range) const;
    StagePhases closedPhases(LayerRange range) const;
    Bytes tablePeak(LayerRange range, std::int64_t in_flight) const;
    void prepareLeast();
    bool inBuffers() const { return m_replication.boundary_buffers > 0; } // what comes from other stages
    bool tiedWithin(LayerRange range) const;
    std::int64_t leastKept(LayerRange range) const;
    Bytes stateOf(LayerRange range) const;
    std::int64_t between(const std::vector<std::int64_t>& sums, LayerRange range) const;
    // Of parameters beside a layer's own in its forward pass, where the stage has the layers before `end`.
    std::int64_t ahead(std::size_t layer, std::size_t end) const;

    const ChainCosts& m_costs;
    Replication m_replication;
    bool m_plain;
    std::int64_t m_optimizer_bytes; // of state here, for each byte that learns here
    mutable std::mutex m_mutex;
    mutable std::map<std::pair<int, int>, StagePhases> m_phases; // by first and last layer
    std::vector<LayerShare> m_shares;
    // Sums over the layers before an index; one entry more than there are layers.
    std::vector<std::int64_t> m_state; // without the optimizer's, but for layer tables
    std::vector<std::int64_t> m_divided; // what learns
    std::vector<std::int64_t> m_experts; // beside it, of experts where not all replicas have the same
    std::vector<std::int64_t> m_kept; // saved bytes and the boundary behind, for each micro-batch in flight
    std::vector<std::int64_t> m_cached; // till the end of a forward
    std::vector<std::int64_t> m_gradients; // from a step's first backward on
    std::vector<std::int64_t> m_shared; // number of layers with tied weights
    std::vector<std::int64_t> m_behind; // bytes of the boundary behind a layer that it adds to m_kept
    RangeMaximum m_context;
    RangeMaximum m_persistent;
    RangeMaximum m_forward;
    RangeMaximum m_backward;
    RangeMaximum m_accumulate;
    RangeMaximum m_leaving; // LayerShare::leaving, in later backward passes
    RangeMaximum m_leaving_first; // in the first, without the gradients behind
    RangeMaximum m_workspace; // optimizer step; transient bytes of a table
    // What least() has, above the kept bytes of its layers, of the stages that have them:
    std::vector<std::int64_t> m_before; // by first layer: kept of what comes in, or of the layers before
    // By the index behind the last layer: the backward pass of the stage's last layer, a step's first and later ones.
    std::vector<std::int64_t> m_ending;
    std::vector<std::int64_t> m_ending_later;
};

}
