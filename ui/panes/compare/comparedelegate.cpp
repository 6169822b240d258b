// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/compare/comparedelegate.h"

#include "ui/panes/compare/comparemodel.h"
#include "ui/style/flatpainting.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace stagecraft {

namespace {

constexpr int side = 6;
constexpr int gap = 14; // between a figure and its difference

}

void CompareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem background = option;
    background.text.clear();
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &background, painter, option.widget);
    QPalette palette = option.palette;
    palette.setCurrentColorGroup(QPalette::Active);
    const bool heading = index.data(CompareModel::HeadingRole).toBool();
    const QString difference = index.data(CompareModel::DifferenceRole).toString();
    painter->save();
    if (heading) {
        painter->fillRect(option.rect, theme::surface(palette));
        painter->setFont(theme::strongFont(option.font));
    }
    const QRect area = flat::inSight(option.rect, option.widget).adjusted(side, 0, -side, 0);
    const int reserved = difference.isEmpty() ? 0 : option.fontMetrics.horizontalAdvance(difference) + gap;
    painter->setPen(index.column() == 0 && !heading ? theme::mutedText(palette) : palette.color(QPalette::Text));
    const int room = area.width() - reserved;
    painter->drawText(
        area, Qt::AlignVCenter | Qt::AlignLeft,
        flat::fittedIn(option.rect, option.widget, index.data().toString(), painter->fontMetrics(), std::max(room, 0)));
    painter->setPen(theme::mutedText(palette));
    painter->drawText(area, Qt::AlignVCenter | Qt::AlignRight, difference);
    painter->restore();
}

QSize CompareDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool heading = index.data(CompareModel::HeadingRole).toBool();
    const QFontMetrics metrics(heading ? theme::strongFont(option.font) : option.font);
    const QString difference = index.data(CompareModel::DifferenceRole).toString();
    int width = metrics.horizontalAdvance(index.data().toString()) + 2 * side;
    if (!difference.isEmpty()) {
        width += gap + metrics.horizontalAdvance(difference);
    }
    return {width, metrics.height() + 13};
}

}
