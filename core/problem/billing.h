// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/energy.h"
#include "core/base/names.h"
#include "core/base/units.h"
#include "core/hardware/offer.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace stagecraft {

// What is paid for of a cluster: the whole nodes that a plan has devices in, as providers let them, or these devices
// alone, each at its part of the node's price.
enum class BilledUnit { Nodes, Devices };

template <>
inline constexpr auto enumNames<BilledUnit> = std::array {
    std::pair {BilledUnit::Nodes, std::string_view("nodes")},
    std::pair {BilledUnit::Devices, std::string_view("gpus")},
};

// How long a run trains and how it is billed. Times around preemption are assumptions to be replaced by what one's own
// storage and provider take.
struct BillingOptions {
    BilledUnit unit = BilledUnit::Nodes;
    std::int64_t amount = 0; // tokens, or samples of models without, to train with; 0: those of one step
    Seconds checkpoint_interval {1800}; // of training between two checkpoints; above 0
    Seconds checkpoint_time {60}; // that training waits for one to be written
    Seconds restart_time {600}; // until nodes are there again and the checkpoint is read
    std::optional<PerHour> preemptions_per_node_hour {}; // instead of the offers'; not of those on demand or owned
    std::optional<Watts> power_per_node {}; // both instead of the offers'
    std::optional<UsdPerKilowattHour> energy_price {};

    friend bool operator==(const BillingOptions&, const BillingOptions&) = default;
};

inline constexpr double mostTrained = 1e18; // tokens or samples
inline constexpr Seconds leastCheckpointInterval(1);
inline constexpr Seconds longestWait(1e9); // of any of the times above

}
