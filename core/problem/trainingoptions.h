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

// Training state offloaded to host memory; the host then runs the optimizer step. Pipelined: layer by layer, as the
// gradients arrive (KARMA: Wahib et al. 2020); otherwise after all gradients have arrived, since their norm may be
// needed first (ZeRO-Offload: Ren et al. 2021). Parameters: the parameters as well; a layer's are copied to the device
// when it runs (ZeRO-Infinity: Rajbhandari et al. 2021).
enum class StateOffload { None, Optimizer, PipelinedOptimizer, Parameters };

template <>
inline constexpr auto enumNames<StateOffload> = std::array {
    std::pair {StateOffload::None, std::string_view("none")},
    std::pair {StateOffload::Optimizer, std::string_view("optimizer")},
    std::pair {StateOffload::PipelinedOptimizer, std::string_view("pipelined-optimizer")},
    std::pair {StateOffload::Parameters, std::string_view("parameters")},
};

// Synchronization of a stage's replicas. Gradients: an all-reduce in every step. Averaging: each replica trains
// independently, and parameters are averaged every `period` steps (Su and Chen 2015). Subnets: each replica trains a
// different part of the network; every `period` steps the parts are merged and reassigned (Shulgin and Richtarik 2023).
// The last two change the training result.
enum class ReplicaUse { Gradients, Averaging, Subnets };

template <>
inline constexpr auto enumNames<ReplicaUse> = std::array {
    std::pair {ReplicaUse::Gradients, std::string_view("gradients")},
    std::pair {ReplicaUse::Averaging, std::string_view("averaging")},
    std::pair {ReplicaUse::Subnets, std::string_view("subnets")},
};

// Training options besides schedule, parallelism, ZeRO stage and layer policies.
struct TrainingOptions {
    StateOffload offload = StateOffload::None;
    ReplicaUse replicas = ReplicaUse::Gradients;
    int period = 1; // steps between two averages or reassignments
    Compressor compressor {}; // for layers with LayerPolicy::Compress and for stage boundaries
    bool compress_boundaries = false; // compresses what pipeline ranks send to each other
    std::optional<int> in_flight_limit {}; // DAPPLE: micro-batches that fit before the first backward pass

    friend bool operator==(const TrainingOptions&, const TrainingOptions&) = default;
};

inline constexpr int longestPeriod = 1 << 20;

}
