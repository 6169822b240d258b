// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/outofcore/block.h"
#include "core/memory/outofcore/swaprate.h"

#include <optional>
#include <vector>

namespace stagecraft {

// Constraints of a step.
struct StreamRules {
    Bytes capacity; // device bytes for saved activations (and streamed weights)
    SwapRate rate;
    // True if weights are on the host: they are copied in before a block's forward pass and again before its backward
    // pass, and its gradients are copied out after that. Otherwise weights are device state, outside of this model.
    bool stream_weights = false;

    friend bool operator==(const StreamRules&, const StreamRules&) = default;
};

enum class StreamWork { Forward, Recompute, Backward, SwapOut, SwapIn, GradientsOut };

template <>
inline constexpr auto enumNames<StreamWork> = std::array {
    std::pair {StreamWork::Forward, std::string_view("forward")},
    std::pair {StreamWork::Recompute, std::string_view("recompute")},
    std::pair {StreamWork::Backward, std::string_view("backward")},
    std::pair {StreamWork::SwapOut, std::string_view("swap_out")},
    std::pair {StreamWork::SwapIn, std::string_view("swap_in")}, // saved activations, weights or both
    std::pair {StreamWork::GradientsOut, std::string_view("gradients_out")},
};

// Time span of one stream, from the start of the step.
struct StreamSpan {
    StreamWork work = StreamWork::Forward;
    int block = 0;
    Seconds start;
    Seconds end;
    Seconds allocated_at {}; // allocation time of the bytes, for a copy in

    friend bool operator==(const StreamSpan&, const StreamSpan&) = default;
};

// Timeline of one forward and backward pass, without the optimizer step.
struct StepTimeline {
    Seconds total; // end of the last work
    Seconds forward_stall; // compute waits for memory or weights
    Seconds backward_stall; // compute waits for memory or copies back
    Bytes peak; // bytes alive on the device
    Bytes left; // bytes alive at the end: 0
    Bytes host; // peak host bytes of saved activations
    Bytes out; // total traffic, to the host
    Bytes in;
    std::vector<StreamSpan> spans; // issue order
};

// Simulates one training step on three in-order streams: compute, copies to the host, copies from the host.
// - A block allocates its saved activations (if recomputed: its input) at the start of its forward pass, which waits
//   for free memory.
// - Swapped activations are copied out after the forward pass; their memory is free when the copy is complete.
// - In the backward phase memory is assigned in the order in which blocks need it, as soon as it is free: to copies
//   back and to recomputed activations, so that no block takes the memory of an earlier one. A copy back begins after
//   the whole forward phase and after its own copy out.
// - A recomputed block runs its forward pass again right before its backward pass; a block that cannot be recomputed is
//   kept.
// Empty if blocks with these labels do not fit into the capacity, however long they wait. Needs one label per block. No
// errors.
std::optional<StepTimeline> playStep(const std::vector<OutOfCoreBlock>& blocks, const BlockLabels& labels,
                                     const StreamRules& rules);

// Returns the total of playStep() only: for searches.
std::optional<Seconds> stepTime(const std::vector<OutOfCoreBlock>& blocks, const BlockLabels& labels,
                                const StreamRules& rules);

// Returns the end of the forward passes of the first `count` blocks, which depends on their labels only.
std::optional<Seconds> forwardTime(const std::vector<OutOfCoreBlock>& blocks, const BlockLabels& labels, int count,
                                   const StreamRules& rules);

// Time of forward and backward passes with unlimited memory.
Seconds idealTime(const std::vector<OutOfCoreBlock>& blocks);

// Returns a lower bound of the step time with these labels: the largest of compute with recomputation and the copies in
// each direction (derived).
Seconds labelsBound(const std::vector<OutOfCoreBlock>& blocks, const BlockLabels& labels, const StreamRules& rules);

}
