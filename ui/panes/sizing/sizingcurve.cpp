// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/sizing/sizingcurve.h"

#include "ui/charts/chartpaint.h"
#include "ui/charts/legend.h"
#include "ui/style/theme.h"
#include "ui/words/messagetext.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"
#include "ui/words/planrole.h"
#include "ui/words/sizingwords.h"

#include <QKeyEvent>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr qreal markRadius = 4.5;

// Mark of values at which no plan fits or exists.
void drawCross(QPainter& painter, const QPointF& at, const QColor& color)
{
    painter.setPen(QPen(color, 2));
    painter.drawLine(at + QPointF(-markRadius, -markRadius), at + QPointF(markRadius, markRadius));
    painter.drawLine(at + QPointF(-markRadius, markRadius), at + QPointF(markRadius, -markRadius));
}

}

SizingCurve::SizingCurve(QWidget* parent) : PaintedChart(parent)
{
    setMinimumSize(220, 140);
    setAccessibleName(tr("Sizing curve"));
    clear({});
}

void SizingCurve::setPoints(std::vector<CurvePoint> points, WhatIfParameter parameter, const Model& model, double own)
{
    m_points = std::move(points);
    m_parameter = parameter;
    m_name = whatIfParameterName(parameter, model.sample);
    m_per = perMillionName(model.sample);
    m_rate = rateUnit(model.sample);
    m_own = own;
    m_current = -1;
    rebuild();
}

void SizingCurve::clear(const QString& why)
{
    m_points.clear();
    m_why = why;
    rebuild();
}

void SizingCurve::setMeasure(CurveMeasure measure)
{
    m_measure = measure;
    rebuild();
}

namespace {

struct CurveTimeUnit {
    double size;
    QString name;
};

CurveTimeUnit curveTimeUnit(double most)
{
    constexpr double day = 86400;
    return most >= 2 * day ? CurveTimeUnit {day, SizingCurve::tr("days")}
        : most >= 2 * 3600 ? CurveTimeUnit {3600, SizingCurve::tr("hours")}
        : most >= 2        ? CurveTimeUnit {1, SizingCurve::tr("s")}
                           : CurveTimeUnit {1e-3, SizingCurve::tr("ms")};
}

}

void SizingCurve::rebuild()
{
    double most = 0;
    for (const CurvePoint& point : m_points) {
        most = std::max({most, measureOf(point, CurveMeasure::Peak).value_or(0), neededOf(point).value_or(0)});
    }
    m_unit = 1;
    m_unitName = m_measure == CurveMeasure::Cost ? tr("Cost ($ %1)").arg(m_per) : QString();
    if (m_measure == CurveMeasure::Peak) {
        const ByteUnit unit = byteUnitFor(Bytes(static_cast<qint64>(most)));
        m_unit = unit.size;
        m_unitName = tr("Peak memory (%1)").arg(unit.name);
    }
    if (m_measure == CurveMeasure::Throughput) {
        m_unitName = tr("Throughput of the fastest plan (%1)").arg(m_rate);
    }
    if (m_measure == CurveMeasure::Time) {
        double longest = 0;
        for (const CurvePoint& point : m_points) {
            longest = std::max(longest, measureOf(point, m_measure).value_or(0));
        }
        const CurveTimeUnit unit = curveTimeUnit(longest);
        const bool run = haveRuns(m_points);
        m_unit = unit.size;
        m_unitName = (run ? tr("Time to train with the fastest plan (%1)") : tr("Step time of the fastest plan (%1)"))
                         .arg(unit.name);
    }
    m_capacityShown = !SizingCurveLayout::build(m_points, m_measure, {0, 0, 1, 1}, m_unit).capacities.empty();
    setAccessibleDescription(summary());
    update();
}

QString SizingCurve::valueText(double value) const
{
    switch (m_measure) {
    case CurveMeasure::Peak:
        return bytesText(Bytes(static_cast<qint64>(value)));
    case CurveMeasure::Throughput:
        return tr("%1 %2").arg(numberText(value), m_rate);
    case CurveMeasure::Time:
        return durationText(Seconds(value));
    case CurveMeasure::Cost:
        break;
    }
    return tr("%1 %2").arg(dollarsText(value), m_per);
}

QString SizingCurve::pointText(int point) const
{
    const CurvePoint& shown = m_points[static_cast<std::size_t>(point)];
    const auto value = measureOf(shown, m_measure);
    const QString at = whatIfValueText(m_parameter, shown.value);
    if (!shown.planned) {
        return tr("%1: no plan").arg(at);
    }
    const QString words = value ? tr("%1: %2").arg(at, valueText(*value)) : tr("%1: no price").arg(at);
    return shown.fits() ? words : tr("%1, does not fit").arg(words);
}

