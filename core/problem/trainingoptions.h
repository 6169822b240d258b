// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/problem/compressor.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace stagecraft {

// What of a stage's state lies in the host's memory, which then makes the optimizer's step. Pipelined: layer by layer,
// as the gradients arrive (KARMA: Wahib et al. 2020); else once all are there, since their norm may be wanted first
// (ZeRO-Offload: Ren et al. 2021). Parameters: they too; a layer's come to the device when it runs (ZeRO-Infinity:
// Rajbhandari et al. 2021).
enum class StateOffload { None, Optimizer, PipelinedOptimizer, Parameters };

template <>
inline constexpr auto enumNames<StateOffload> = std::array {
    std::pair {StateOffload::None, std::string_view("none")},
    std::pair {StateOffload::Optimizer, std::string_view("optimizer")},
    std::pair {StateOffload::PipelinedOptimizer, std::string_view("pipelined-optimizer")},
    std::pair {StateOffload::Parameters, std::string_view("parameters")},
};

// What the replicas of a stage do with what they learn. Gradients: all of every step are exchanged. Averaging: each
// trains by itself, and parameters are averaged every so many steps (Su and Chen 2015). Subnets: each trains a part of
// the network of its own; the parts are put together and dealt anew every so many steps (Shulgin and Richtarik 2023).
// The last two train otherwise than one device does.
enum class ReplicaUse { Gradients, Averaging, Subnets };

template <>
inline constexpr auto enumNames<ReplicaUse> = std::array {
    std::pair {ReplicaUse::Gradients, std::string_view("gradients")},
    std::pair {ReplicaUse::Averaging, std::string_view("averaging")},
    std::pair {ReplicaUse::Subnets, std::string_view("subnets")},
};

// How a plan trains, beside its schedule, degrees, ZeRO stage and the policies of its layers.
struct TrainingOptions {
    StateOffload offload = StateOffload::None;
    ReplicaUse replicas = ReplicaUse::Gradients;
    int period = 1; // steps between two averages, or deals
    Compressor compressor {}; // of layers with that policy, and of boundaries
    bool compress_boundaries = false; // what is sent from place to place
    std::optional<int> in_flight_limit {}; // DAPPLE: micro-batches that fit before the first backward pass

    friend bool operator==(const TrainingOptions&, const TrainingOptions&) = default;
};

inline constexpr int longestPeriod = 1 << 20;

}
