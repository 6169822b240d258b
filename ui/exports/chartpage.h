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

std::optional<ChartFormat> chartFormatOf(const QString& path); // from the file suffix

// A chart for export: dark on white, with its name, its subject (model, cluster, and objective or plan) and its summary
// above. Name and summary are the accessible name and description of its widget.
class ChartPage {
public:
    // The widget must also be an ExportableChart, and outlive this object. Its colors change while it is painted and
    // are restored before the window shows them.
    // `subject` applies if the chart has no exportSubject().
    explicit ChartPage(QWidget& chart, const QString& subject = {});

    QString title() const;
    QSize size() const { return m_size; } // in device-independent pixels
    void paint(QPainter& painter) const; // into (0, 0, size())

    QByteArray file(ChartFormat format) const; // file content; a PNG has twice the pixels
    QMimeData* clip() const; // clipboard data: the chart as a bitmap and as a vector drawing
    bool print(QPrinter& printer) const; // prints on one sheet; false if the printer cannot start

private:
    QByteArray png() const;
    QByteArray svg() const;
    QByteArray pdf() const;

    QWidget& m_widget;
    const ExportableChart& m_chart;
    QString m_subject;
    int m_head = 0; // height of the title, subject and summary
    int m_name = 0; // height of the title
    QSize m_size;
};

}
