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
    std::optional<std::int64_t> freed_at; // event; nothing: it is live at the end
    std::uint32_t stack = 0; // that allocated it; 0: not known
};

// The parts of training steps over a trace: which events belong to which.
//
// A free without frames belongs to the backward pass where frees have frames elsewhere in the snapshot (the autograd
// engine's threads run no Python); else to the part that allocated last.
class StepParts {
public:
    // Adds the next event. `freed`: the part that allocated the block which the event frees; nothing of an allocation,
    // and where that is not known.
    void add(StackKind kind, bool isFree, std::optional<StackKind> freed = {});
    // Adds an event that is no part of its own: memory of the device that an allocation asked for.
    void addBetween();
    // The snapshot has frames of frees.
    void setFreesHaveFrames(bool have) { m_freesHaveFrames = have; }

    StackKind at(std::int64_t event) const { return static_cast<StackKind>(m_parts[static_cast<std::size_t>(event)]); }
    // The first event after `event` that belongs to the backward pass, or to the optimizer.
    std::optional<std::int64_t> backwardAfter(std::int64_t event) const;
    std::optional<std::int64_t> optimizerAfter(std::int64_t event) const;
    bool freesGradientsAfter(std::int64_t event) const { return m_lastGradient > event; } // in an optimizer step
    // Where training steps begin, and where the last whole one ends: at the first forward pass, and at the first one
    // behind each optimizer step.
    std::vector<std::int64_t> steps(std::size_t most) const;

private:
    std::vector<std::uint8_t> m_parts; // by event
    std::vector<std::int64_t> m_backward; // where each backward pass begins
    std::vector<std::int64_t> m_optimizer; // where each optimizer step begins
    std::vector<std::int64_t> m_steps;
    std::int64_t m_lastGradient = -1; // of the backward pass, that is freed in an optimizer step
    StackKind m_allocated = StackKind::Other; // part of the last allocation
    bool m_updated = true; // the optimizer has run since the last forward pass, or there was none
    bool m_freesHaveFrames = false;
};

// The category of a live block, by the part of the step that allocated it and by how long it lives:
// - collectives: communication;
// - the optimizer: optimizer state if it outlives the optimizer step, else temporary;
// - building, loading or moving a module: parameters if it lives until an optimizer step, else temporary;
// - the backward pass: gradients if it lives until an optimizer step, else temporary;
// - the forward pass, recomputation too: activations if it lives into a backward pass, else temporary;
// - either pass, and never freed although a step ends after it (of the backward pass: a step that frees gradients): a
//   workspace that a library keeps, which is temporary memory, too;
// - before the recording, without a stack trace: gradients if zero_grad() frees it, activations if the backward pass
//   does, else unknown;
// - any other code: unknown.
TraceCategory categoryOf(const LiveBlock& block, StackKind kind, const StepParts& parts);

}
