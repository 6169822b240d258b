// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/tradeoffchart.h"

#include "ui/charts/axisrange.h"
#include "ui/charts/legend.h"
#include "ui/models/candidatemodel.h"
#include "ui/support/numbers.h"
#include "ui/support/peakwords.h"
#include "ui/support/plandetails.h"
#include "ui/support/theme.h"

#include <QApplication>
#include <QChart>
#include <QLabel>
#include <QLineSeries>
#include <QMouseEvent>
#include <QRubberBand>
#include <QValueAxis>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stagecraft {

namespace {

constexpr qreal reach = 14;

// `bill`: of the run; null: not known.
QString cardOf(const Candidate& candidate, const Bill* bill)
{
    const Estimate& estimate = candidate.estimate;
    const QString speed = estimate.tokens_per_second > 0
        ? TradeoffChart::tr("%1 tokens/s").arg(numberText(estimate.tokens_per_second))
        : TradeoffChart::tr("%1 samples/s").arg(numberText(estimate.samples_per_second));
    QString text = QStringLiteral("<b>%1</b><br>%2<br>%3<br>")
                       .arg(planLabels(candidate).toHtmlEscaped(), degreesText(candidate.plan),
                            optionsText(candidate.plan).toHtmlEscaped());
    text += TradeoffChart::tr("%1: %2 of %3")
                .arg(peakTitle(peakKind(estimate)), bytesText(estimate.peak), bytesText(fullestCapacity(estimate)));
    text += QStringLiteral("<br>%1 · %2").arg(speed, TradeoffChart::tr("%1 a step").arg(secondsText(estimate.step)));
    if (estimate.cost_per_step) {
        text +=
            QStringLiteral(" · %1").arg(TradeoffChart::tr("%1 a step").arg(dollarsText(estimate.cost_per_step->value)));
    }
    if (bill) {
        text += QStringLiteral("<br>%1").arg(TradeoffChart::tr("Trains in %1").arg(durationText(bill->time)));
        if (bill->total) {
            text += QStringLiteral(" · %1").arg(dollarsText(bill->total->middle.value));
        }
    }
    return estimate.fits ? text : text + QStringLiteral("<br><b>%1</b>").arg(TradeoffChart::tr("Does not fit"));
}

QValueAxis* addAxis(QChart* chart, Qt::Alignment side)
{
    auto* axis = new QValueAxis;
    axis->setMinorGridLineVisible(false);
    axis->setLineVisible(false);
    chart->addAxis(axis, side);
    return axis;
}

// Each change counts at once: with the interval before, a range of another scale would have millions of ticks.
void applyRange(QValueAxis* axis, const AxisRange& range)
{
    axis->setLabelFormat(QStringLiteral("%.%1f").arg(range.decimals())); // the numbers are made anew by what follows
    axis->setTickType(QValueAxis::TicksFixed);
    axis->setRange(range.from, range.to + range.step * 1e-6); // the last tick is one in spite of rounding
    axis->setTickAnchor(range.from);
    axis->setTickInterval(range.step);
    axis->setTickType(QValueAxis::TicksDynamic);
}

}

