// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/exportablechart.h"
#include "ui/charts/memorybarslayout.h"

#include <QAbstractScrollArea>

namespace stagecraft {

// Stacked bars of the memory of each device at its peak, with the bounds of the peak as a whisker and the capacity as a
// line. Scrolls; more than 64 devices are grouped by stage.
class MemoryBars : public QAbstractScrollArea, public ExportableChart {
    Q_OBJECT
public:
    explicit MemoryBars(QWidget* parent = nullptr);

    void setDevices(const std::vector<DeviceEstimate>& devices, const QStringList& layerNames);
    // Shows `rows`; without names, layers are identified by number.
    void setRows(std::vector<MemoryRow> rows, const QStringList& layerNames = {});

    // Makes rows selectable by a click or Up and Down; a click on a bar, or Return, requests to open the row.
    void setChoosable();
    void setCurrent(int row); // -1: none
    int current() const { return m_current; }
    QRect rowRect(int row) const; // in the viewport

    // One sentence; also the accessible description.
    QString summary() const;

    // The item at a point of the viewport, for tests and tooltips.
    std::optional<MemoryBarsLayout::Hit> hitAt(const QPoint& at) const;
    QString toolTipAt(const QPoint& at) const;
    const MemoryBarsLayout& layout() const { return m_layout; }

    QSize exportSize() const override;
    void exportTo(QPainter& painter) const override;

Q_SIGNALS:
    void chosen(int row);
    void opened(int row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    QSize sizeHint() const override;

private:
    void relayout();
    MemoryBarsLayout::Metrics metricsOf(qreal width, bool brief = false) const;
    QStringList legendWords() const;
    // Parts of the header: a low chart omits the legend, a lower one also the capacity.
    struct Header {
        bool legend = true;
        bool capacity = true;
    };
    Header headerFor(const QSizeF& size, qreal axis) const;
    qreal headerHeight(qreal width, const Header& header) const;
    qreal headerHeight() const; // height of the visible header
    void paintHeader(QPainter& painter, const MemoryBarsLayout& layout, const Header& header) const;
    void paintRows(QPainter& painter, const MemoryBarsLayout& layout, std::pair<int, int> rows) const;
    void paintState(QPainter& painter, int row) const;
    void paintRow(QPainter& painter, const MemoryBarsLayout& layout, int row) const;
    void paintLabel(QPainter& painter, const MemoryBarsLayout& layout, int row) const;
    void paintSegments(QPainter& painter, const MemoryBarsLayout& layout, int row) const;
    void paintBounds(QPainter& painter, const QLineF& bounds, qreal height) const;
    bool moveCurrent(int key);
    qreal indentOf(const MemoryRow& row) const; // indent of the row's label
    void paintReserve(QPainter& painter, const QRectF& area) const;

    MemoryBarsLayout m_layout;
    Header m_header; // visible parts of the header
    std::vector<MemoryPart> m_parts; // categories present in any row
    bool m_reserves = false; // any row has an upper bound above its peak
    QStringList m_layerNames;
    bool m_choosable = false;
    int m_current = -1;
    int m_hovered = -1;
};

}
