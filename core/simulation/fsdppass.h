// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/collectives.h"

#include <vector>

namespace stagecraft {

// Unit of sharded parameters (ZeRO 3, FSDP): usually a layer.
struct FsdpLayer {
    Seconds forward; // compute time of one micro-batch
    Seconds backward; // compute time of one micro-batch, including recomputation
    Bytes parameters; // bytes of the gathered parameters
    Bytes gradients; // bytes before the reduce-scatter; 0 if they wait for a later micro-batch or are frozen
    Seconds fetch {}; // copy of the replica's shard from the host before the all-gather
    // Expert bytes among these, which fewer replicas share.
    Bytes expert_parameters {};
    Bytes expert_gradients {};
};

// Replicas that share a layer, and those among them that share its experts.
struct FsdpGroups {
    FsdpGroups(const RankGroup& replicas, const RankGroup& of_experts = {}) : all(replicas), experts(of_experts) {}

    RankGroup all;
    RankGroup experts;
};

// Link time of a layer's all-gather (before its pass, after its fetch) and reduce-scatter (after its backward pass).
// The layer and its experts are sent one after the other.
Seconds gatherTime(const FsdpLayer& layer, const FsdpGroups& replicas);
Seconds scatterTime(const FsdpLayer& layer, const FsdpGroups& replicas);

struct FsdpTimes {
    Seconds total;
    Seconds exposed; // part of `total` without compute
    Seconds links; // busy time of the links between replicas
    // One per layer in pass order, from the start of the pass: computed and, backward, reduced.
    std::vector<Seconds> done {};

    friend bool operator==(const FsdpTimes&, const FsdpTimes&) = default;
};

struct FsdpPass {
    FsdpTimes forward;
    FsdpTimes backward;

    friend bool operator==(const FsdpPass&, const FsdpPass&) = default;
};

// Times one micro-batch through layers whose parameters are gathered before use and released afterwards (Rajbhandari et
// al. 2020, ZeRO, section 5.3; Zhao et al. 2023, PyTorch FSDP, section 3.3). Compute, the path from the host and links
// are serial resources that do not slow each other down. A layer is fetched and then gathered from the start of the
// previous layer on, so the device has two whole layers; the first one from the start of the pass. In the backward pass
// the order is reversed, and each layer's gradients are reduce-scattered after its backward pass, ahead of the next
// all-gather requested; the pass ends with the last of them. A group of one rank has only compute and fetches. No
// errors; thread-safe.
FsdpPass fsdpPass(const std::vector<FsdpLayer>& layers, const FsdpGroups& replicas);

}