TradeoffChart::TradeoffChart(PlanSelection& plans, QWidget* parent)
    : QChartView(parent)
    , m_plans(plans)
    , m_front(new QLineSeries)
    , m_capacity(new QLineSeries)
    , m_card(new QLabel(this))
    , m_band(new QRubberBand(QRubberBand::Rectangle, viewport()))
{
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(220, 180);
    setAccessibleName(tr("Throughput against peak memory"));
    chart()->legend()->hide();
    chart()->setBackgroundVisible(false);
    chart()->setLocalizeNumbers(true);
    chart()->addSeries(m_front);
    chart()->addSeries(m_capacity);
    m_throughput = addAxis(chart(), Qt::AlignBottom);
    m_peak = addAxis(chart(), Qt::AlignLeft);
    for (QLineSeries* series : {m_front, m_capacity}) {
        series->attachAxis(m_throughput);
        series->attachAxis(m_peak);
    }
    m_cloud = new PointCloud(chart(), m_front);
    m_card->setObjectName(QStringLiteral("hoverCard"));
    m_card->setTextFormat(Qt::RichText);
    m_card->setAutoFillBackground(true);
    m_card->setFrameShape(QFrame::StyledPanel);
    m_card->setMargin(7);
    m_card->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_card->hide();
    connect(&m_plans, &PlanSelection::resultChanged, this, &TradeoffChart::rebuild);
    connect(&m_plans, &PlanSelection::currentChanged, this, [this](int index) {
        m_cloud->setCurrent(index);
        setAccessibleDescription(summary());
    });
    // Once it is known how much room the axes leave.
    connect(chart(), &QChart::plotAreaChanged, this, &TradeoffChart::arrange, Qt::QueuedConnection);
    setColours();
    rebuild();
}

void TradeoffChart::rebuild()
{
    hover(-1, {});
    std::vector<CloudPoint> points;
    Bytes capacity;
    Bytes most;
    const auto result = m_plans.result();
    m_tokens = true;
    if (result) {
        m_tokens = std::any_of(result->candidates.begin(), result->candidates.end(),
                               [](const Candidate& candidate) { return candidate.estimate.tokens_per_second > 0; });
        for (const Candidate& candidate : result->candidates) {
            most = std::max(most, candidate.estimate.peak);
            capacity = capacity.value == 0 ? fullestCapacity(candidate.estimate)
                                           : std::min(capacity, fullestCapacity(candidate.estimate));
        }
        const ByteUnit unit = byteUnitFor(most);
        const std::vector<double> across = acrossOfAll();
        for (std::size_t i = 0; i < across.size(); ++i) {
            const Candidate& candidate = result->candidates[i];
            const QPointF value(across[i], static_cast<double>(candidate.estimate.peak.value) / unit.size);
            points.push_back({value, roleOf(candidate), candidate.estimate.fits});
        }
        const MemoryKind kind =
            result->candidates.empty() ? MemoryKind::Allocated : peakKind(result->candidates.front().estimate);
        m_peak->setTitleText(tr("%1 (%2)").arg(peakTitle(kind), unit.name));
        setRanges(points, static_cast<double>(capacity.value) / unit.size);
        m_cloud->setLevel(static_cast<double>(capacity.value) / unit.size, tr("Capacity %1").arg(bytesText(capacity)));
    }
    m_front->replace(shownFront(points));
    m_cloud->setPoints(std::move(points));
    m_cloud->setCurrent(m_plans.currentIndex());
    arrange();
    setAccessibleDescription(summary());
    viewport()->update();
}

void TradeoffChart::setAcross(Across across)
{
    if (across != m_across) {
        m_across = across;
        setAccessibleName(tr("%1 against peak memory").arg(acrossName(across)));
        rebuild();
    }
}

bool TradeoffChart::canShow(Across across) const
{
    const auto& bills = m_plans.bills();
    switch (across) {
    case Across::Cost:
        return bills && m_plans.result()->candidates.size() > 0 && bills->of(0).per_million;
    case Across::TrainTime:
        return bills && bills->isOfRun();
    case Across::Throughput:
    case Across::Devices:
        break;
    }
    return true;
}

double TradeoffChart::acrossOf(int candidate) const
{
    const Candidate& plan = m_plans.result()->candidates[static_cast<std::size_t>(candidate)];
    switch (shown()) {
    case Across::Cost:
        return m_plans.bills()->of(candidate).per_million.value_or(Dollars()).middle.value;
    case Across::TrainTime:
        return m_plans.bills()->of(candidate).time.value;
    case Across::Devices:
        return plan.plan.devices();
    case Across::Throughput:
        break;
    }
    return m_tokens ? plan.estimate.tokens_per_second : plan.estimate.samples_per_second;
}

