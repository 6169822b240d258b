// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "ui/support/memoryparts.h"

#include <QLineF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

namespace stagecraft {

// One bar: a device, equal devices, or all devices of a stage or node where there are too many for a bar each.
struct MemoryRow {
    QString label;
    QString brief; // in a narrow pane; empty: the label
    int device = 0; // index of the device that the bar shows: of a group the fullest
    int devices = 1; // in the group
    bool equal = false; // all of the group are as the estimate says
    DeviceEstimate estimate;
    bool begins_group = false; // a line above sets it apart from the row before
    int group = -1; // the node, or first device, whose devices it stands for, which can be opened; -1: it cannot
    bool opened = false; // its devices follow
    bool nested = false; // a device of the opened row above
};

inline constexpr std::size_t mostDeviceBars = 64; // with more devices bars are grouped

// The type of a device where the devices, which must outlive this, are of several types, else empty; rows name it
// behind their label.
class DistinctTypes {
public:
    explicit DistinctTypes(const std::vector<DeviceEstimate>& devices);

    QString of(std::size_t device) const;

private:
    const std::vector<DeviceEstimate>& m_devices;
    bool m_alike;
};

QString withType(const QString& label, const QString& type);
// "Device 3", or "Devices 0–7 (8)" of several; with a type "Device 3 (A100-80GB)" and "Devices 0–7 (8 × A100-80GB)".
QString deviceLabel(int first, int count, const QString& type = {});
// A bar of these devices, which are as the first one, with its label in full and briefly: "3", "0–7", "0–7 A100-80GB".
MemoryRow deviceRow(const std::vector<DeviceEstimate>& devices, int first, int count, const DistinctTypes& types);

// A bar a device up to `most` devices, else a bar a stage.
std::vector<MemoryRow> memoryRows(const std::vector<DeviceEstimate>& devices, std::size_t most);

// Where everything of the memory bars lies. Only arithmetic; the painting is in MemoryBars.
struct MemoryBarsLayout {
    struct Segment {
        MemoryPart part;
        Bytes bytes;
        QRectF area;
    };
    struct Hit {
        int row = 0;
        std::optional<MemoryPart> part; // none beside the bar
    };
    struct Metrics {
        qreal left = 0; // labels end here, bars begin
        qreal right = 0; // room behind the bars for the numbers
        qreal top = 0;
        qreal rowHeight = 0;
        qreal barHeight = 0;
        qreal axisHeight = 0; // below the bars
        bool brief = false; // the numbers leave out what share is full, for want of room
    };

    std::vector<MemoryRow> rows;
    Metrics metrics;
    qreal width = 0;
    double end = 1; // bytes at the right end of the bars

    // `width` of the whole picture in pixels.
    static MemoryBarsLayout build(std::vector<MemoryRow> rows, qreal width, const Metrics& metrics);

    qreal height() const;
    qreal xOf(double bytes) const;
    QRectF rowArea(int row) const;
    QRectF barArea(int row) const; // up to the peak
    std::vector<Segment> segments(int row) const; // parts without bytes are left out
    // Where a segment's name has room: beside the bounds of the peak, and not on what does not fit.
    QRectF nameRoom(int row, const Segment& segment) const;
    QRectF reserve(int row) const; // from the peak to what the device is asked for: allocator and context, upper bound
    QRectF overflow(int row) const; // of both, what lies beyond the capacity; empty if the device fits
    std::optional<QLineF> bounds(int row) const; // of the peak, along the bar's middle; nothing where they are the peak
    std::optional<Hit> hit(const QPointF& at) const;
    // Rows that `area` shows: first and one past the last.
    std::pair<int, int> rowsIn(const QRectF& area) const;
};

}