QString SizingCurve::summary() const
{
    if (m_points.empty()) {
        return m_why;
    }
    const auto fit = std::count_if(m_points.begin(), m_points.end(), [](const CurvePoint& p) { return p.fits(); });
    return tr("%1, from %2 to %3; %4 of %Ln values fit.", nullptr, static_cast<int>(m_points.size()))
        .arg(m_name, pointText(0), pointText(static_cast<int>(m_points.size()) - 1), countText(fit));
}

QPen SizingCurve::needsPen() const
{
    return {theme::series(1, palette()), 1.6, Qt::DotLine};
}

QPen SizingCurve::capacityPen() const
{
    return {theme::mutedText(palette()), 1.6, Qt::DashLine};
}

QStringList SizingCurve::legendWords() const
{
    QStringList words {tr("Fits"), tr("Does not fit or no plan")};
    if (m_measure == CurveMeasure::Peak) {
        words << tr("Upper bound of device memory");
    }
    return m_capacityShown ? words << tr("Capacity") : words;
}

SizingCurveLayout SizingCurve::layoutFor(const QRectF& area) const
{
    const QFontMetricsF metrics(font());
    const qreal legend = LegendLayout::build(legendWords(), area.width() - 2 * chartEdge, metrics).height;
    SizingCurveLayout first = SizingCurveLayout::build(m_points, m_measure, area, m_unit);
    qreal labels = 0;
    for (const double tick : first.y.ticks()) {
        labels = std::max(labels, metrics.horizontalAdvance(QLocale().toString(tick, 'f', first.y.decimals())));
    }
    return SizingCurveLayout::build(
        m_points, m_measure,
        area.adjusted(chartEdge + labels + 8, legend + metrics.height() + 10, -chartEdge, -2 * metrics.height() - 14),
        m_unit);
}

QString SizingCurve::toolTipAt(const QPoint& at) const
{
    const int point = layoutFor(rect()).hit(at);
    if (point < 0) {
        return {};
    }
    const CurvePoint& shown = m_points[static_cast<std::size_t>(point)];
    QStringList lines {QStringLiteral("<b>%1</b>").arg(pointText(point).toHtmlEscaped())};
    if (shown.planned) {
        lines << degreesText(shown.planned->plan).toHtmlEscaped()
              << exactBytesText(shown.planned->estimate.peak).toHtmlEscaped()
              << rateText(shown.planned->estimate).toHtmlEscaped();
    } else if (shown.obstacle) {
        lines << errorText(*shown.obstacle).toHtmlEscaped();
    }
    return lines.join(QStringLiteral("<br>"));
}

void SizingCurve::mousePressEvent(QMouseEvent* event)
{
    const int point = layoutFor(rect()).hit(event->position());
    if (point >= 0 && event->button() == Qt::LeftButton) {
        m_current = point;
        Q_EMIT chosen(m_points[static_cast<std::size_t>(point)].value);
    }
}

void SizingCurve::keyPressEvent(QKeyEvent* event)
{
    const auto count = static_cast<int>(m_points.size());
    if (count > 0 && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)) {
        const int step = event->key() == Qt::Key_Left ? -1 : 1;
        m_current = m_current < 0 ? 0 : std::clamp(m_current + step, 0, count - 1);
        setAccessibleDescription(tr("%1. %2").arg(pointText(m_current), summary()));
        update();
    } else if (m_current >= 0 && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        Q_EMIT chosen(m_points[static_cast<std::size_t>(m_current)].value);
    } else {
        PaintedChart::keyPressEvent(event);
    }
}

void SizingCurve::paint(QPainter& painter, const QRectF& area) const
{
    painter.fillRect(area, palette().color(QPalette::Base));
    painter.setFont(font());
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_points.empty()) {
        paintInstead(painter, area, m_why, palette());
        return;
    }
    const SizingCurveLayout layout = layoutFor(area);
    paintLegend(painter, area);
    paintAxes(painter, area, layout);
    paintNeeds(painter, layout);
    paintMarks(painter, layout);
}

void SizingCurve::paintLegend(QPainter& painter, const QRectF& area) const
{
    const QRectF room = area.adjusted(chartEdge, 4, -chartEdge, 0);
    stagecraft::paintLegend(painter, room, legendWords(), palette(), [&](std::size_t i, const QRectF& mark) {
        const QPointF middle = mark.center();
        if (i == 0) {
            theme::drawMark(painter, middle, PlanRole::Front, theme::series(0, palette()), palette());
        } else if (i == 1) {
            drawCross(painter, middle, theme::bad(palette()));
        } else {
            painter.setPen(i == 2 ? needsPen() : capacityPen());
            painter.drawLine(middle - QPointF(7, 0), middle + QPointF(7, 0));
        }
    });
}

