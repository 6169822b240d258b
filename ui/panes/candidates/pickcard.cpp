// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/candidates/pickcard.h"

#include "ui/style/flatpainting.h"
#include "ui/style/theme.h"
#include "ui/words/plaintext.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace stagecraft {

namespace {

constexpr int cardMargin = 8;
constexpr qreal cardCorner = 6;
constexpr int markGap = 6; // beside the mark
constexpr int starGap = 4;
const QString between = QStringLiteral(" · ");

// The mark of the plan in the other views.
PlanRole roleOfPick(const PickText& text)
{
    switch (text.pick) {
    case Pick::Balanced:
        return PlanRole::Balanced;
    case Pick::Fastest:
        return PlanRole::Fastest;
    case Pick::Cheapest:
        return PlanRole::Cheapest;
    case Pick::LeastMemory:
        break;
    }
    return text.recommended ? PlanRole::Recommended : PlanRole::Front;
}

int markSize(const QFontMetrics& metrics)
{
    return metrics.ascent();
}

// Marks scale with the font.
qreal markScale(const QFontMetrics& metrics)
{
    return markSize(metrics) / 11.0;
}

bool pressesButton(const QKeyEvent& event)
{
    return event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
}

}

StarButton::StarButton(QWidget* parent) : QAbstractButton(parent)
{
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    resize(sizeHint());
}

void StarButton::setFilled(bool filled)
{
    m_filled = filled;
    update();
}

QSize StarButton::sizeHint() const
{
    const int side = fontMetrics().height() + 4;
    return {side, side};
}

void StarButton::keyPressEvent(QKeyEvent* event)
{
    if (pressesButton(*event)) {
        click();
        return;
    }
    QAbstractButton::keyPressEvent(event);
}

void StarButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPalette colors = palette();
    const QColor color = theme::plan(PlanRole::Recommended, colors);
    const QColor outline = isEnabled() && underMouse() ? color : theme::mutedText(colors);
    painter.save();
    painter.translate(QRectF(rect()).center());
    painter.scale(markScale(fontMetrics()), markScale(fontMetrics()));
    theme::drawMark(painter, {}, PlanRole::Recommended, m_filled ? color : outline, colors,
                    m_filled ? QColor() : colors.color(QPalette::Base));
    painter.restore();
    if (hasFocus()) {
        flat::drawFocus(painter, rect(), colors);
    }
}

PickCard::PickCard(QWidget* parent) : QAbstractButton(parent), m_star(new StarButton(this))
{
    setCheckable(true);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
}

void PickCard::setPick(const PickText& text)
{
    m_text = text;
    setText(text.title);
    setAccessibleName(text.spoken);
    setToolTip(plainToolTip(text.tip));
    setEnabled(text.candidate >= 0);
    const QString aim = optimizeFor(text.pick);
    m_star->setVisible(text.candidate >= 0);
    m_star->setFilled(text.recommended);
    m_star->setAccessibleName(aim);
    m_star->setToolTip(plainToolTip(text.recommended ? tr("Recommended: the objective of this workspace") : aim));
    updateGeometry();
    update();
}

void PickCard::setBrief(bool brief)
{
    m_brief = brief;
    update();
}

QStringList PickCard::fullLines() const
{
    if (m_text.candidate < 0) {
        return {m_text.cost};
    }
    return {m_text.peak + between + m_text.rate, m_text.change, m_text.cost};
}

// Lines below the title in compact form: as many figures per line as fit.
QStringList PickCard::briefLines(int wide) const
{
    if (m_text.candidate < 0) {
        return {m_text.cost};
    }
    QStringList lines {m_text.rate};
    const QStringList figures = QStringList {m_text.change, m_text.cost}.mid(0, m_text.priced ? 2 : 1);
    for (const QString& figure : figures) {
        const QString longer = lines.back() + between + figure;
        if (fontMetrics().horizontalAdvance(longer) <= wide - 2 * cardMargin) {
            lines.back() = longer;
        } else {
            lines << figure;
        }
    }
    return lines;
}

QString PickCard::figureOfTitle() const
{
    return m_brief ? m_text.peak : QString();
}

QStringList PickCard::shownLines() const
{
    return m_brief ? briefLines(width()) : fullLines();
}

int PickCard::heightOf(bool brief, int wide) const
{
    const int lines = brief ? static_cast<int>(briefLines(wide).size()) : 3;
    return 2 * cardMargin + fontMetrics().height() + lines * fontMetrics().lineSpacing();
}

QSize PickCard::sizeHint() const
{
    const QFontMetrics title(theme::strongFont(font()));
    const QFontMetrics plain = fontMetrics();
    int wide = markSize(title) + markGap + title.horizontalAdvance(m_text.title) + 2 * markGap
        + plain.horizontalAdvance(m_text.peak) + starGap + m_star->sizeHint().width();
    const QStringList lines = fullLines();
    for (const QString& line : lines) {
        wide = std::max(wide, plain.horizontalAdvance(line));
    }
    return {wide + 2 * cardMargin + 2, heightOf(m_brief, wide)};
}

QSize PickCard::minimumSizeHint() const
{
    return {80, heightOf(true, width())};
}

void PickCard::keyPressEvent(QKeyEvent* event)
{
    if (pressesButton(*event)) {
        click();
        return;
    }
    QAbstractButton::keyPressEvent(event);
}

void PickCard::resizeEvent(QResizeEvent* event)
{
    QAbstractButton::resizeEvent(event);
    m_star->resize(m_star->sizeHint());
    m_star->move(width() - m_star->width() - 4, 4);
}

void PickCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPalette colors = palette();
    const bool lively = isEnabled() && (underMouse() || hasFocus());
    painter.setPen(isChecked() || lively ? QPen(theme::accent(colors), isChecked() ? 2 : 1.5)
                                         : QPen(theme::line(colors), 1));
    painter.setBrush(isChecked()                  ? theme::selection(colors)
                         : lively && underMouse() ? theme::surface(colors)
                                                  : colors.color(QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), cardCorner, cardCorner);
    if (hasFocus()) {
        flat::drawFocus(painter, rect().adjusted(3, 3, -3, -3), colors);
    }
    const QFontMetrics title(theme::strongFont(font()));
    const PlanRole role = roleOfPick(m_text);
    const int mark = markSize(title);
    painter.save();
    painter.translate(cardMargin + mark / 2.0, cardMargin + title.height() / 2.0);
    painter.scale(markScale(title), markScale(title));
    theme::drawMark(painter, {}, role, theme::plan(role, colors), colors);
    painter.restore();
    const QColor ink = colors.color(QPalette::Active, QPalette::Text);
    const int right = m_star->isHidden() ? cardMargin : m_star->width() + starGap;
    const auto write = [&](int left, int top, int end, const QString& text, Qt::Alignment side = Qt::AlignLeft) {
        const QRect area(left, top, width() - left - end, title.height());
        painter.drawText(area, side | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, area.width()));
    };
    painter.setPen(m_text.candidate < 0 ? theme::mutedText(colors) : ink);
    write(cardMargin, cardMargin, right, figureOfTitle(), Qt::AlignRight);
    painter.setFont(theme::strongFont(font()));
    write(cardMargin + mark + markGap, cardMargin, right, m_text.title);
    painter.setFont(font());
    int top = cardMargin + fontMetrics().height();
    for (const QString& line : shownLines()) {
        write(cardMargin, top, cardMargin, line);
        painter.setPen(theme::mutedText(colors));
        top += fontMetrics().lineSpacing();
    }
}

}
