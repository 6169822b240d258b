// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/profiles/chainchart.h"

#include "ui/charts/legend.h"
#include "ui/style/theme.h"
#include "ui/words/numbers.h"
#include "ui/words/words.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace stagecraft {

namespace {

constexpr qreal shortTitleRoom = 110; // width for the name of a narrow column

// Memory category with the color of a figure; empty for FLOPs.
std::optional<MemoryPart> partOf(LayerFigure figure)
{
    switch (figure) {
    case LayerFigure::Parameters:
        return MemoryPart::Parameters;
    case LayerFigure::Output:
        return MemoryPart::Boundaries;
    case LayerFigure::Saved:
        return MemoryPart::Activations;
    case LayerFigure::Forward:
        break;
    }
    return std::nullopt;
}

QColor figureColor(LayerFigure figure, const QPalette& palette)
{
    const auto part = partOf(figure);
    return part ? theme::part(*part, palette)
                : theme::blend(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.5);
}

QString sampleText(const ProfileData& data)
{
    const QString sequence = countText(data.summary->sequence);
    switch (data.model().sample) {
    case SampleKind::Tokens:
        return ChainChart::tr("a sample of %1 tokens").arg(sequence);
    case SampleKind::Image:
        return ChainChart::tr("an image of %1 × %1 pixels").arg(sequence);
    case SampleKind::Opaque:
        break;
    }
    return ChainChart::tr("a sample");
}

void fillFigure(QPainter& painter, const QRectF& area, LayerFigure figure, const QPalette& palette)
{
    if (const auto part = partOf(figure)) {
        theme::fillPart(painter, area, *part, palette);
    } else {
        painter.fillRect(area, figureColor(figure, palette));
    }
}

}

ChainChart::ChainChart(QWidget* parent) : PaintedChart(parent)
{
    setAccessibleName(tr("Layers of the model"));
}

void ChainChart::setProfile(std::shared_ptr<const ProfileData> data)
{
    m_data = data && data->summary ? std::move(data) : nullptr;
    m_figures.clear();
    m_titles.clear();
    if (m_data) {
        for (const LayerFigure figure : layerFigures) {
            bool any = false;
            for (std::size_t group = 0; group < m_data->groups.size(); ++group) {
                any = any || figureOf(*m_data, group, figure);
            }
            if (any) {
                m_figures.push_back(figure);
            }
        }
        for (const LayerGroup& group : m_data->groups) {
            m_titles.push_back(groupTitle(*m_data, group));
        }
    }
    if (m_shortTitles.size() > 2 * static_cast<qsizetype>(m_titles.size())) {
        m_shortTitles.clear(); // titles of earlier models
    }
    m_current = m_current < static_cast<int>(m_titles.size()) ? m_current : -1;
    const int titles = fontMetrics().height() + 6;
    setMinimumHeight(static_cast<int>(m_figures.size()) * (titles + 26) + titles);
    setMinimumWidth(260);
    setAccessibleDescription(summary());
    update();
}

void ChainChart::setCurrent(int group)
{
    if (group != m_current) {
        m_current = group;
        setAccessibleDescription(summary());
        update();
        Q_EMIT currentChanged(group);
    }
}

double ChainChart::most(LayerFigure figure) const
{
    double most = 0;
    for (std::size_t group = 0; group < m_data->groups.size(); ++group) {
        most = std::max(most, figureOf(*m_data, group, figure).value_or(0));
    }
    return most;
}

