// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memorybarslayout.h"

#include "ui/charts/axisrange.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace stagecraft {

DistinctTypes::DistinctTypes(const std::vector<DeviceEstimate>& devices)
    : m_devices(devices), m_identical(std::all_of(devices.begin(), devices.end(), [&](const DeviceEstimate& other) {
        return other.device_type == devices.front().device_type;
    }))
{
}

QString DistinctTypes::of(std::size_t device) const
{
    return m_identical ? QString() : QString::fromStdString(m_devices[device].device_type);
}

QString withType(const QString& label, const QString& type)
{
    return type.isEmpty() ? label : QCoreApplication::translate("MemoryRow", "%1 (%2)").arg(label, type);
}

QString deviceLabel(int first, int count, const QString& type)
{
    if (count == 1) {
        return withType(QCoreApplication::translate("MemoryRow", "Device %1").arg(first), type);
    }
    const int last = first + count - 1;
    return type.isEmpty()
        ? QCoreApplication::translate("MemoryRow", "Devices %1–%2 (%3)").arg(first).arg(last).arg(count)
        : QCoreApplication::translate("MemoryRow", "Devices %1–%2 (%3 × %4)").arg(first).arg(last).arg(count).arg(type);
}

MemoryRow deviceRow(const std::vector<DeviceEstimate>& devices, int first, int count, const DistinctTypes& types)
{
    const auto index = static_cast<std::size_t>(first);
    const QString type = types.of(index);
    const QString numbers =
        count == 1 ? QString::number(first) : QStringLiteral("%1–%2").arg(first).arg(first + count - 1);
    MemoryRow row;
    row.label = deviceLabel(first, count, type);
    row.brief = type.isEmpty() ? numbers : QStringLiteral("%1 %2").arg(numbers, type);
    row.device = first;
    row.devices = count;
    row.estimate = devices[index];
    return row;
}

std::vector<MemoryRow> memoryRows(const std::vector<DeviceEstimate>& devices, std::size_t most)
{
    const DistinctTypes types(devices);
    std::vector<MemoryRow> rows;
    if (devices.size() <= most) {
        for (std::size_t i = 0; i < devices.size(); ++i) {
            rows.push_back(deviceRow(devices, static_cast<int>(i), 1, types));
        }
        return rows;
    }
    for (std::size_t i = 0; i < devices.size(); ++i) {
        if (rows.empty() || rows.back().estimate.stage != devices[i].stage) {
            rows.push_back({{}, {}, static_cast<int>(i), 0, false, devices[i]});
        }
        MemoryRow& row = rows.back();
        ++row.devices;
        if (devices[i].peak > row.estimate.peak) {
            row.estimate = devices[i];
            row.device = static_cast<int>(i);
        }
    }
    for (MemoryRow& row : rows) {
        row.label =
            withType(QCoreApplication::translate("MemoryRow", "Stage %1 × %2").arg(row.estimate.stage).arg(row.devices),
                     types.of(static_cast<std::size_t>(row.device)));
    }
    return rows;
}

MemoryBarsLayout MemoryBarsLayout::build(std::vector<MemoryRow> rows, qreal width, const Metrics& metrics)
{
    MemoryBarsLayout layout;
    layout.rows = std::move(rows);
    layout.metrics = metrics;
    layout.width = width;
    Bytes most;
    for (const MemoryRow& row : layout.rows) {
        most = std::max(
            {most, row.estimate.peak, row.estimate.peak_high, row.estimate.device_high, row.estimate.capacity});
    }
    layout.end = byteAxisEnd(most);
    return layout;
}

qreal MemoryBarsLayout::height() const
{
    return metrics.top + static_cast<qreal>(rows.size()) * metrics.rowHeight + metrics.axisHeight;
}

qreal MemoryBarsLayout::xOf(double bytes) const
{
    const qreal room = std::max(width - metrics.left - metrics.right, 1.0);
    return metrics.left + room * bytes / end;
}

QRectF MemoryBarsLayout::rowArea(int row) const
{
    return {0, metrics.top + row * metrics.rowHeight, width, metrics.rowHeight};
}

