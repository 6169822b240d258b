// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/snapshot/memorytrace.h"
#include "core/snapshot/stackkind.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stagecraft {

// A block that is live at the peak.
struct LiveBlock {
    std::int64_t allocated_at = -1; // event; -1: before the first one
    std::optional<std::int64_t> freed_at; // event; empty: live at the end
    std::uint32_t stack = 0; // stack that allocated it; 0: unknown
};

// Parts of training steps over a trace: maps events to parts.
//
// A free without frames belongs to the backward pass if other frees in the snapshot have frames (the autograd engine's
// threads run no Python); otherwise to the part of the last allocation.
class StepParts {
public:
    // Adds the next event. `freed`: part that allocated the block which the event frees; empty for allocations and if
    // unknown.
    void add(StackKind kind, bool isFree, std::optional<StackKind> freed = {});
    // Adds an event that belongs to no part: a segment that an allocation requested from the device.
    void addBetween();
    // Records that the snapshot has frames of frees.
    void setFreesHaveFrames(bool have) { m_freesHaveFrames = have; }

    StackKind at(std::int64_t event) const { return static_cast<StackKind>(m_parts[static_cast<std::size_t>(event)]); }
    // Returns the first event after `event` that belongs to the backward pass, or to the optimizer.
    std::optional<std::int64_t> backwardAfter(std::int64_t event) const;
    std::optional<std::int64_t> optimizerAfter(std::int64_t event) const;
    // True if an optimizer step frees a gradient after `event`.
    bool freesGradientsAfter(std::int64_t event) const { return m_lastGradient > event; }
    // Returns the events at which training steps begin and at which the last complete one ends: the first forward pass,
    // and the first one after each optimizer step.
    std::vector<std::int64_t> steps(std::size_t most) const;

private:
    std::vector<std::uint8_t> m_parts; // indexed by event
    std::vector<std::int64_t> m_backward; // first event of each backward pass
    std::vector<std::int64_t> m_optimizer; // first event of each optimizer step
    std::vector<std::int64_t> m_steps;
    std::int64_t m_lastGradient = -1; // last free, in an optimizer step, of a block from the backward pass
    StackKind m_allocated = StackKind::Other; // part of the last allocation
    bool m_updated = true; // true if the optimizer has run since the last forward pass, or there was none
    bool m_freesHaveFrames = false;
};

// Returns the category of a live block from the part of the step that allocated it and from its lifetime:
// - collectives: communication;
// - the optimizer: optimizer state if it outlives the optimizer step, else temporary;
// - building, loading or moving a module: parameters if it lives until an optimizer step, else temporary;
// - the backward pass: gradients if it lives until an optimizer step, else temporary;
// - the forward pass, including recomputation: activations if it lives into a backward pass, else temporary;
// - either pass, and never freed although a step ends after it (for the backward pass: a step that frees gradients): a
// library workspace, which is temporary memory, too;
// - before the recording, without a stack trace: gradients if zero_grad() frees it, activations if the backward pass
// does, else unknown;
// - any other code: unknown.
TraceCategory categoryOf(const LiveBlock& block, StackKind kind, const StepParts& parts);

}