QString ChainChart::summary() const
{
    if (!m_data) {
        return tr("No model is shown.");
    }
    const ModelSummary& all = *m_data->summary;
    const auto layers = static_cast<qint64>(all.layers.size());
    const QString sample = sampleText(*m_data);
    QString text =
        tr("%Ln layers with %1 parameters;", nullptr, static_cast<int>(layers)).arg(shortCountText(all.parameters));
    text += QLatin1Char(' ')
        + (all.forward ? tr("%1: forward %2, outputs %3.").arg(sample, flopsText(*all.forward), bytesText(all.output))
                       : tr("%1: outputs %2.").arg(sample, bytesText(all.output)));
    if (m_current >= 0) {
        const auto group = static_cast<std::size_t>(m_current);
        text += QLatin1Char(' ') + m_titles[group] + QLatin1Char(':');
        for (const LayerFigure figure : m_figures) {
            const auto value = figureOf(*m_data, group, figure);
            text += QLatin1Char(' ') + figureName(figure) + QLatin1Char(' ')
                + (value ? figureText(figure, *value) : tr("unknown")) + QLatin1Char(';');
        }
        text.back() = u'.';
    }
    return text;
}

ChainLayout ChainChart::layoutFor(const QRectF& area) const
{
    std::vector<int> counts;
    for (const LayerGroup& group : m_data->groups) {
        counts.push_back(group.count);
    }
    const qreal line = QFontMetricsF(font()).height();
    return ChainLayout::build(counts, static_cast<int>(m_figures.size()), area.adjusted(chartEdge, 2, -chartEdge, -4),
                              line + 4, line + 6);
}

int ChainChart::groupAt(const QPoint& at) const
{
    return m_data ? layoutFor(rect()).columnAt(at.x()) : -1;
}

QString ChainChart::toolTipAt(const QPoint& at) const
{
    return toolTipOf(groupAt(at));
}

QString ChainChart::toolTipOf(int group) const
{
    if (!m_data || group < 0) {
        return {};
    }
    const auto at = static_cast<std::size_t>(group);
    const LayerGroup& layers = m_data->groups[at];
    QString text =
        QStringLiteral("<b>%1</b>").arg(QString::fromStdString(groupName(m_data->model(), layers)).toHtmlEscaped());
    if (layers.count > 1) {
        text += QStringLiteral("<br>") + tr("%Ln identical layers; each:", nullptr, layers.count);
    }
    for (const LayerFigure figure : m_figures) {
        if (const auto value = figureOf(*m_data, at, figure)) {
            text += QStringLiteral("<br>") + tr("%1: %2").arg(figureName(figure), figureText(figure, *value));
            if (figure == LayerFigure::Saved) {
                text += QStringLiteral(" (%1)").arg(basisName(m_data->costs[at]->basis));
            }
        }
    }
    return text;
}

bool ChainChart::event(QEvent* event)
{
    if (event->type() == QEvent::FontChange) {
        m_shortTitles.clear();
    }
    return PaintedChart::event(event);
}

void ChainChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        setCurrent(groupAt(event->pos()));
    }
}

void ChainChart::step(int by)
{
    if (m_data) {
        setCurrent(std::clamp(m_current + by, 0, static_cast<int>(m_titles.size()) - 1));
    }
}

void ChainChart::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        step(-1);
        return;
    case Qt::Key_Right:
        step(1);
        return;
    case Qt::Key_Escape:
        setCurrent(-1);
        return;
    default:
        PaintedChart::keyPressEvent(event);
    }
}

void ChainChart::paint(QPainter& painter, const QRectF& area) const
{
    painter.fillRect(area, palette().color(QPalette::Base));
    if (!m_data) {
        return;
    }
    painter.setFont(font());
    const ChainLayout layout = layoutFor(area);
    if (m_current >= 0) {
        const auto& column = layout.columns[static_cast<std::size_t>(m_current)];
        painter.fillRect(QRectF(column.left, area.top() + 2, column.width, area.height() - 4),
                         theme::selection(palette()));
    }
    for (int panel = 0; panel < static_cast<int>(m_figures.size()); ++panel) {
        paintPanel(painter, layout, panel);
    }
    paintLabels(painter, layout);
}

