// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/tradeoff/tradeoffchart.h"

#include "ui/charts/legend.h"
#include "ui/models/candidatemodel.h"
#include "ui/panes/tradeoff/tradeoffcard.h"
#include "ui/panes/tradeoff/tradeoffwords.h"
#include "ui/style/theme.h"
#include "ui/words/language.h"
#include "ui/words/numbers.h"

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
constexpr int axisSteps = 5; // approximate
constexpr double closest = 1000; // maximum zoom factor

QValueAxis* addAxis(QChart* chart, Qt::Alignment side)
{
    auto* axis = new QValueAxis;
    axis->setMinorGridLineVisible(false);
    axis->setLineVisible(false);
    chart->addAxis(axis, side);
    return axis;
}

// Qt applies each change at once: a new range with the old interval could have millions of ticks.
void applyRange(QValueAxis* axis, double from, double to)
{
    const AxisRange round = AxisRange::around(from, to, axisSteps);
    axis->setLabelFormat(QStringLiteral("%.%1f").arg(round.decimals())); // the following calls update the labels
    axis->setTickType(QValueAxis::TicksFixed);
    axis->setRange(from, to + round.step * 1e-6); // keeps the last tick in spite of rounding
    axis->setTickAnchor(round.from);
    axis->setTickInterval(round.step);
    axis->setTickType(QValueAxis::TicksDynamic);
}

// Round numbers, about `steps` steps. Ignores the small amount that applyRange() adds at the end, which would give one
// step too many.
AxisRange roundRange(const QValueAxis& axis, int steps)
{
    return AxisRange::around(axis.min(), axis.max() - (axis.max() - axis.min()) * 1e-5, steps);
}

// Margin on both sides of all values, but not below zero.
AxisRange rangeOf(const PlanScale& scale)
{
    const auto [least, most] = std::minmax_element(scale.values.begin(), scale.values.end());
    const double room = (*most - *least) * 0.04;
    return AxisRange::around(std::max(0.0, *least - room), *most + room, axisSteps);
}

// Include the capacity only if it is near the plans; far above, it would compress them.
AxisRange peakRange(const PlanScale& scale, const std::optional<double>& capacity)
{
    const double least = *std::min_element(scale.values.begin(), scale.values.end());
    const double most = scale.mostShown();
    const double level = capacity.value_or(most);
    const double top = level < most * 2.5 ? std::max(level, most) : most;
    return AxisRange::around(std::min(least, level) * 0.97, top * 1.02, axisSteps);
}

// Common capacity of all devices of all plans. Empty if capacities differ, because then no line separates plans that
// fit.
std::optional<Bytes> commonCapacity(const SearchResult& result)
{
    std::optional<Bytes> common;
    for (const Candidate& candidate : result.candidates) {
        for (const IdenticalDevices& pipeline_rank : candidate.estimate.devices.pipelineRanks()) {
            if (common && *common != pipeline_rank.first.capacity) {
                return std::nullopt;
            }
            common = pipeline_rank.first.capacity;
        }
    }
    return common;
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
    chart()->legend()->hide();
    chart()->setBackgroundVisible(false);
    chart()->setLocalizeNumbers(true);
    chart()->addSeries(m_front);
    chart()->addSeries(m_capacity);
    m_acrossAxis = addAxis(chart(), Qt::AlignBottom);
    m_upwardsAxis = addAxis(chart(), Qt::AlignLeft);
    for (QLineSeries* series : {m_front, m_capacity}) {
        series->attachAxis(m_acrossAxis);
        series->attachAxis(m_upwardsAxis);
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
        showBounds();
        setAccessibleDescription(summary());
    });
    // Queued until the axes have their size.
    connect(chart(), &QChart::plotAreaChanged, this, &TradeoffChart::arrange, Qt::QueuedConnection);
    setColors();
    rebuild();
}

void TradeoffChart::rebuild()
{
    hover(-1, {});
    const auto result = m_plans.result();
    const auto before = std::pair(m_acrossScale.axis, m_upwardsScale.axis);
    m_acrossScale = PlanScale::of(m_plans, m_across);
    m_upwardsScale = PlanScale::of(m_plans, m_upwards);
    m_groups = result ? PlanGroups::of(*result, m_grouping) : PlanGroups();
    if (before != std::pair(m_acrossScale.axis, m_upwardsScale.axis) || !result) {
        m_zoom.reset();
    }
    setAccessibleName(
        tr("%1 vs. %2").arg(axisName(m_acrossScale.axis), language::inSentence(axisName(m_upwardsScale.axis))));
    m_front->replace(shownFront());
    m_cloud->setPoints(points());
    if (!m_cloud->points().empty()) {
        setRanges(commonCapacity(*result));
    }
    m_cloud->setCurrent(m_plans.currentIndex());
    showBounds();
    arrange();
    setAccessibleDescription(summary());
    viewport()->update();
}

