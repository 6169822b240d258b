// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/validation/errorhistogramchart.h"

#include "ui/charts/legend.h"
#include "ui/style/texture.h"
#include "ui/style/theme.h"
#include "ui/words/numbers.h"
#include "ui/words/plaintext.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

// Label of a bin's edge: "-20 %".
QString edgeText(double error)
{
    const QString text = QStringLiteral("%1 %").arg(countText(std::lround(error * 100)));
    return error > 0 ? QLatin1Char('+') + text : text;
}

}

ErrorHistogramChart::ErrorHistogramChart(QWidget* parent) : PaintedChart(parent)
{
    setFocusPolicy(Qt::NoFocus);
    setMinimumSize(180, 90);
    setAccessibleName(tr("Histogram of prediction errors"));
    setView(nullptr);
}

void ErrorHistogramChart::setView(std::shared_ptr<const ValidationView> view)
{
    m_view = std::move(view);
    m_current = -1;
    setAccessibleDescription(summary());
    update();
}

void ErrorHistogramChart::setCurrent(int point)
{
    m_current = m_view && point < static_cast<int>(m_view->points.size()) ? point : -1;
    update();
}

QString ErrorHistogramChart::summary() const
{
    if (!m_view || m_view->points.empty()) {
        return tr("No runs to compare.");
    }
    const auto within = [this](double error) {
        return countText(std::count_if(m_view->points.begin(), m_view->points.end(),
                                       [error](const RunPoint& point) { return std::abs(point.error()) <= error; }));
    };
    return tr("%Ln runs: %1 within 10 %, %2 within 25 %.", nullptr, m_view->figures.count)
        .arg(within(0.1), within(0.25));
}

int ErrorHistogramChart::countOf(int bin) const
{
    const ErrorHistogram& histogram = m_view->histogram;
    if (bin < 0) {
        return histogram.below;
    }
    const auto place = static_cast<std::size_t>(bin);
    return place < histogram.counts.size() ? histogram.counts[place] : histogram.above;
}

int ErrorHistogramChart::mostRuns() const
{
    const ErrorHistogram& histogram = m_view->histogram;
    return std::max(
        {1, histogram.below, histogram.above, *std::max_element(histogram.counts.begin(), histogram.counts.end())});
}

QRectF ErrorHistogramChart::plotIn(const QRectF& area) const
{
    const qreal line = QFontMetricsF(font()).height();
    return area.adjusted(chartEdge, line + 8, -chartEdge, -2 * line - 12);
}

// One column per bin, and one at each end, after a gap, for values beyond the range.
QRectF ErrorHistogramChart::barIn(const QRectF& plot, int bin) const
{
    const int bins = static_cast<int>(m_view->histogram.counts.size());
    const qreal column = plot.width() / (bins + 3);
    const qreal left = plot.left() + column * (bin < 0 ? 0 : bin < bins ? bin + 1.5 : bins + 2);
    const qreal height = plot.height() * countOf(bin) / mostRuns();
    return {left + std::min(1.0, column * 0.1), plot.bottom() - height, column - 2 * std::min(1.0, column * 0.1),
            height};
}

QRectF ErrorHistogramChart::barOf(int bin) const
{
    return barIn(plotIn(rect()), bin);
}

QString ErrorHistogramChart::toolTipAt(const QPoint& at) const
{
    if (!m_view || m_view->points.empty()) {
        return {};
    }
    const ErrorHistogram& histogram = m_view->histogram;
    const int bins = static_cast<int>(histogram.counts.size());
    for (int bin = -1; bin <= bins; ++bin) {
        QRectF column = barOf(bin);
        column.setTop(0);
        if (!column.contains(at)) {
            continue;
        }
        const int count = countOf(bin);
        if (bin < 0) {
            return plainToolTip(tr("%Ln runs with an error below %1", nullptr, count).arg(edgeText(histogram.from(0))));
        }
        return plainToolTip(
            bin == bins ? tr("%Ln runs with an error above %1", nullptr, count).arg(edgeText(histogram.from(bins)))
                        : tr("%Ln runs with an error from %1 to %2", nullptr, count)
                              .arg(edgeText(histogram.from(bin)), edgeText(histogram.from(bin + 1))));
    }
    return {};
}

