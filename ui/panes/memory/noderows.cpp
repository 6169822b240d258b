// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/memory/noderows.h"

#include <QCoreApplication>

#include <map>

namespace stagecraft {

namespace {

// A device of the expanded row above.
MemoryRow rowInside(const std::vector<DeviceEstimate>& devices, int device, const DistinctTypes& types)
{
    MemoryRow row = deviceRow(devices, device, 1, types);
    row.nested = true;
    return row;
}

}

std::vector<int> nodesOf(const Plan& plan, const Cluster& cluster)
{
    std::vector<int> first_nodes;
    int nodes = 0;
    for (const ClusterGroup& group : cluster.groups) {
        first_nodes.push_back(nodes);
        nodes += group.nodes;
    }
    std::vector<int> all;
    for (const DeviceRange& range : deviceRanges(plan)) {
        const auto group = static_cast<std::size_t>(range.group);
        for (int device = range.first; device <= range.last(); ++device) {
            all.push_back(group < cluster.groups.size()
                              ? first_nodes[group] + device / cluster.groups[group].devices_per_node
                              : nodes);
        }
    }
    return all;
}

std::vector<MemoryRow> equalRows(const std::vector<DeviceEstimate>& devices, const std::vector<DeviceGroup>& groups,
                                 const std::set<int>& opened)
{
    const DistinctTypes types(devices);
    std::vector<MemoryRow> rows;
    for (const DeviceGroup& group : groups) {
        MemoryRow row = deviceRow(devices, group.first, group.count, types);
        row.equal = true;
        row.group = group.count > 1 ? group.first : -1;
        row.opened = group.count > 1 && opened.contains(group.first);
        rows.push_back(row);
        for (int device = group.first; row.opened && device <= group.last(); ++device) {
            rows.push_back(rowInside(devices, device, types));
        }
    }
    return rows;
}

std::vector<MemoryRow> nodeRows(const std::vector<DeviceEstimate>& devices, const std::vector<int>& nodes,
                                const std::set<int>& opened)
{
    std::map<int, std::vector<int>> members;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        members[nodes[i]].push_back(static_cast<int>(i));
    }
    const DistinctTypes types(devices);
    std::vector<MemoryRow> rows;
    for (const auto& [node, inside] : members) {
        int fullest = inside.front();
        for (const int device : inside) {
            const auto peak = [&](int of) { return devices[static_cast<std::size_t>(of)].peak; };
            fullest = peak(device) > peak(fullest) ? device : fullest;
        }
        MemoryRow group;
        const QString type = types.of(static_cast<std::size_t>(fullest));
        group.label =
            withType(QCoreApplication::translate("MemoryRow", "Node %1 × %2").arg(node).arg(inside.size()), type);
        group.device = fullest;
        group.devices = static_cast<int>(inside.size());
        group.estimate = devices[static_cast<std::size_t>(fullest)];
        group.group = node;
        group.opened = opened.contains(node);
        rows.push_back(group);
        for (const int device : inside) {
            if (!group.opened) {
                break;
            }
            rows.push_back(rowInside(devices, device, types));
        }
    }
    return rows;
}

}
