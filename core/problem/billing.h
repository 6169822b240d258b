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

// Unit of billing: whole nodes that contain a device of the plan, as providers bill, or only the used devices, each at
// its share of the node's price.
enum class BilledUnit { Nodes, Devices };

template <>
inline constexpr auto enumNames<BilledUnit> = std::array {
    std::pair {BilledUnit::Nodes, std::string_view("nodes")},
    std::pair {BilledUnit::Devices, std::string_view("gpus")},
};

// Length of a training run and how it is billed. The times around preemption are assumptions: replace them with values
// of your storage and provider.
struct BillingOptions {
    BilledUnit unit = BilledUnit::Nodes;
    std::int64_t amount = 0; // training tokens (samples if the model has no tokens); 0: those of one step
    Seconds checkpoint_interval {1800}; // training time between two checkpoints; above 0
    Seconds checkpoint_time {60}; // time that training waits while a checkpoint is written
    Seconds restart_time {600}; // time until nodes are available again and the checkpoint is read
    // Overrides the rate of the offers; not applied to on-demand or owned nodes.
    std::optional<PerHour> preemptions_per_node_hour {};
    std::optional<Watts> power_per_node {}; // this and the next replace the offers' values
    std::optional<UsdPerKilowattHour> energy_price {};

    friend bool operator==(const BillingOptions&, const BillingOptions&) = default;
};

inline constexpr double mostTrained = 1e18; // tokens or samples
inline constexpr Seconds leastCheckpointInterval(1);
inline constexpr Seconds longestWait(1e9); // upper limit of each time above

}
