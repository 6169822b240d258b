// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "ui/words/memoryparts.h"

#include <QLineF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

namespace stagecraft {

// One bar: a device, identical devices, or, if there are too many, all devices of a stage or node.
struct MemoryRow {
    QString label;
    QString brief; // short label for a narrow pane; empty: the label
    int device = 0; // index of the device shown: the fullest of a group
    int devices = 1; // number of devices in the group
    bool equal = false; // all devices of the group are identical
    DeviceEstimate estimate;
    bool begins_group = false; // separated from the previous row by a line
    int group = -1; // node or first device of an expandable row; -1: not expandable
    bool opened = false; // the rows of its devices follow
    bool nested = false; // a device of the expanded row above
};

inline constexpr std::size_t mostDeviceBars = 64; // with more devices bars are grouped

// Type name of a device if the devices, which must outlive this object, have several types; otherwise empty. Rows
// append it to their label.
class DistinctTypes {
public:
    explicit DistinctTypes(const std::vector<DeviceEstimate>& devices);

    QString of(std::size_t device) const;

private:
    const std::vector<DeviceEstimate>& m_devices;
    bool m_identical;
};

QString withType(const QString& label, const QString& type);
// "Device 3" or "Devices 0–7 (8)"; with a type "Device 3 (A100-80GB)" and "Devices 0–7 (8 × A100-80GB)".
QString deviceLabel(int first, int count, const QString& type = {});
// A bar of identical devices, with its label and short label: "3", "0–7", "0–7 A100-80GB".
MemoryRow deviceRow(const std::vector<DeviceEstimate>& devices, int first, int count, const DistinctTypes& types);

// One bar per device up to `most` devices, else one bar per stage.
std::vector<MemoryRow> memoryRows(const std::vector<DeviceEstimate>& devices, std::size_t most);

// Geometry of the memory bars. MemoryBars paints it.
struct MemoryBarsLayout {
    struct Segment {
        MemoryPart part;
        Bytes bytes;
        QRectF area;
    };
    struct Hit {
        int row = 0;
        std::optional<MemoryPart> part; // empty outside the bar
    };
    struct Metrics {
        qreal left = 0; // x where labels end and bars begin
        qreal right = 0; // width of the numbers after the bars
        qreal top = 0;
        qreal rowHeight = 0;
        qreal barHeight = 0;
        qreal axisHeight = 0; // height below the bars
        bool brief = false; // numbers omit the fill, to save width
    };

    std::vector<MemoryRow> rows;
    Metrics metrics;
    qreal width = 0;
    double end = 1; // bytes at the right end of the bars

    // `width`: of the whole picture, in pixels.
    static MemoryBarsLayout build(std::vector<MemoryRow> rows, qreal width, const Metrics& metrics);

    qreal height() const;
    qreal xOf(double bytes) const;
    QRectF rowArea(int row) const;
    QRectF barArea(int row) const; // ends at the peak
    std::vector<Segment> segments(int row) const; // omits parts with 0 bytes
    // Area for a segment's name: clear of the bounds of the peak and of the overflow.
    QRectF nameRoom(int row, const Segment& segment) const;
    QRectF reserve(int row) const; // from the peak to the upper bound of the device memory
    QRectF overflow(int row) const; // part of both beyond the capacity; empty if the device fits
    // bounds of the peak, along the middle of the bar; empty without bounds
    std::optional<QLineF> bounds(int row) const;
    std::optional<Hit> hit(const QPointF& at) const;
    // Rows visible in `area`: first and one past the last.
    std::pair<int, int> rowsIn(const QRectF& area) const;
};

}