void ErrorHistogramChart::paint(QPainter& painter, const QRectF& area) const
{
    painter.fillRect(area, palette().color(QPalette::Base));
    if (!m_view || m_view->points.empty()) {
        return; // the neighboring chart shows the reason
    }
    painter.setFont(font());
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF plot = plotIn(area);
    const ErrorHistogram& histogram = m_view->histogram;
    const int bins = static_cast<int>(histogram.counts.size());
    const int marked =
        m_current < 0 ? -2 : histogram.binOf(m_view->points[static_cast<std::size_t>(m_current)].error());
    for (int bin = -1; bin <= bins; ++bin) {
        const QRectF bar = barIn(plot, bin);
        const bool beyond = bin < 0 || bin == bins;
        const QColor color = theme::blend(theme::accent(palette()), palette().color(QPalette::Base),
                                          bin == marked ? 1
                                              : beyond  ? 0.35
                                                        : 0.6);
        painter.fillRect(bar, color);
        if (beyond) {
            painter.setPen(
                QPen(theme::blend(palette().color(QPalette::Text), palette().color(QPalette::Base), 0.4), 1));
            painter.drawLines(textureLines(bar, Texture::Rising, 5));
        }
    }
    paintAxis(painter, area, plot);
}

void ErrorHistogramChart::paintAxis(QPainter& painter, const QRectF& area, const QRectF& plot) const
{
    const QFontMetricsF metrics(font());
    const qreal line = metrics.height();
    const ErrorHistogram& histogram = m_view->histogram;
    const int bins = static_cast<int>(histogram.counts.size());
    painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), theme::line(palette()));
    painter.setPen(theme::mutedText(palette()));
    const qreal column = plot.width() / (bins + 3);
    const auto edgeAt = [&](int bin) { return plot.left() + column * (bin + 1.5); };
    painter.setPen(QPen(theme::blend(palette().color(QPalette::Text), palette().color(QPalette::Base), 0.55), 1.2));
    painter.drawLine(QPointF(edgeAt(histogram.negative), plot.top() - 2),
                     QPointF(edgeAt(histogram.negative), plot.bottom()));
    painter.setPen(theme::mutedText(palette()));
    // Labels from the center outwards, so that 0 is labeled; skips labels that would touch.
    const qreal widest = metrics.horizontalAdvance(edgeText(std::max(-histogram.from(0), histogram.from(bins)))) + 10;
    const int step = std::max(1, static_cast<int>(std::ceil(widest / column)));
    for (int bin = histogram.negative % step; bin <= bins; bin += step) {
        const QString text = edgeText(histogram.from(bin));
        painter.drawText(QRectF(edgeAt(bin) - widest, plot.bottom() + 4, 2 * widest, line),
                         Qt::AlignHCenter | Qt::AlignTop, text);
    }
    painter.drawText(
        QRectF(plot.left(), area.top() + 2, plot.width(), line), Qt::AlignLeft | Qt::AlignTop,
        metrics.elidedText(tr("Runs per bin (maximum %1)").arg(countText(mostRuns())), Qt::ElideRight, plot.width()));
    painter.drawText(QRectF(plot.left(), plot.bottom() + 6 + line, plot.width(), line), Qt::AlignHCenter | Qt::AlignTop,
                     metrics.elidedText(tr("Error: predicted / measured − 1"), Qt::ElideRight, plot.width()));
}

QSize ErrorHistogramChart::sizeHint() const
{
    return {320, 320};
}

QSize ErrorHistogramChart::exportSize() const
{
    return {720, 260};
}

}
