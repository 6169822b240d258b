// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/compareddevices.h"

#include "core/estimate/devicegroups.h"
#include "ui/words/formulas.h"
#include "ui/words/language.h"
#include "ui/words/numbers.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace stagecraft {

namespace {

constexpr int lettersBeside = 28; // letters of a plan's name in the label of a bar

// The largest groups of consecutive devices that are equal in every plan.
std::vector<DeviceGroup> commonGroups(const std::vector<ComparedPlan>& plans)
{
    std::set<int> bounds;
    for (const ComparedPlan& plan : plans) {
        for (const DeviceGroup& group :
             plan.estimate ? equalDevices(plan.estimate->devices) : std::vector<DeviceGroup>()) {
            bounds.insert({group.first, group.last() + 1});
        }
    }
    std::vector<DeviceGroup> groups;
    for (auto bound = bounds.begin(); bound != bounds.end() && std::next(bound) != bounds.end(); ++bound) {
        groups.push_back({*bound, *std::next(bound) - *bound});
    }
    return groups;
}

// One bar per group; one bar per stage if there are more than mostDeviceBars groups.
std::vector<MemoryRow> comparedRows(const ComparedPlan& plan, const std::vector<DeviceGroup>& groups)
{
    if (!plan.estimate) {
        return {};
    }
    const DeviceEstimates& devices = plan.estimate->devices;
    if (groups.size() > mostDeviceBars) {
        return memoryRows(devices, 0);
    }
    const DistinctTypes types(devices);
    std::vector<MemoryRow> rows;
    for (const DeviceGroup& group : groups) {
        if (group.last() < static_cast<int>(devices.size())) {
            rows.push_back(deviceRow(devices, group.first, group.count, types));
            rows.back().equal = true;
        }
    }
    return rows;
}

}

std::vector<ComparedBar> comparedBars(const std::vector<ComparedPlan>& plans)
{
    const std::vector<DeviceGroup> groups = commonGroups(plans);
    std::vector<std::vector<MemoryRow>> rows;
    std::vector<std::vector<MemoryRow>> copied;
    std::size_t longest = 0;
    for (const ComparedPlan& plan : plans) {
        rows.push_back(comparedRows(plan, groups));
        const language::English english;
        copied.push_back(comparedRows(plan, groups));
        longest = std::max(longest, rows.back().size());
    }
    std::vector<ComparedBar> bars;
    for (std::size_t place = 0; place < longest; ++place) {
        bool first = true;
        for (std::size_t i = 0; i < plans.size(); ++i) {
            if (place >= rows[i].size()) {
                continue;
            }
            ComparedBar bar {rows[i][place],         rows[i][place].label,  plans[i].title,
                             copied[i][place].label, plans[i].copied_title, i};
            bar.row.label = QStringLiteral("%1 · %2").arg(bar.device, shortened(bar.plan, lettersBeside));
            bar.row.brief.clear();
            bar.row.begins_group = std::exchange(first, false) && place > 0;
            bars.push_back(std::move(bar));
        }
    }
    return bars;
}

ComparedDevices::ComparedDevices(QObject* parent) : ColumnModel(ColumnCount, parent) {}

void ComparedDevices::setBars(std::vector<ComparedBar> bars)
{
    beginResetModel();
    m_bars = std::move(bars);
    endResetModel();
}

int ComparedDevices::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_bars.size());
}

QString ComparedDevices::title(int column) const
{
    const QStringList titles {tr("Device"),      tr("Plan"),     tr("Peak memory"),
                              tr("Upper bound"), tr("Capacity"), tr("Fits")};
    return titles[column];
}

QString ComparedDevices::meaning(int column) const
{
    return column == Peak    ? formulaOf(Figure::Peak)
        : column == AtMost   ? formulaOf(Figure::AtMost)
        : column == Capacity ? formulaOf(Figure::Capacity)
                             : QString();
}

bool ComparedDevices::hasWords(int column) const
{
    return column < Peak || column > Capacity;
}

std::optional<Bytes> ComparedDevices::bytesIn(int row, int column) const
{
    const DeviceEstimate& device = m_bars[static_cast<std::size_t>(row)].row.estimate;
    switch (column) {
    case Peak:
        return device.peak;
    case AtMost:
        return device.device_high;
    case Capacity:
        return device.capacity;
    default:
        return std::nullopt;
    }
}

QString ComparedDevices::text(int row, int column) const
{
    const ComparedBar& bar = m_bars[static_cast<std::size_t>(row)];
    switch (column) {
    case Device:
        return bar.device;
    case Plan:
        return bar.plan;
    case Peak:
        return bytesText(bar.row.estimate.peak);
    case Fits:
        return bar.row.estimate.fits ? tr("yes") : tr("no");
    default:
        return bytesText(bytesIn(row, column).value_or(Bytes(0)));
    }
}

QString ComparedDevices::toolTip(int row, int column) const
{
    const auto bytes = bytesIn(row, column);
    return bytes ? exactBytesText(*bytes) : QString();
}

QString ComparedDevices::copiedTitle(int column) const
{
    return column >= Peak && column <= Capacity ? tr("%1 (bytes)").arg(title(column)) : title(column);
}

QString ComparedDevices::copiedText(int row, int column) const
{
    const auto bytes = bytesIn(row, column);
    if (bytes) {
        return QString::number(bytes->value);
    }
    const ComparedBar& bar = m_bars[static_cast<std::size_t>(row)];
    return column == Device ? bar.copied_device : column == Plan ? bar.copied_plan : text(row, column);
}

}
