// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/start/startcard.h"

#include "ui/style/icons.h"
#include "ui/style/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QStyle>

namespace stagecraft {

namespace {

constexpr int picture = 26;
constexpr int margin = 16;

}

StartCard::StartCard(const QString& icon, const QString& title, const QString& words, QWidget* parent)
    : QAbstractButton(parent), m_words(words)
{
    setIcon(lineIcon(icon));
    setText(title);
    setAccessibleName(title);
    setAccessibleDescription(words);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize StartCard::sizeHint() const
{
    const int words = fontMetrics().horizontalAdvance(m_words);
    return {words + picture + 3 * margin + 4, 2 * fontMetrics().height() + 4 + 2 * margin};
}

QSize StartCard::minimumSizeHint() const
{
    return {260, sizeHint().height()};
}

void StartCard::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        click();
        return;
    }
    QAbstractButton::keyPressEvent(event);
}

void StartCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPalette colors = palette();
    const bool lively = underMouse() || hasFocus();
    painter.setPen(lively ? QPen(theme::accent(colors), 1.5) : QPen(theme::line(colors), 1));
    painter.setBrush(isDown()           ? theme::selection(colors)
                         : underMouse() ? theme::surface(colors)
                                        : colors.color(QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 8, 8);
    icon().paint(&painter, QRect(margin, (height() - picture) / 2, picture, picture));

    const int left = picture + 2 * margin;
    const int room = width() - left - margin;
    const QFontMetrics titleMetrics(theme::strongFont(font()));
    painter.setFont(theme::strongFont(font()));
    painter.setPen(colors.color(QPalette::Text));
    painter.drawText(QRect(left, margin, room, titleMetrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     titleMetrics.elidedText(text(), Qt::ElideRight, room));
    painter.setFont(font());
    painter.setPen(theme::mutedText(colors));
    painter.drawText(QRect(left, margin + titleMetrics.height() + 4, room, fontMetrics().height()),
                     Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(m_words, Qt::ElideRight, room));
}

}
