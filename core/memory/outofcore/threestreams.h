// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/outofcore/block.h"
#include "core/memory/outofcore/swaprate.h"

#include <optional>
#include <vector>

namespace stagecraft {

// What a step has to get by with.
struct StreamRules {
    Bytes capacity; // of the device, for saved activations (and streamed weights)
    SwapRate rate;
    // Weights lie on the host: they come before a block's forward and again before its backward, its gradients leave
    // after that. Else they are the device's state, and none of this model.
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

// From the start of the step.
struct StreamSpan {
    StreamWork work = StreamWork::Forward;
    int block = 0;
    Seconds start;
    Seconds end;
    Seconds allocated_at {}; // of a copy in: since when its bytes are taken

    friend bool operator==(const StreamSpan&, const StreamSpan&) = default;
};

// One forward and backward pass, without the optimizer's step.
struct StepTimeline {
    Seconds total; // until nothing runs any more
    Seconds forward_stall; // that computing waits: for room, for weights
    Seconds backward_stall; // for room, for what comes back
    Bytes peak; // of what is alive on the device
    Bytes left; // of it at the end: nothing
    Bytes host; // most that lies on the host of saved activations
    Bytes out; // all traffic to the host
    Bytes in;
    std::vector<StreamSpan> spans; // in the order in which they were given to their streams
};

// Plays one training step on three streams that each work in order: computing, copies to the host, copies from it.
// - A block holds its saved activations (recomputed ones: their input) from the start of its forward, which waits for
// room.
// - Swapped activations leave after the forward; their bytes are free when the copy is complete.
// - Backward, room is given in the order in which blocks need it, as soon as there is some: to what is copied back, and
//   to what will be recomputed, so that no block takes the room of one that comes before it. Nothing is copied back
//   before the forward pass is over, nor before it has left.
// - A recomputed block runs its forward again, right before its backward; one that cannot be recomputed is kept.
// Nothing where blocks with these labels do not fit into the capacity, whatever waits. Errors: none; one label a block.
std::optional<StepTimeline> playStep(const std::vector<OutOfCoreBlock>& blocks, const BlockLabels& labels,
                                     const StreamRules& rules);

// The same step's total alone: for searches.
std::optional<Seconds> stepTime(const std::vector<OutOfCoreBlock>& blocks, const BlockLabels& labels,
                                const StreamRules& rules);

// When the forward passes of the first `count` blocks are over: it depends on their labels alone.
std::optional<Seconds> forwardTime(const std::vector<OutOfCoreBlock>& blocks, const BlockLabels& labels, int count,
                                   const StreamRules& rules);

// Forward and backward with all the memory in the world.
Seconds idealTime(const std::vector<OutOfCoreBlock>& blocks);

// No step with these labels is faster: computing with what is computed twice, and either way's copies (derived).
Seconds labelsBound(const std::vector<OutOfCoreBlock>& blocks, const BlockLabels& labels, const StreamRules& rules);

}