std::vector<double> TradeoffChart::acrossOfAll()
{
    std::vector<double> all;
    double most = 0;
    for (int i = 0; i < static_cast<int>(m_plans.result()->candidates.size()); ++i) {
        all.push_back(acrossOf(i));
        most = std::isfinite(all.back()) ? std::max(most, all.back()) : most;
    }
    const bool time = shown() == Across::TrainTime;
    m_time = durationUnitFor(Seconds(most));
    for (double& value : all) {
        value = (std::isfinite(value) ? value : most) / (time ? m_time.size.value : 1);
    }
    return all;
}

// Of the plans that fit those that no other one beats in both that is shown, from left to right.
QList<QPointF> TradeoffChart::shownFront(const std::vector<CloudPoint>& points) const
{
    const qreal better = shown() == Across::Throughput ? 1 : -1;
    QList<QPointF> fitting;
    for (const CloudPoint& point : points) {
        if (point.fits) {
            fitting << point.value;
        }
    }
    std::sort(fitting.begin(), fitting.end(), [better](const QPointF& a, const QPointF& b) {
        return std::pair(-better * a.x(), a.y()) < std::pair(-better * b.x(), b.y());
    });
    QList<QPointF> front;
    for (const QPointF& value : fitting) { // the best across first
        if (front.isEmpty() || value.y() < front.back().y()) {
            front << value;
        }
    }
    std::sort(front.begin(), front.end(), [](const QPointF& a, const QPointF& b) { return a.x() < b.x(); });
    return front;
}

void TradeoffChart::setRanges(const std::vector<CloudPoint>& points, double capacity)
{
    if (points.empty()) {
        return;
    }
    const auto byX = [](const CloudPoint& a, const CloudPoint& b) { return a.value.x() < b.value.x(); };
    const auto byY = [](const CloudPoint& a, const CloudPoint& b) { return a.value.y() < b.value.y(); };
    const auto [left, right] = std::minmax_element(points.begin(), points.end(), byX);
    const auto [low, high] = std::minmax_element(points.begin(), points.end(), byY);
    const double room = (right->value.x() - left->value.x()) * 0.04;
    const AxisRange across = AxisRange::around(std::max(0.0, left->value.x() - room), right->value.x() + room, 5);
    // The capacity is shown where it is near enough to say something; far above it would squeeze the plans.
    const double top = capacity < high->value.y() * 2.5 ? std::max(capacity, high->value.y()) : high->value.y();
    applyRange(m_throughput, across);
    applyRange(m_peak, AxisRange::around(std::min(low->value.y(), capacity) * 0.97, top * 1.02, 5));
    chart()->zoomReset();
    m_capacity->replace(QList<QPointF> {{across.from, capacity}, {across.to, capacity}});
}

void TradeoffChart::setColours()
{
    const QPalette colours = palette();
    const QColor grid = theme::blend(colours.color(QPalette::Text), colours.color(QPalette::Base), 0.09);
    QFont small = font();
    for (QValueAxis* axis : {m_throughput, m_peak}) {
        axis->setLabelsColor(theme::mutedText(colours));
        axis->setTitleBrush(theme::mutedText(colours));
        axis->setGridLineColor(grid);
        axis->setLabelsFont(small);
        axis->setTitleFont(small);
    }
    m_front->setPen(QPen(theme::blend(theme::accent(colours), colours.color(QPalette::Base), 0.65), 1.6));
    m_capacity->setPen(QPen(theme::mutedText(colours), 1.4, Qt::DashLine));
    setBackgroundBrush(colours.color(QPalette::Base));
    m_cloud->setColours(colours);
    QPalette card = colours;
    card.setColor(QPalette::Window, colours.color(QPalette::ToolTipBase));
    card.setColor(QPalette::WindowText, colours.color(QPalette::ToolTipText));
    m_card->setPalette(card);
}

void TradeoffChart::changeEvent(QEvent* event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        setColours();
    }
}

void TradeoffChart::resizeEvent(QResizeEvent* event)
{
    arrange();
    QChartView::resizeEvent(event);
}