void TradeoffChart::setAxes(PlanAxis across, PlanAxis upwards)
{
    if (across != m_across || upwards != m_upwards) {
        m_across = across;
        m_upwards = upwards;
        rebuild();
    }
}

void TradeoffChart::setGrouping(PlanGrouping grouping)
{
    if (grouping != m_grouping) {
        m_grouping = grouping;
        rebuild();
    }
}

bool TradeoffChart::canShow(PlanAxis axis) const
{
    return hasValues(m_plans, axis);
}

std::vector<CloudPoint> TradeoffChart::points() const
{
    std::vector<CloudPoint> all;
    for (std::size_t i = 0; i < m_acrossScale.values.size(); ++i) {
        const Candidate& candidate = m_plans.result()->candidates[i];
        all.push_back({{m_acrossScale.shown(i), m_upwardsScale.shown(i)},
                       roleOf(candidate),
                       candidate.estimate.fits,
                       m_groups.indices.empty() ? -1 : m_groups.indices[i]});
    }
    return all;
}

// Plans that fit and that no other plan beats on both axes, from left to right.
QList<QPointF> TradeoffChart::shownFront() const
{
    // Signs chosen so that less is better on both axes.
    const QPointF worse(isMoreBetter(m_acrossScale.axis) ? -1 : 1, isMoreBetter(m_upwardsScale.axis) ? -1 : 1);
    std::vector<std::pair<double, double>> fitting;
    for (const CloudPoint& point : points()) {
        if (point.fits) {
            fitting.emplace_back(worse.x() * point.value.x(), worse.y() * point.value.y());
        }
    }
    std::sort(fitting.begin(), fitting.end());
    QList<QPointF> front;
    for (const auto& [across, upwards] : fitting) { // descending on the horizontal axis
        if (front.isEmpty() || upwards < worse.y() * front.back().y()) {
            front << QPointF(worse.x() * across, worse.y() * upwards);
        }
    }
    std::sort(front.begin(), front.end(), [](const QPointF& a, const QPointF& b) { return a.x() < b.x(); });
    return front;
}

// Keep the zoom as long as it contains a plan.
void TradeoffChart::setRanges(const std::optional<Bytes>& capacity)
{
    const bool up = m_upwardsScale.axis == PlanAxis::Peak;
    const bool peaks = up || m_acrossScale.axis == PlanAxis::Peak;
    std::optional<double> level;
    if (capacity && peaks) {
        level = static_cast<double>(capacity->value) / (up ? m_upwardsScale.size : m_acrossScale.size);
    }
    m_wholeAcross = peaks && !up ? peakRange(m_acrossScale, level) : rangeOf(m_acrossScale);
    m_wholeUpwards = up ? peakRange(m_upwardsScale, level) : rangeOf(m_upwardsScale);
    QStringList words;
    if (capacity) {
        words << tr("Capacity %1").arg(bytesText(*capacity));
        if (const int beyond = (up ? m_upwardsScale : m_acrossScale).beyond(); beyond > 0) {
            words.prepend(tr("%1 (%Ln plans beyond the axis)", nullptr, beyond).arg(words.front()));
        }
    }
    m_cloud->setLevel(up ? Qt::Horizontal : Qt::Vertical, level.value_or(-1), words);
    QList<QPointF> line;
    if (level) {
        line = up ? QList<QPointF> {{m_wholeAcross.from, *level}, {m_wholeAcross.to, *level}}
                  : QList<QPointF> {{*level, m_wholeUpwards.from}, {*level, m_wholeUpwards.to}};
    }
    m_capacity->replace(line);
    const QSizeF unit(m_acrossScale.size, m_upwardsScale.size);
    const std::optional<QRectF> part = m_zoom
        ? std::optional(QRectF(m_zoom->x() / unit.width(), m_zoom->y() / unit.height(), m_zoom->width() / unit.width(),
                               m_zoom->height() / unit.height()))
        : std::nullopt;
    const auto& shown = m_cloud->points();
    showPart(part
                     && std::any_of(shown.begin(), shown.end(),
                                    [&](const CloudPoint& point) { return part->contains(point.value); })
                 ? part
                 : std::nullopt);
}

