// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSize>
#include <QString>

#include <optional>

class QMimeData;
class QPainter;
class QPrinter;
class QWidget;

namespace stagecraft {

class ExportableChart;

enum class ChartFormat { Png, Svg, Pdf };

std::optional<ChartFormat> chartFormatOf(const QString& path); // by its suffix

// A chart for export: dark on white, below its name, its subject (model, cluster, and objective or plan) and its
// summary. Name and summary are the accessible name and description of its widget.
class ChartPage {
public:
    // The widget must be an ExportableChart too, and outlive this. Its colors change while it is painted, and come
    // back before the window shows them.
    // `subject` counts where the chart has none of its own.
    explicit ChartPage(QWidget& chart, const QString& subject = {});

    QString title() const;
    QSize size() const { return m_size; } // in device-independent pixels
    void paint(QPainter& painter) const; // into (0, 0, size())

    QByteArray file(ChartFormat format) const; // its content; a PNG has twice the pixels
    QMimeData* clip() const; // for the clipboard: as a picture and as a drawing
    bool print(QPrinter& printer) const; // on one sheet; false: the printer could not begin

private:
    QByteArray png() const;
    QByteArray svg() const;
    QByteArray pdf() const;

    QWidget& m_widget;
    const ExportableChart& m_chart;
    QString m_subject;
    int m_head = 0; // height of the words
    int m_name = 0; // of the first of them
    QSize m_size;
};

}