QRectF MemoryBarsLayout::barArea(int row) const
{
    const QRectF area = rowArea(row);
    const auto peak = static_cast<double>(rows[static_cast<std::size_t>(row)].estimate.peak.value);
    return {metrics.left, area.center().y() - metrics.barHeight / 2, xOf(peak) - metrics.left, metrics.barHeight};
}

std::vector<MemoryBarsLayout::Segment> MemoryBarsLayout::segments(int row) const
{
    std::vector<Segment> all;
    const QRectF bar = barArea(row);
    const MemoryBreakdown& breakdown = rows[static_cast<std::size_t>(row)].estimate.breakdown;
    Bytes sum;
    for (const MemoryPart part : memoryParts) {
        const Bytes bytes = partBytes(breakdown, part);
        if (bytes.value <= 0) {
            continue;
        }
        const qreal from = xOf(static_cast<double>(sum.value));
        sum += bytes;
        const qreal to = xOf(static_cast<double>(sum.value));
        all.push_back({part, bytes, QRectF(from, bar.top(), to - from, bar.height())});
    }
    return all;
}

QRectF MemoryBarsLayout::nameRoom(int row, const Segment& segment) const
{
    constexpr qreal rim = 3; // outline of the bounds' line
    const qreal capacity = xOf(static_cast<double>(rows[static_cast<std::size_t>(row)].estimate.capacity.value));
    QRectF before = segment.area;
    before.setRight(std::max(before.left(), std::min(before.right(), capacity)));
    const auto line = bounds(row);
    if (!line || line->x1() - rim > before.right() || line->x2() + rim < before.left()) {
        return before;
    }
    QRectF behind = before;
    before.setRight(std::max(before.left(), line->x1() - rim));
    behind.setLeft(std::min(behind.right(), line->x2() + rim));
    return before.width() >= behind.width() ? before : behind;
}

QRectF MemoryBarsLayout::reserve(int row) const
{
    const DeviceEstimate& estimate = rows[static_cast<std::size_t>(row)].estimate;
    const QRectF bar = barArea(row);
    const qreal to = xOf(static_cast<double>(std::max(estimate.device_high, estimate.peak).value));
    return {bar.right(), bar.top(), to - bar.right(), bar.height()};
}

QRectF MemoryBarsLayout::overflow(int row) const
{
    const DeviceEstimate& estimate = rows[static_cast<std::size_t>(row)].estimate;
    const QRectF end = reserve(row);
    const qreal from = xOf(static_cast<double>(estimate.capacity.value));
    return end.right() > from ? QRectF(from, end.top(), end.right() - from, end.height()) : QRectF();
}

std::optional<QLineF> MemoryBarsLayout::bounds(int row) const
{
    const DeviceEstimate& estimate = rows[static_cast<std::size_t>(row)].estimate;
    if (estimate.peak_low >= estimate.peak_high) {
        return std::nullopt;
    }
    const qreal middle = barArea(row).center().y();
    return QLineF(xOf(static_cast<double>(estimate.peak_low.value)), middle,
                  xOf(static_cast<double>(estimate.peak_high.value)), middle);
}

std::optional<MemoryBarsLayout::Hit> MemoryBarsLayout::hit(const QPointF& at) const
{
    const int row = static_cast<int>(std::floor((at.y() - metrics.top) / metrics.rowHeight));
    if (row < 0 || row >= static_cast<int>(rows.size())) {
        return std::nullopt;
    }
    for (const Segment& segment : segments(row)) {
        if (segment.area.contains(at)) {
            return Hit {row, segment.part};
        }
    }
    return Hit {row, std::nullopt};
}

std::pair<int, int> MemoryBarsLayout::rowsIn(const QRectF& area) const
{
    const int count = static_cast<int>(rows.size());
    const int first = static_cast<int>(std::floor((area.top() - metrics.top) / metrics.rowHeight));
    const int last = static_cast<int>(std::ceil((area.bottom() - metrics.top) / metrics.rowHeight));
    return {std::clamp(first, 0, count), std::clamp(last, 0, count)};
}

}