void TradeoffChart::showPart(const std::optional<QRectF>& part)
{
    const QRectF whole(m_wholeAcross.from, m_wholeUpwards.from, m_wholeAcross.to - m_wholeAcross.from,
                       m_wholeUpwards.to - m_wholeUpwards.from);
    QRectF shown = part.value_or(whole);
    shown.setSize(shown.size().expandedTo(whole.size() / closest).boundedTo(whole.size()));
    shown.moveLeft(std::clamp(shown.left(), whole.left(), std::max(whole.left(), whole.right() - shown.width())));
    shown.moveTop(std::clamp(shown.top(), whole.top(), std::max(whole.top(), whole.bottom() - shown.height())));
    m_zoom.reset();
    if (shown.width() < whole.width() * (1 - 1e-6) || shown.height() < whole.height() * (1 - 1e-6)) {
        m_zoom = QRectF(shown.x() * m_acrossScale.size, shown.y() * m_upwardsScale.size,
                        shown.width() * m_acrossScale.size, shown.height() * m_upwardsScale.size);
    }
    applyRange(m_acrossAxis, shown.left(), shown.right());
    applyRange(m_upwardsAxis, shown.top(), shown.bottom());
    arrange();
    m_cloud->update();
}

QRectF TradeoffChart::shownPart() const
{
    return {m_acrossAxis->min(), m_upwardsAxis->min(), m_acrossAxis->max() - m_acrossAxis->min(),
            m_upwardsAxis->max() - m_upwardsAxis->min()};
}

// Zooms around the selected plan if it is visible.
void TradeoffChart::zoom(double factor)
{
    const QRectF now = shownPart();
    const auto& points = m_cloud->points();
    const int current = m_plans.currentIndex();
    QPointF about = now.center();
    if (current >= 0 && now.contains(points[static_cast<std::size_t>(current)].value)) {
        about = points[static_cast<std::size_t>(current)].value;
    }
    showPart(QRectF(about + (now.topLeft() - about) * factor, now.size() * factor));
}

void TradeoffChart::showBounds()
{
    CloudBounds bounds;
    if (const int current = m_plans.currentIndex(); current >= 0) {
        const auto inUnits = [&](const PlanScale& scale) {
            auto ends = boundsOf(m_plans, scale.axis, current);
            if (ends) {
                ends->first /= scale.size;
                ends->second /= scale.size;
            }
            return ends;
        };
        bounds = {inUnits(m_acrossScale), inUnits(m_upwardsScale)};
    }
    m_cloud->setBounds(bounds);
}

void TradeoffChart::setColors()
{
    const QPalette colors = palette();
    const QColor grid = theme::blend(colors.color(QPalette::Text), colors.color(QPalette::Base), 0.09);
    QFont small = font();
    for (QValueAxis* axis : {m_acrossAxis, m_upwardsAxis}) {
        axis->setLabelsColor(theme::mutedText(colors));
        axis->setTitleBrush(theme::mutedText(colors));
        axis->setGridLineColor(grid);
        axis->setLabelsFont(small);
        axis->setTitleFont(small);
    }
    m_front->setPen(QPen(theme::blend(theme::accent(colors), colors.color(QPalette::Base), 0.65), 1.6));
    m_capacity->setPen(QPen(theme::mutedText(colors), 1.4, Qt::DashLine));
    setBackgroundBrush(colors.color(QPalette::Base));
    m_cloud->setColors(colors);
    QPalette card = colors;
    card.setColor(QPalette::Window, colors.color(QPalette::ToolTipBase));
    card.setColor(QPalette::WindowText, colors.color(QPalette::ToolTipText));
    m_card->setPalette(card);
}

void TradeoffChart::changeEvent(QEvent* event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        setColors();
    }
}

void TradeoffChart::resizeEvent(QResizeEvent* event)
{
    arrange();
    QChartView::resizeEvent(event);
}