QString TradeoffChart::acrossName(Across across)
{
    switch (across) {
    case Across::Cost:
        return tr("Cost");
    case Across::TrainTime:
        return tr("Time to train");
    case Across::Devices:
        return tr("Devices");
    case Across::Throughput:
        break;
    }
    return tr("Throughput");
}

QString TradeoffChart::acrossUnit() const
{
    switch (shown()) {
    case Across::Cost:
        return m_tokens ? tr("$ for 10⁶ tokens") : tr("$ for 10⁶ samples");
    case Across::TrainTime:
        return m_time.name;
    case Across::Devices:
        return {};
    case Across::Throughput:
        break;
    }
    return m_tokens ? tr("tokens/s") : tr("samples/s");
}

void TradeoffChart::arrange()
{
    const QFontMetricsF metrics(font());
    // The last number stands below the right end of the axis, half of it beyond.
    const int decimals = AxisRange::around(m_throughput->min(), m_throughput->max(), 5).decimals();
    const qreal number = metrics.horizontalAdvance(QLocale().toString(m_throughput->max(), 'f', decimals));
    const int right = static_cast<int>(std::ceil(number / 2)) + 6;
    chart()->setMargins(QMargins(6, 8 + static_cast<int>(legendHeight()), std::max(12, right), 6));
    const qreal room = chart()->plotArea().width();
    const QString unit = acrossUnit();
    const QString whole = unit.isEmpty() ? acrossName(shown()) : tr("%1 (%2)").arg(acrossName(shown()), unit);
    m_throughput->setTitleText(unit.isEmpty() || metrics.horizontalAdvance(whole) < room ? whole : unit);
    if (!m_cloud->points().empty() && room > 0 && !chart()->isZoomed()) {
        const int numbers = std::clamp(static_cast<int>(room / (number + 5)), 1, 5);
        m_throughput->setTickInterval(AxisRange::around(m_throughput->min(), m_throughput->max(), numbers).step);
    }
}

QString TradeoffChart::summary() const
{
    const auto result = m_plans.result();
    if (!result || result->candidates.empty()) {
        return tr("No plan is shown.");
    }
    const auto& all = result->candidates;
    const auto [least, most] = std::minmax_element(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
        return a.estimate.peak < b.estimate.peak;
    });
    const auto fastest = std::max_element(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
        return a.estimate.samples_per_second < b.estimate.samples_per_second;
    });
    const QString speed = m_tokens ? tr("%1 tokens/s").arg(numberText(fastest->estimate.tokens_per_second))
                                   : tr("%1 samples/s").arg(numberText(fastest->estimate.samples_per_second));
    return tr("%Ln plans peak between %1 and %2; the fastest reaches %3.", nullptr, static_cast<int>(all.size()))
        .arg(bytesText(least->estimate.peak), bytesText(most->estimate.peak), speed);
}

QPoint TradeoffChart::positionOf(int candidate) const
{
    const auto positions = m_cloud->positions();
    if (candidate < 0 || candidate >= static_cast<int>(positions.size())) {
        return {};
    }
    return mapFromScene(chart()->mapToScene(positions[static_cast<std::size_t>(candidate)]));
}

QString TradeoffChart::cardText() const
{
    return m_card->isVisible() ? m_card->text() : QString();
}

int TradeoffChart::candidateAt(const QPoint& at) const
{
    return nearestPoint(m_cloud->positions(), m_cloud->points(), chart()->mapFromScene(mapToScene(at)), reach);
}

