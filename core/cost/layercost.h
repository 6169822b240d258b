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

// Allocations and frees of a layer in the first micro-batch of a step and in a later one.
struct LayerTraces {
    AllocationTrace first;
    AllocationTrace later;
    std::vector<std::int64_t> parameters {}; // bytes of each trainable parameter, if the traces lack its gradient

    friend bool operator==(const LayerTraces&, const LayerTraces&) = default;
};

// Traces shared by copies and compared by content. Empty if no trace is known.
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

// Share of the experts in a layer's state.
struct ExpertShare {
    Bytes gradients {}; // gradients of experts, included in the layer's; 0 unless replicas differ in experts
    std::int64_t rows = 0; // number of experts, the first dimension of their tensors; 0 if none
    double of_parameters = 0; // fraction of all parameters
    double of_gradients = 0; // fraction of trainable parameters

    friend bool operator==(const ExpertShare&, const ExpertShare&) = default;
};

// Costs of one layer for one micro-batch of given size and sequence length.
struct LayerCost {
    LayerMemory memory;
    Bytes shared_parameters; // bytes of parameters shared with another layer (tied weights)
    Bytes shared_gradients; // bytes of the gradients of shared trainable parameters
    Timing forward;
    Timing backward;
    Timing optimizer;
    double reserved_ratio = 1; // reserved over allocated peak, measured for the layer alone
    double memory_width = 0; // half-width of the bounds of its bytes, relative
    Basis basis = Basis::Measured;
    bool extrapolated = false;
    // Basis of its times if it differs from `basis`: published kernel measurements, or training runs.
    std::optional<Basis> time_basis {};
    SharedTraces traces {}; // at this scale
    Bytes untraced {}; // part of memory.persistent missing from traces: buffers observed in training runs
    // Amount by which the backward peaks are below those of the traces, as the input is released early:
    // applyInputRelease().
    InputRelease applied_input_release {};
    // Effects of a memory policy (core/memory/policy.h).
    std::optional<SwapWindow> swap {}; // set if saved activations are on the host between forward and backward pass
    Seconds recompute {}; // part of `backward` spent on repeating the forward pass
    // Bytes that the backward pass rematerializes instead of reading saved activations: recomputed or decompressed. If
    // the backward pass is split in two, they live until the second half, which uses them too.
    Bytes rematerialised {};
    // Exposed communication among the ranks that share the layer (core/estimate/plancosts.h); not in the times above.
    Seconds forward_waiting {};
    Seconds backward_waiting {};
    ExpertShare experts {};
    // Forward pass: logits that the loss works on; 0 if the loss's graph saves them.
    Bytes scores {};
    // Gradients of embedding rows on other ranks, which this rank's backward pass computes too.
    Bytes others_gradients {};
    // Replicas shard the 16-bit parameters themselves, not fp32 copies of them.
    bool divided_low = false;

    friend bool operator==(const LayerCost&, const LayerCost&) = default;
};

// Returns the costs that a measurement of a single layer shows.
LayerCost costOf(const Measurement& measurement);

// Returns the bytes that the allocator would reserve beyond the tensors of the layer if it trained alone: the measured
// ratio applied to the layer's current allocations.
Bytes allocatorOverhead(const LayerCost& cost);

// Raises all backward peaks (first and later micro-batch, either owner of the output's gradient) by `more` bytes that
// are alive in addition to those measured.
void raiseBackwardPeaks(LayerMemory& memory, Bytes more);

// Sets the figures that follow from arithmetic at a point: parameters, buffers, gradients and sharing with other
// layers. The optimizer state keeps its ratio to the gradients. `shard`: one rank's part of the point's layer.
void setState(LayerCost& cost, const LayerSpec& shard, const ProfilePoint& point);

}
