// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/exportablechart.h"
#include "ui/charts/memorybarslayout.h"

#include <QAbstractScrollArea>

namespace stagecraft {

// Stacked bars of the memory of each device at its peak, with the device's capacity as a line. Many devices are
// scrolled through, more than 64 are grouped by stage.
class MemoryBars : public QAbstractScrollArea, public ExportableChart {
    Q_OBJECT
public:
    explicit MemoryBars(QWidget* parent = nullptr);

    // `kind`: of the devices' peaks.
    void setDevices(const std::vector<DeviceEstimate>& devices, const QStringList& layerNames,
                    MemoryKind kind = MemoryKind::Allocated);
    // Bars of other devices, as they are; without names layers are told by their number.
    void setRows(std::vector<MemoryRow> rows, const QStringList& layerNames = {});

    // In one sentence; also the accessible description.
    QString summary() const;

    // What lies under a point of the viewport, for tests and tooltips.
    std::optional<MemoryBarsLayout::Hit> hitAt(const QPoint& at) const;
    QString toolTipAt(const QPoint& at) const;
    const MemoryBarsLayout& layout() const { return m_layout; }

    QSize exportSize() const override;
    void exportTo(QPainter& painter) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    QSize sizeHint() const override;

private:
    void relayout();
    MemoryBarsLayout::Metrics metricsOf() const;
    qreal headerHeight(qreal width) const; // legend and the capacity's words
    void paintHeader(QPainter& painter, const MemoryBarsLayout& layout) const;
    void paintRows(QPainter& painter, const MemoryBarsLayout& layout, std::pair<int, int> rows) const;
    void paintRow(QPainter& painter, const MemoryBarsLayout& layout, int row) const;
    void paintAxis(QPainter& painter, const MemoryBarsLayout& layout, qreal top) const;
    void paintGrid(QPainter& painter, const MemoryBarsLayout& layout, const QRectF& area) const;

    MemoryBarsLayout m_layout;
    std::vector<MemoryPart> m_parts; // that any row has
    QStringList m_layerNames;
    int m_hovered = -1;
};

}
