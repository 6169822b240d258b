// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/collectives.h"

#include <vector>

namespace stagecraft {

// A unit whose parameters the replicas hold in parts (ZeRO 3, FSDP): usually a layer.
struct FsdpLayer {
    Seconds forward; // compute for one micro-batch
    Seconds backward; // with its recompute
    Bytes parameters; // whole, as they are gathered
    Bytes gradients; // whole, as they are reduced; none where they wait for a later micro-batch, or are frozen
    Seconds fetch {}; // of the replica's part from the host, before it is gathered
    // Of these those of experts, which fewer replicas share.
    Bytes expert_parameters {};
    Bytes expert_gradients {};
};

// The replicas that share a layer, and of these those that share its experts.
struct FsdpGroups {
    FsdpGroups(const RankGroup& replicas, const RankGroup& of_experts = {}) : all(replicas), experts(of_experts) {}

    RankGroup all;
    RankGroup experts;
};

// On the links, where a layer and its experts come one after the other: before its pass, behind its fetch, and behind
// its backward pass.
Seconds gatherTime(const FsdpLayer& layer, const FsdpGroups& replicas);
Seconds scatterTime(const FsdpLayer& layer, const FsdpGroups& replicas);

struct FsdpTimes {
    Seconds total;
    Seconds exposed; // of it, while nothing is computed
    Seconds links; // between replicas, busy in it
    std::vector<Seconds> done {}; // since the pass began, each layer in its order: computed and, backward, reduced

    friend bool operator==(const FsdpTimes&, const FsdpTimes&) = default;
};

struct FsdpPass {
    FsdpTimes forward;
    FsdpTimes backward;

    friend bool operator==(const FsdpPass&, const FsdpPass&) = default;
};

// One micro-batch through layers whose parameters are gathered when they are needed and let go afterwards (Rajbhandari
// et al. 2020, ZeRO, section 5.3; Zhao et al. 2023, PyTorch FSDP, section 3.3). Compute, the way from the host and
// links are resources that each do one thing after another and do not slow each other down. A layer is fetched and then
// gathered from when the one before it begins, so that two lie whole on the device; the first from the beginning of the
// pass. Backward the same from the end, and each layer's gradients are reduced and scattered behind its backward pass,
// before the gather that is asked for next; the pass ends when the last ones are. Compute and fetches alone where the
// group has one rank. No errors; safe from any thread.
FsdpPass fsdpPass(const std::vector<FsdpLayer>& layers, const FsdpGroups& replicas);

}
