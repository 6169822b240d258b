// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/chartfile.h"

#include "ui/charts/exportablechart.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>

namespace stagecraft {

QByteArray chartAsPng(const ExportableChart& chart)
{
    constexpr qreal scale = 2;
    QImage image(chart.exportSize() * scale, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::white);
    QPainter painter(&image);
    chart.exportTo(painter);
    painter.end();
    QByteArray content;
    QBuffer buffer(&content);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return content;
}

QByteArray chartAsSvg(const ExportableChart& chart, const QString& title)
{
    QByteArray content;
    QBuffer buffer(&content);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(chart.exportSize());
    generator.setViewBox(QRect(QPoint(), chart.exportSize()));
    generator.setTitle(title);
    QPainter painter(&generator);
    chart.exportTo(painter);
    painter.end();
    return content;
}

}