void ChainChart::paintPanel(QPainter& painter, const ChainLayout& layout, int panel) const
{
    const LayerFigure figure = m_figures[static_cast<std::size_t>(panel)];
    const QRectF& area = layout.panels[static_cast<std::size_t>(panel)];
    const QFontMetricsF metrics(font());
    const double largest = most(figure);
    painter.setPen(theme::mutedText(palette()));
    painter.drawText(QRectF(area.left(), area.top() - metrics.height() - 3, area.width(), metrics.height()),
                     Qt::AlignLeft | Qt::AlignTop,
                     tr("%1 (maximum per layer: %2)").arg(figureName(figure), figureText(figure, largest)));
    for (int column = 0; column < static_cast<int>(layout.columns.size()); ++column) {
        const auto value = figureOf(*m_data, static_cast<std::size_t>(column), figure);
        const QRectF bar = layout.bar(column, panel, value.value_or(0), largest);
        if (!bar.isEmpty()) {
            fillFigure(painter, bar, figure, palette());
            for (const qreal line : layout.divisions(column)) {
                painter.fillRect(QRectF(line, bar.top(), 1, bar.height()), palette().color(QPalette::Base));
            }
        }
        const auto& place = layout.columns[static_cast<std::size_t>(column)];
        if (!value || place.width < metrics.height()) { // too narrow for a number
            continue;
        }
        const QString words = figureText(figure, *value);
        const qreal width = metrics.horizontalAdvance(words) + 4;
        const qreal above = (bar.isEmpty() ? area.bottom() : bar.top()) - metrics.height() - 1;
        if (width >= place.width) {
            continue;
        }
        const bool inside = above < area.top() - 1 && bar.height() > metrics.height() + 8;
        if (inside || above >= area.top() - 1) {
            const QRectF room(place.left, inside ? bar.top() + 4 : above, place.width, metrics.height());
            if (inside) { // grid lines would cross the text
                const QColor ground = figureColor(figure, palette());
                painter.fillRect(QRectF(room.center().x() - width / 2, room.top(), width, room.height()), ground);
                painter.setPen(theme::textOn(ground));
            } else {
                painter.setPen(palette().color(QPalette::Text));
            }
            painter.drawText(room, Qt::AlignCenter, words);
        }
    }
    painter.fillRect(QRectF(area.left(), area.bottom(), area.width(), 1), theme::line(palette()));
}

const ChainChart::ShortTitle& ChainChart::shortTitle(const QString& title) const
{
    const auto known = m_shortTitles.constFind(title);
    if (known != m_shortTitles.constEnd()) {
        return *known;
    }
    const QFontMetricsF metrics(font());
    const QString words = metrics.elidedText(title, Qt::ElideMiddle, shortTitleRoom);
    return *m_shortTitles.insert(title, {words, metrics.horizontalAdvance(words)});
}

void ChainChart::paintLabels(QPainter& painter, const ChainLayout& layout) const
{
    const QFontMetricsF metrics(font());
    std::vector<qreal> widths;
    QStringList words;
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        const qreal room = layout.columns[i].width - 4;
        if (room > shortTitleRoom) {
            words << metrics.elidedText(m_titles[i], Qt::ElideMiddle, room);
            widths.push_back(metrics.horizontalAdvance(words.back()));
        } else {
            const ShortTitle& title = shortTitle(m_titles[i]);
            words << title.words;
            widths.push_back(title.width);
        }
    }
    const auto lefts = layout.labels(widths);
    const qreal top = layout.panels.back().bottom() + 4;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        if (lefts[i]) {
            painter.setPen(static_cast<int>(i) == m_current ? palette().color(QPalette::Text)
                                                            : theme::mutedText(palette()));
            painter.drawText(QRectF(*lefts[i], top, widths[i] + 2, metrics.height()), Qt::AlignLeft | Qt::AlignTop,
                             words[static_cast<qsizetype>(i)]);
        }
    }
}

QSize ChainChart::sizeHint() const
{
    return {520, 300};
}

QSize ChainChart::exportSize() const
{
    return {1000, std::max(320, static_cast<int>(m_figures.size()) * 130)};
}

}
