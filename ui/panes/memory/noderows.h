// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/devicegroups.h"
#include "core/hardware/cluster.h"
#include "core/plan/plan.h"
#include "ui/charts/memorybarslayout.h"

#include <set>

namespace stagecraft {

// The node of each device of the plan, in the order of the estimate. Nodes count from 0 through all device groups of
// the cluster.
std::vector<int> nodesOf(const Plan& plan, const Cluster& cluster);

// One bar per group of identical devices; groups whose first device is in `opened` are expanded.
std::vector<MemoryRow> equalRows(const std::vector<DeviceEstimate>& devices, const std::vector<DeviceGroup>& groups,
                                 const std::set<int>& opened);

// One bar per node, which shows its fullest device; nodes in `opened` are expanded. `nodes`: node of each device.
std::vector<MemoryRow> nodeRows(const std::vector<DeviceEstimate>& devices, const std::vector<int>& nodes,
                                const std::set<int>& opened);

}
