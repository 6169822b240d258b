// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartpaint.h"

#include "ui/charts/axisrange.h"
#include "ui/charts/legend.h"
#include "ui/style/theme.h"
#include "ui/words/numbers.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stagecraft {

void paintFocusFrame(QPainter& painter, const QRect& chart, const QPalette& palette)
{
    painter.setPen(QPen(theme::accent(palette), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(chart).adjusted(2.5, 0.5, -2.5, -2.5));
}

void paintInstead(QPainter& painter, const QRectF& chart, const QString& words, const QPalette& palette)
{
    painter.setPen(theme::mutedText(palette));
    painter.drawText(chart.adjusted(chartEdge, 0, -chartEdge, 0), Qt::AlignCenter | Qt::TextWordWrap, words);
}

namespace {

constexpr int mostByteSteps = 6;
constexpr qreal betweenNumbers = 10; // pixels

QString tickText(const AxisRange& range, double tick)
{
    return QLocale().toString(tick, 'f', range.decimals());
}

}

ByteTicks byteTicks(const BytesAcross& xOf, double end, const QFontMetricsF& metrics)
{
    ByteTicks ticks;
    ticks.unit = byteUnitFor(Bytes(static_cast<qint64>(end)));
    const double last = end / ticks.unit.size * (1 + 1e-9);
    for (int steps = mostByteSteps; steps > 0; --steps) {
        const AxisRange range = AxisRange::around(0, end / ticks.unit.size, steps);
        qreal widest = 0;
        ticks.values.clear();
        ticks.texts.clear();
        for (const double tick : range.ticks()) {
            if (tick <= last) {
                ticks.values << tick * ticks.unit.size;
                ticks.texts << tickText(range, tick);
                widest = std::max(widest, metrics.horizontalAdvance(ticks.texts.back()));
            }
        }
        if (xOf(range.step * ticks.unit.size) - xOf(0) >= widest + betweenNumbers) {
            return ticks;
        }
    }
    ticks.values.resize(1); // only the zero fits
    ticks.texts.resize(1);
    return ticks;
}

void paintByteGrid(QPainter& painter, const BytesAcross& xOf, double end, qreal top, qreal bottom,
                   const QPalette& palette)
{
    for (const double bytes : byteTicks(xOf, end, QFontMetricsF(painter.font())).values) {
        painter.fillRect(QRectF(std::round(xOf(bytes)), top, 1, bottom - top),
                         theme::blend(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.08));
    }
}

void paintByteAxis(QPainter& painter, const BytesAcross& xOf, double end, qreal top, const QPalette& palette)
{
    const QFontMetricsF metrics(painter.font());
    const qreal line = metrics.height();
    const ByteTicks ticks = byteTicks(xOf, end, metrics);
    painter.setPen(theme::mutedText(palette));
    for (qsizetype i = 0; i < ticks.values.size(); ++i) {
        painter.drawText(QRectF(xOf(ticks.values[i]) - 40, top + 4, 80, line), Qt::AlignHCenter | Qt::AlignTop,
                         ticks.texts[i]);
    }
    painter.drawText(QRectF(xOf(end) + 26, top + 4, 80, line), Qt::AlignLeft | Qt::AlignTop, ticks.unit.name);
}

}
