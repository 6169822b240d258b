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

// Range maximum over a fixed sequence in constant time, after n log n preparation (sparse table).
class RangeMaximum {
public:
    RangeMaximum() = default;
    explicit RangeMaximum(std::vector<std::int64_t> values);
    // Maximum over [first, last); below every sum of bytes if the range is empty.
    std::int64_t operator()(int first, int last) const;

private:
    std::vector<std::vector<std::int64_t>> m_levels;
};

// True for schedules for whose orders StagePeaks equals the ledger: one stage per pipeline rank, whole backward passes,
// a flush.
bool hasClosedForm(ScheduleKind schedule);
std::string closedFormNames(); // separated by commas

// Lower bounds of a range's phases for any number of micro-batches in flight, in bytes above its state: input of
// StagePeaks::leastOf(). Fields as in StagePhases.
struct StageLeast {
    Bytes state;
    std::int64_t held = 0;
    std::int64_t context = 0;
    std::int64_t backward = 0;
    std::int64_t accumulate = 0;
    std::int64_t gradients = 0;
    std::int64_t update = 0;
};

// Peak bytes of any stage in constant time: the closed form of walkLedger(), equal to it for every order of a schedule
// with hasClosedForm() (tests/unit/memory/tst_ledger.cpp). If several tensors cross a boundary, a stage's phases are
// walked once, at first use. Keeps a reference to the costs. Thread-safe.
// `replication`: as in walkLedger(), the same for all stages.
class StagePeaks {
public:
    explicit StagePeaks(const ChainCosts& costs, const Replication& replication = {});

    // Returns the peak of the stage [first, last) with up to `in_flight` of `micro_batches` micro-batches in flight.
    // Needs 1 <= in_flight <= micro_batches.
    Bytes peak(LayerRange range, std::int64_t in_flight, std::int64_t micro_batches) const;

    // Returns a lower bound of the peak of every stage that contains these layers, possibly with others around them.
    Bytes least(LayerRange range, std::int64_t in_flight, std::int64_t micro_batches) const;

    // True if peak() and least() can be split into two steps, for many in-flight counts of the same range; false for
    // layer tables and for ranges in which tied weights meet.
    bool inSteps(LayerRange range) const { return !m_costs.closedForm() && !tiedWithin(range); }
    StagePhases phases(LayerRange range) const { return m_plain ? closedPhases(range) : walkedPhases(range); }
    static Bytes peakOf(const StagePhases& phases, std::int64_t in_flight, std::int64_t micro_batches);
    StageLeast leastPhases(LayerRange range) const;
    Bytes leastOf(const StageLeast& phases, std::int64_t in_flight, std::int64_t micro_batches) const;

    // Returns the same lower bound under any schedule, from the bytes alive before a backward pass with `in_flight`
    // micro-batches in flight.
    Bytes leastHeld(LayerRange range, std::int64_t in_flight) const;

private:
    Bytes walkedPeak(LayerRange range, std::int64_t in_flight, std::int64_t micro_batches) const;
    StagePhases walkedPhases(LayerRange range) const;
    StagePhases closedPhases(LayerRange range) const;
    Bytes tablePeak(LayerRange range, std::int64_t in_flight) const;
    void prepareLeast();
    // Inputs from other stages are in receive buffers.
    bool inBuffers() const { return m_replication.boundary_buffers > 0; }
    bool tiedWithin(LayerRange range) const;
    std::int64_t leastKept(LayerRange range) const;
    Bytes stateOf(LayerRange range) const;
    std::int64_t between(const std::vector<std::int64_t>& sums, LayerRange range) const;
    // Bytes of gathered parameters besides a layer's own in its forward pass; `end`: end of the stage's layers.
    std::int64_t ahead(std::size_t layer, std::size_t end) const;

    const ChainCosts& m_costs;
    Replication m_replication;
    bool m_plain;
    std::int64_t m_optimizer_bytes; // optimizer state bytes on this device per trainable byte
    mutable std::mutex m_mutex;
    mutable std::map<std::pair<int, int>, StagePhases> m_phases; // keys: first and last layer
    std::vector<LayerShare> m_shares;
    // Prefix sums over the layers, with one entry more than there are layers.
    std::vector<std::int64_t> m_state; // state without the optimizer's, except for layer tables
    std::vector<std::int64_t> m_divided; // trainable bytes
    std::vector<std::int64_t> m_experts; // trainable expert bytes, if not all replicas have the same experts
    std::vector<std::int64_t> m_kept; // per micro-batch in flight: saved bytes and the boundary after the layer
    std::vector<std::int64_t> m_cached; // bytes cached until the end of a forward pass
    std::vector<std::int64_t> m_gradients; // gradients from a step's first backward pass on
    std::vector<std::int64_t> m_shared; // number of layers with tied weights
    std::vector<std::int64_t> m_behind; // one per layer: bytes of the boundary after it that are part of m_kept
    RangeMaximum m_context;
    RangeMaximum m_persistent;
    RangeMaximum m_forward;
    RangeMaximum m_backward;
    RangeMaximum m_accumulate;
    RangeMaximum m_leaving; // LayerShare::leaving, in later backward passes
    RangeMaximum m_leaving_first; // the same in the first one, minus the gradients of later layers
    RangeMaximum m_workspace; // optimizer step; transient bytes of a table
    // Inputs of least(), above the kept bytes of its layers, for the stages that contain them:
    std::vector<std::int64_t> m_before;
    // Values by end of the range: backward pass of the stage's last layer, in a step's first backward pass and in later
    // ones.
    std::vector<std::int64_t> m_ending;
    std::vector<std::int64_t> m_ending_later;
};

}
