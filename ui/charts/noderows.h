// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/devicegroups.h"
#include "core/hardware/cluster.h"
#include "core/plan/plan.h"
#include "ui/charts/memorybarslayout.h"

#include <set>

namespace stagecraft {

// The node that each device of the plan is in, pipeline rank by rank as an estimate has them. Nodes are counted from 0
// through the groups of the cluster.
std::vector<int> nodesOf(const Plan& plan, const Cluster& cluster);

// A bar for each group of equal devices; below one whose first device is in `opened` a bar for each of its devices.
std::vector<MemoryRow> equalRows(const std::vector<DeviceEstimate>& devices, const std::vector<DeviceGroup>& groups,
                                 const std::set<int>& opened);

// A bar a node, which shows its fullest device; below one in `opened` a bar for each of its devices. `nodes`: of each
// device.
std::vector<MemoryRow> nodeRows(const std::vector<DeviceEstimate>& devices, const std::vector<int>& nodes,
                                const std::set<int>& opened);

}