void TradeoffChart::arrange()
{
    const QFontMetricsF metrics(font());
    // Half of the last number extends beyond the right end of the axis.
    const int decimals = roundRange(*m_acrossAxis, axisSteps).decimals();
    const qreal number = metrics.horizontalAdvance(QLocale().toString(m_acrossAxis->max(), 'f', decimals));
    const int right = static_cast<int>(std::ceil(number / 2)) + 6;
    chart()->setMargins(QMargins(6, 8 + static_cast<int>(legendHeight()), std::max(12, right), 6));
    const QSizeF room = chart()->plotArea().size();
    const auto title = [&](const PlanScale& scale, qreal length) {
        const QString words = scale.words();
        return scale.unit.isEmpty() || metrics.horizontalAdvance(words) < length ? words : scale.unit;
    };
    m_acrossAxis->setTitleText(title(m_acrossScale, room.width()));
    m_upwardsAxis->setTitleText(title(m_upwardsScale, room.height()));
    if (!m_cloud->points().empty() && room.width() > 0) {
        // Numbers wider than their step would be clipped.
        AxisRange round = roundRange(*m_acrossAxis, axisSteps);
        const auto isCut = [&] {
            return round.step / (m_acrossAxis->max() - m_acrossAxis->min()) * room.width() < number + 8;
        };
        for (int steps = axisSteps - 1; steps > 0 && isCut(); --steps) {
            round = roundRange(*m_acrossAxis, steps);
        }
        m_acrossAxis->setTickAnchor(round.from);
        m_acrossAxis->setTickInterval(round.step);
    }
}

QString TradeoffChart::summary() const
{
    return tradeoffSummary(m_plans, m_acrossScale, m_upwardsScale);
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
    const auto& training_costs = m_plans.training_costs();
    m_card->setText(
        tradeoffCard(m_plans.result()->candidates[static_cast<std::size_t>(candidate)],
                     training_costs && training_costs->isOfRun() ? &training_costs->of(candidate) : nullptr));
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
            const QPointF from = chart()->mapToValue(area.topLeft(), m_front);
            const QPointF to = chart()->mapToValue(area.bottomRight(), m_front);
            showPart(QRectF(from, to).normalized());
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
    if (m_cloud->points().empty()) {
        QChartView::keyPressEvent(event);
        return;
    }
    const bool pan = event->modifiers().testFlag(Qt::ShiftModifier);
    switch (event->key()) {
    case Qt::Key_Left:
        return pan ? move(-0.1, 0) : step(-1);
    case Qt::Key_Right:
        return pan ? move(0.1, 0) : step(1);
    case Qt::Key_Up:
        return pan ? move(0, 0.1) : QChartView::keyPressEvent(event);
    case Qt::Key_Down:
        return pan ? move(0, -0.1) : QChartView::keyPressEvent(event);
    case Qt::Key_Plus:
    case Qt::Key_Equal: // the same key without Shift
        return zoom(0.8);
    case Qt::Key_Minus:
        return zoom(1 / 0.8);
    case Qt::Key_Home:
    case Qt::Key_Escape:
        return showPart(std::nullopt);
    default:
        QChartView::keyPressEvent(event);
    }
}

// Moves the view by these shares of the visible part.
void TradeoffChart::move(double across, double upwards)
{
    const QRectF now = shownPart();
    showPart(now.translated(now.width() * across, now.height() * upwards));
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
    const int next =
        order[static_cast<std::size_t>(std::clamp<qsizetype>(now + by, 0, static_cast<qsizetype>(order.size()) - 1))];
    m_plans.select(next);
    if (QRectF shown = shownPart(); m_zoom && !shown.contains(points[static_cast<std::size_t>(next)].value)) {
        shown.moveCenter(points[static_cast<std::size_t>(next)].value);
        showPart(shown);
    }
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

qreal TradeoffChart::paintLegend(QPainter& painter) const
{
    const QRectF area(12, 6, width() - 24, 200);
    const auto& points = m_cloud->points();
    const bool hollow = std::any_of(points.begin(), points.end(), [](const CloudPoint& point) { return !point.fits; });
    return m_groups.indices.empty() ? paintPlanLegend(painter, area, roles(), hollow, palette())
                                    : paintGroupLegend(painter, area, m_groups.legend(), hollow, palette());
}

qreal TradeoffChart::legendHeight() const
{
    QPixmap scratch(1, 1);
    QPainter painter(&scratch);
    painter.setFont(font());
    return paintLegend(painter);
}

void TradeoffChart::drawForeground(QPainter* painter, const QRectF&)
{
    painter->save();
    painter->resetTransform();
    painter->setFont(font());
    paintLegend(*painter);
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
    paintLegend(painter);
}

}