void TradeoffChart::hover(int candidate, const QPoint& at)
{
    m_cloud->setHovered(candidate);
    if (candidate < 0) {
        m_card->hide();
        return;
    }
    const auto& bills = m_plans.bills();
    m_card->setText(cardOf(m_plans.result()->candidates[static_cast<std::size_t>(candidate)],
                           bills && bills->isOfRun() ? &bills->of(candidate) : nullptr));
    m_card->setWordWrap(false);
    m_card->adjustSize();
    if (const int room = width() - 8; m_card->width() > room) {
        m_card->setWordWrap(true);
        m_card->resize(room, m_card->heightForWidth(room));
    }
    QPoint corner = at + QPoint(16, 12);
    if (corner.x() + m_card->width() > width() - 4) {
        corner.setX(at.x() - 16 - m_card->width());
    }
    corner.setX(std::max(4, corner.x()));
    corner.setY(std::clamp(corner.y(), 4, std::max(4, height() - m_card->height() - 4)));
    m_card->move(corner);
    m_card->show();
    m_card->raise();
}

void TradeoffChart::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint at = event->pos();
    if (event->buttons() & Qt::LeftButton) {
        if (m_band->isVisible() || (at - m_pressed).manhattanLength() >= QApplication::startDragDistance()) {
            hover(-1, {});
            m_band->setGeometry(QRect(m_pressed, at).normalized());
            m_band->show();
        }
        return;
    }
    hover(candidateAt(at), at);
}

void TradeoffChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        m_pressed = event->pos();
        event->accept();
    } else {
        event->ignore();
    }
}

void TradeoffChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    if (m_band->isVisible()) {
        m_band->hide();
        const QRectF area = chart()->mapFromScene(mapToScene(m_band->geometry())).boundingRect();
        if (area.width() > 6 && area.height() > 6) {
            chart()->zoomIn(area);
            m_cloud->update();
        }
        return;
    }
    const int candidate = candidateAt(event->pos());
    if (!event->modifiers().testFlag(Qt::ControlModifier)) {
        m_plans.select(candidate);
    } else if (candidate >= 0) {
        Q_EMIT compareRequested(candidate);
    }
}

void TradeoffChart::leaveEvent(QEvent* event)
{
    hover(-1, {});
    QChartView::leaveEvent(event);
}

void TradeoffChart::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        step(-1);
        return;
    case Qt::Key_Right:
        step(1);
        return;
    case Qt::Key_Escape:
        chart()->zoomReset();
        m_cloud->update();
        return;
    default:
        QChartView::keyPressEvent(event);
    }
}

void TradeoffChart::step(int by)
{
    const auto& points = m_cloud->points();
    if (points.empty()) {
        return;
    }
    std::vector<int> order(points.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return points[static_cast<std::size_t>(a)].value.x() < points[static_cast<std::size_t>(b)].value.x();
    });
    const auto now = std::find(order.begin(), order.end(), m_plans.currentIndex()) - order.begin();
    m_plans.select(
        order[static_cast<std::size_t>(std::clamp<qsizetype>(now + by, 0, static_cast<qsizetype>(order.size()) - 1))]);
}

std::vector<PlanRole> TradeoffChart::roles() const
{
    std::vector<PlanRole> found;
    for (const CloudPoint& point : m_cloud->points()) {
        if (std::find(found.begin(), found.end(), point.role) == found.end()) {
            found.push_back(point.role);
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

qreal TradeoffChart::legendHeight() const
{
    QPixmap scratch(1, 1);
    QPainter painter(&scratch);
    painter.setFont(font());
    return paintPlanLegend(painter, QRectF(0, 0, width() - 24, 200), roles(), palette());
}

void TradeoffChart::drawForeground(QPainter* painter, const QRectF&)
{
    painter->save();
    painter->resetTransform();
    painter->setFont(font());
    paintPlanLegend(*painter, QRectF(12, 6, width() - 24, 200), roles(), palette());
    painter->restore();
}

QSize TradeoffChart::exportSize() const
{
    return size();
}

void TradeoffChart::exportTo(QPainter& painter) const
{
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.setRenderHint(QPainter::Antialiasing);
    scene()->render(&painter, QRectF(rect()), QRectF(chart()->geometry()), Qt::IgnoreAspectRatio);
    painter.setFont(font());
    paintPlanLegend(painter, QRectF(12, 6, width() - 24, 200), roles(), palette());
}

}
