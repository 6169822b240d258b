// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/delegates.h"

#include "ui/models/candidatemodel.h"
#include "ui/models/jobmodel.h"
#include "ui/style/flatpainting.h"
#include "ui/style/theme.h"
#include "ui/widgets/peakbar.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace stagecraft {

namespace {

constexpr int margin = 6;

// Paints only the background of the row.
void paintBackground(QPainter* painter, QStyleOptionViewItem option)
{
    option.text.clear();
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
}

QPalette activePalette(const QStyleOptionViewItem& option)
{
    QPalette palette = option.palette;
    palette.setCurrentColorGroup(QPalette::Active);
    return palette;
}

}

void BadgeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    paintBackground(painter, option);
    const QPalette palette = activePalette(option);
    const auto role = static_cast<PlanRole>(index.data(CandidateModel::PlanRoleRole).toInt());
    painter->save();
    const QRectF area = option.rect;
    painter->translate(area.left() + margin + 6, area.center().y() + 0.5);
    theme::drawShape(*painter, role, 5.5, theme::plan(role, palette), palette);
    painter->restore();

    painter->save();
    QFont font = option.font;
    const bool named = role != PlanRole::Other && role != PlanRole::Front && role != PlanRole::Baseline;
    font.setWeight(named ? QFont::DemiBold : QFont::Normal);
    painter->setFont(font);
    painter->setPen(role == PlanRole::Other ? theme::mutedText(palette) : palette.color(QPalette::Text));
    const QRect words = flat::inSight(option.rect.adjusted(margin + 20, 0, -4, 0), option.widget);
    painter->drawText(words, Qt::AlignVCenter | Qt::AlignLeft,
                      painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, words.width()));
    painter->restore();
}

QSize BadgeDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QFontMetrics metrics(theme::strongFont(option.font));
    return {metrics.horizontalAdvance(index.data().toString()) + margin * 2 + 24, metrics.height() + 12};
}

void PeakDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    paintBackground(painter, option);
    const QPalette palette = activePalette(option);
    const bool fits = index.data(CandidateModel::FitsRole).toBool();
    const int words = option.fontMetrics.horizontalAdvance(QStringLiteral("0.999 GiB")) + margin;
    painter->save();
    painter->setPen(fits ? palette.color(QPalette::Text) : theme::bad(palette));
    const QRect seen = flat::inSight(option.rect.adjusted(margin, 0, 0, 0), option.widget);
    painter->drawText(
        seen, Qt::AlignVCenter | Qt::AlignLeft,
        flat::fittedIn(option.rect, option.widget, index.data().toString(), option.fontMetrics, seen.width()));

    const QRectF area(option.rect.left() + margin + words, option.rect.center().y() - 3.5,
                      option.rect.width() - words - 2 * margin - 2, 8);
    if (area.width() > 12) {
        const PeakBar bar = PeakBar::build(area, index.data(CandidateModel::ShareRole).toDouble(), m_scale);
        painter->fillRect(bar.track, theme::blend(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.12));
        painter->fillRect(bar.fill, fits ? theme::accent(palette) : theme::bad(palette));
        if (!bar.overflow.isEmpty()) {
            theme::fillOverflow(*painter, bar.overflow, palette);
        }
        // The capacity is a line that extends above and below the bar.
        painter->fillRect(QRectF(bar.track.right() - 0.5, area.top() - 3, 1.5, area.height() + 6),
                          theme::mutedText(palette));
    }
    painter->restore();
}

QSize PeakDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {option.fontMetrics.horizontalAdvance(QStringLiteral("1,023 MiB")) + 110, option.fontMetrics.height() + 12};
}

void GroupMarkDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    paintBackground(painter, option);
    const QPalette palette = activePalette(option);
    const int mark = index.data(m_role).toInt();
    const QRectF area = option.rect;
    theme::drawMark(*painter, {area.left() + margin + 6, area.center().y() + 0.5}, theme::groupShape(mark),
                    theme::group(mark, palette), palette);
    painter->save();
    painter->setFont(option.font);
    painter->setPen(palette.color(QPalette::Text));
    const QRect words = flat::inSight(option.rect.adjusted(margin + 18, 0, -4, 0), option.widget);
    painter->drawText(words, Qt::AlignVCenter | Qt::AlignLeft,
                      painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, words.width()));
    painter->restore();
}

QSize GroupMarkDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QFontMetrics& metrics = option.fontMetrics;
    return {metrics.horizontalAdvance(index.data().toString()) + margin * 2 + 22, metrics.height() + 12};
}

void JobDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    paintBackground(painter, option);
    const QPalette palette = activePalette(option);
    const auto state = static_cast<JobState>(index.data(JobModel::StateRole).toInt());
    const auto words = [&](int column) { return index.siblingAtColumn(column).data().toString(); };
    const QColor tone = state == JobState::Failed ? theme::bad(palette)
        : state == JobState::Cancelled            ? theme::mutedText(palette)
                                                  : theme::accent(palette);
    const QRect area = option.rect.adjusted(12, 7, -12, -7);
    const int line = option.fontMetrics.height();
    const auto writeLine = [&](int top, const QString& left, const QString& right) {
        const int taken = option.fontMetrics.horizontalAdvance(right) + margin;
        const QRect room(area.left(), top, area.width(), line);
        painter->drawText(room.adjusted(0, 0, -taken, 0), Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(left, Qt::ElideRight, room.width() - taken));
        return std::pair {room, right};
    };
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(theme::strongFont(option.font));
    painter->setPen(palette.color(QPalette::Text));
    const auto [first, remaining] = writeLine(area.top(), words(JobModel::Title), words(JobModel::Remaining));
    painter->setFont(option.font);
    painter->setPen(theme::mutedText(palette));
    painter->drawText(first, Qt::AlignRight | Qt::AlignVCenter, remaining);
    if (state == JobState::Failed) {
        painter->setPen(theme::bad(palette));
    }
    const auto [second, progress] = writeLine(area.top() + line + 3, words(JobModel::Phase), words(JobModel::Progress));
    painter->setPen(theme::mutedText(palette));
    painter->drawText(second, Qt::AlignRight | Qt::AlignVCenter, progress);

    const QRectF track(area.left(), area.bottom() - 4, area.width(), 4);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme::blend(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.13));
    painter->drawRoundedRect(track, 2, 2);
    if (const double share = index.data(JobModel::ShareRole).toDouble(); share > 0) {
        painter->setBrush(tone);
        painter->drawRoundedRect(
            QRectF(track.topLeft(), QSizeF(std::max(track.width() * std::min(share, 1.0), 4.0), 4)), 2, 2);
    }
    painter->restore();
}

QSize JobDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {200, 2 * option.fontMetrics.height() + 3 + 10 + 14};
}

}
