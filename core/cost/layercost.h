// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/basis.h"
#include "core/problem/layerpolicy.h"
#include "core/profile/measurement.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace stagecraft {

// What a layer allocates and frees in the first micro-batch of a step and in a later one.
struct LayerTraces {
    AllocationTrace first;
    AllocationTrace later;
    std::vector<std::int64_t> parameters {}; // bytes of those that learn, where no gradient of the traces tells them

    friend bool operator==(const LayerTraces&, const LayerTraces&) = default;
};

// Shared by copies, equal by content; empty where no trace is known.
class SharedTraces {
public:
    SharedTraces() = default;
    SharedTraces(LayerTraces traces) : m_traces(std::make_shared<const LayerTraces>(std::move(traces))) {}

    explicit operator bool() const { return m_traces != nullptr; }
    const LayerTraces& operator*() const { return *m_traces; }
    const LayerTraces* operator->() const { return m_traces.get(); }

    friend bool operator==(const SharedTraces& a, const SharedTraces& b)
    {
        return a.m_traces == b.m_traces || (a && b && *a == *b);
    }

private:
    std::shared_ptr<const LayerTraces> m_traces;
};

// The experts' share of a layer's state.
struct ExpertShare {
    Bytes gradients {}; // of the layer's gradients, those of experts, where not all replicas have the same
    std::int64_t rows = 0; // number of experts, along the first dimension of their tensors; 0: none
    double of_parameters = 0; // their part of all parameters
    double of_gradients = 0; // and of those that learn

    friend bool operator==(const ExpertShare&, const ExpertShare&) = default;
};

// Costs of one layer for one micro-batch of given size and sequence.
struct LayerCost {
    LayerMemory memory;
    Bytes shared_parameters; // bytes of parameters that another layer holds too
    Bytes shared_gradients; // bytes of the gradients of those that learn
    Timing forward;
    Timing backward;
    Timing optimizer;
    double reserved_ratio = 1; // reserved over allocated peak while it was measured alone
    double memory_width = 0; // half-width of the bounds of its bytes, relative
    Basis basis = Basis::Measured;
    bool extrapolated = false;
    // What its times rest on where that is not `basis`: kernels that others measured, or runs of training.
    std::optional<Basis> time_basis {};
    SharedTraces traces {}; // at this scale
    Bytes untraced {}; // of memory.lasting what no trace has: buffers that runs of training showed
    // What the backward peaks above are lower than those of the traces, as the input goes early: applyInputRelease().
    InputRelease applied_input_release {};
    // What a memory policy makes of it (core/memory/policy.h).
    std::optional<SwapWindow> swap {}; // its saved activations lies on the host between forward and backward pass
    Seconds recompute {}; // of the backward pass: the forward pass again
    // What its backward pass has again that was not saved: recomputed, or decompressed. Where that pass is cut in two
    // it is there until the second half, which works on it too.
    Bytes rematerialised {};
    // What the ranks do that share it (core/estimate/plancosts.h): compute stands still while they send each other
    // something. Not in the times above.
    Seconds forward_waiting {};
    Seconds backward_waiting {};
    ExpertShare experts {};
    // In the forward pass, of what the loss works on; 0 where its graph keeps that.
    Bytes scores {};
    // Gradients of rows that other ranks hold, which its backward pass makes beside its own.
    Bytes others_gradients {};
    // Replicas shard its 16-bit parameters themselves, not fp32 copies of them.
    bool divided_low = false;

    friend bool operator==(const LayerCost&, const LayerCost&) = default;
};

// What a measurement of a single layer says of its costs.
LayerCost costOf(const Measurement& measurement);

// What the allocator would reserve beside the tensors of the layer if it trained alone: its share while it was measured
// so, of what it would allocate now.
Bytes allocatorOverhead(const LayerCost& cost);

// By bytes that are alive in a backward pass beside what was measured: the first of a step and later ones, whoever owns
// the output's gradient.
void raiseBackwardPeaks(LayerMemory& memory, Bytes more);

// Sets what arithmetic alone gives at a point: parameters, buffers, gradients and what is shared with other layers; the
// optimizer's state follows its share of the gradients so far. `shard`: what of the point's layer one rank has.
void setState(LayerCost& cost, const LayerSpec& shard, const ProfilePoint& point);

}
