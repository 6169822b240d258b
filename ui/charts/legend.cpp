// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/legend.h"

#include "ui/style/theme.h"

#include <QCoreApplication>
#include <QPainter>

namespace stagecraft {

namespace {

constexpr qreal wordsAfter = 6;
constexpr qreal entryAfter = 16;

QString roleName(PlanRole role)
{
    constexpr std::array names {
        QT_TRANSLATE_NOOP("Legend", "Recommended"), QT_TRANSLATE_NOOP("Legend", "My plan"),
        QT_TRANSLATE_NOOP("Legend", "Balanced"),    QT_TRANSLATE_NOOP("Legend", "Fastest"),
        QT_TRANSLATE_NOOP("Legend", "Cheapest"),    QT_TRANSLATE_NOOP("Legend", "Pareto-optimal"),
        QT_TRANSLATE_NOOP("Legend", "Baseline"),    QT_TRANSLATE_NOOP("Legend", "Alternative"),
    };
    return QCoreApplication::translate("Legend", names[static_cast<std::size_t>(role)]);
}

}

LegendLayout LegendLayout::build(const QStringList& words, qreal width, const QFontMetricsF& metrics)
{
    LegendLayout layout;
    const qreal line = metrics.height() + 4;
    qreal x = 0;
    qreal y = 0;
    for (const QString& text : words) {
        const qreal entry = mark + wordsAfter + metrics.horizontalAdvance(text);
        if (x > 0 && x + entry > width) {
            x = 0;
            y += line;
        }
        layout.marks.emplace_back(x, y + (line - mark) / 2);
        x += entry + entryAfter;
    }
    layout.height = words.isEmpty() ? 0 : y + line;
    return layout;
}

qreal paintLegend(QPainter& painter, const QRectF& area, const QStringList& words, const QPalette& palette,
                  const std::function<void(std::size_t entry, const QRectF& mark)>& paintMark)
{
    const QFontMetricsF metrics(painter.font());
    const LegendLayout layout = LegendLayout::build(words, area.width(), metrics);
    for (std::size_t i = 0; i < layout.marks.size(); ++i) {
        const QRectF mark(area.topLeft() + layout.marks[i], QSizeF(LegendLayout::mark, LegendLayout::mark));
        paintMark(i, mark);
        const qreal left = mark.right() + wordsAfter;
        const QString text =
            metrics.elidedText(words[static_cast<qsizetype>(i)], Qt::ElideRight, area.right() - left + 1);
        painter.setPen(theme::mutedText(palette));
        painter.drawText(QRectF(left, mark.center().y() - metrics.height() / 2, metrics.horizontalAdvance(text) + 4,
                                metrics.height()),
                         Qt::AlignVCenter | Qt::AlignLeft, text);
    }
    return layout.height;
}

namespace {

QStringList withHollow(QStringList words, bool hollow)
{
    if (hollow) {
        words << QCoreApplication::translate("Legend", "Does not fit");
    }
    return words;
}

void paintHollow(QPainter& painter, const QRectF& mark, const QPalette& palette)
{
    theme::drawMark(painter, mark.center(), PlanRole::Other, palette.color(QPalette::Text), palette,
                    palette.color(QPalette::Base));
}

}

qreal paintPlanLegend(QPainter& painter, const QRectF& area, const std::vector<PlanRole>& roles, bool hollow,
                      const QPalette& palette)
{
    QStringList words;
    for (const PlanRole role : roles) {
        words += roleName(role);
    }
    return paintLegend(painter, area, withHollow(words, hollow), palette, [&](std::size_t i, const QRectF& mark) {
        if (i >= roles.size()) {
            paintHollow(painter, mark, palette);
            return;
        }
        painter.translate(mark.center());
        theme::drawShape(painter, roles[i], 5, theme::plan(roles[i], palette), palette);
        painter.translate(-mark.center());
    });
}

qreal paintGroupLegend(QPainter& painter, const QRectF& area, const QStringList& words, bool hollow,
                       const QPalette& palette)
{
    return paintLegend(painter, area, withHollow(words, hollow), palette, [&](std::size_t i, const QRectF& mark) {
        if (static_cast<qsizetype>(i) >= words.size()) {
            paintHollow(painter, mark, palette);
            return;
        }
        const int group = static_cast<int>(i);
        theme::drawMark(painter, mark.center(), theme::groupShape(group), theme::group(group, palette), palette);
    });
}

}