void SizingCurve::paintAxes(QPainter& painter, const QRectF& area, const SizingCurveLayout& layout) const
{
    const QFontMetricsF metrics(font());
    const QColor grid = theme::blend(palette().color(QPalette::Text), palette().color(QPalette::Base), 0.09);
    const qreal line = metrics.height();
    painter.setPen(theme::mutedText(palette()));
    for (const double tick : layout.y.ticks()) {
        const double share = (tick - layout.y.from) / (layout.y.to - layout.y.from);
        const qreal y = layout.plot.bottom() - layout.plot.height() * share;
        painter.fillRect(QRectF(layout.plot.left(), std::round(y), layout.plot.width(), 1), grid);
        painter.drawText(QRectF(area.left(), y - line / 2, layout.plot.left() - area.left() - 8, line),
                         Qt::AlignRight | Qt::AlignVCenter, QLocale().toString(tick, 'f', layout.y.decimals()));
    }
    QStringList texts;
    qreal widest = 0;
    for (const CurvePoint& point : m_points) {
        texts << whatIfValueText(m_parameter, point.value);
        widest = std::max(widest, metrics.horizontalAdvance(texts.back()));
    }
    const int step = layout.labelStep(widest + 10);
    for (int i = 0; i < static_cast<int>(m_points.size()); ++i) {
        const bool own = m_points[static_cast<std::size_t>(i)].value == m_own;
        if (own) {
            painter.fillRect(QRectF(layout.x(i) - 0.5, layout.plot.top(), 1, layout.plot.height()),
                             theme::accent(palette()));
        }
        if (i % step == 0) {
            painter.setPen(own ? palette().color(QPalette::Text) : theme::mutedText(palette()));
            painter.drawText(QRectF(layout.x(i) - widest, layout.plot.bottom() + 8, 2 * widest, line),
                             Qt::AlignHCenter | Qt::AlignTop, texts[i]);
        }
    }
    painter.setPen(theme::mutedText(palette()));
    painter.drawText(QRectF(area.left() + chartEdge, layout.plot.top() - line - 6, area.width() - 2 * chartEdge, line),
                     Qt::AlignLeft | Qt::AlignTop, m_unitName);
    painter.drawText(QRectF(layout.plot.left(), layout.plot.bottom() + 10 + line, layout.plot.width(), line),
                     Qt::AlignHCenter | Qt::AlignTop, tr("%1 (line: current value)").arg(m_name));
}

void SizingCurve::paintNeeds(QPainter& painter, const SizingCurveLayout& layout) const
{
    painter.setPen(needsPen());
    for (const auto& run : layout.needs) {
        painter.drawPolyline(run.data(), static_cast<int>(run.size()));
    }
    painter.setPen(capacityPen());
    const qreal half = layout.marks.size() > 1 ? (layout.x(1) - layout.x(0)) / 2 : layout.plot.width() / 2;
    for (const auto& run : layout.capacities) {
        QPointF before = run.front() - QPointF(half, 0);
        for (const QPointF& at : run) {
            painter.drawLine(before, at);
            before = at;
        }
        painter.drawLine(before, before + QPointF(half, 0));
    }
}

void SizingCurve::paintMarks(QPainter& painter, const SizingCurveLayout& layout) const
{
    const QColor color = theme::series(0, palette());
    painter.setPen(QPen(theme::blend(color, palette().color(QPalette::Base), 0.8), 1.6));
    for (const auto& line : layout.lines) {
        painter.drawPolyline(line.data(), static_cast<int>(line.size()));
    }
    for (std::size_t i = 0; i < layout.marks.size(); ++i) {
        const SizingCurveLayout::Mark& mark = layout.marks[i];
        if (mark.fits && mark.known) {
            theme::drawMark(painter, mark.at, PlanRole::Front, color, palette());
        } else if (!mark.fits) {
            drawCross(painter, mark.at, theme::bad(palette()));
        }
        if (static_cast<int>(i) == m_current && hasFocus()) {
            painter.setPen(QPen(theme::accent(palette()), 1.6));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(mark.at, 9, 9);
        }
    }
}

QSize SizingCurve::sizeHint() const
{
    return {420, 280};
}

QSize SizingCurve::exportSize() const
{
    return {720, 480};
}

}
