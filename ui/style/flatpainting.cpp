// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/flatpainting.h"

#include "ui/style/theme.h"

#include <QAbstractScrollArea>
#include <QPainter>
#include <QRegularExpression>
#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace stagecraft::flat {

namespace {

constexpr qreal corner = 4.5;

// Draws a box with a line of one pixel inside the area.
void drawBox(QPainter& painter, const QRectF& area, qreal radius, const QColor& fill, const QColor& line,
             qreal width = 1)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(line.isValid() ? QPen(line, width) : QPen(Qt::NoPen));
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    const qreal inset = line.isValid() ? width / 2 : 0;
    painter.drawRoundedRect(area.adjusted(inset, inset, -inset, -inset), radius, radius);
    painter.restore();
}

}

void drawFocus(QPainter& painter, const QRect& area, const QPalette& palette)
{
    drawBox(painter, area, corner, {}, theme::accent(palette), 1.5);
}

void drawField(QPainter& painter, const QRect& area, const QStyleOption& option)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    const QPalette& palette = option.palette;
    const QColor base = palette.color(enabled ? QPalette::Active : QPalette::Disabled, QPalette::Base);
    const QColor fill = enabled ? base : theme::surface(palette);
    const bool focused = enabled && (option.state & QStyle::State_HasFocus);
    const bool hovered = enabled && (option.state & QStyle::State_MouseOver);
    const QColor quiet =
        theme::blend(palette.color(QPalette::Active, QPalette::Text), base, enabled ? (hovered ? 0.45 : 0.28) : 0.14);
    drawBox(painter, area, corner, fill, focused ? theme::accent(palette) : quiet, focused ? 1.5 : 1);
}

void drawButton(QPainter& painter, const QStyleOptionButton& option)
{
    const QPalette& palette = option.palette;
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool primary = enabled && (option.features & QStyleOptionButton::DefaultButton);
    const bool flat = option.features & QStyleOptionButton::Flat;
    const bool pressed = option.state & (QStyle::State_Sunken | QStyle::State_On);
    const bool hovered = enabled && (option.state & QStyle::State_MouseOver);
    const QColor text = palette.color(QPalette::Active, QPalette::Text);
    QColor fill = primary ? theme::accent(palette) : palette.color(QPalette::Active, QPalette::Button);
    if (pressed || hovered) {
        fill = theme::blend(text, fill, pressed ? 0.16 : 0.07);
    }
    if (flat && !pressed && !hovered) {
        fill = QColor();
    }
    const QColor line =
        primary || flat ? QColor() : theme::blend(text, palette.color(QPalette::Base), enabled ? 0.26 : 0.12);
    drawBox(painter, option.rect, corner, fill, line);
    if (option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange) {
        drawBox(painter, option.rect.adjusted(2, 2, -2, -2), corner - 1.5, {},
                primary ? theme::textOn(fill) : theme::accent(palette), 1);
    }
}

void drawToolButton(QPainter& painter, const QStyleOption& option, bool chip)
{
    const QPalette& palette = option.palette;
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool on = option.state & QStyle::State_On;
    const bool hovered = enabled && (option.state & QStyle::State_MouseOver);
    const QColor text = palette.color(QPalette::Active, QPalette::Text);
    const QColor base = palette.color(QPalette::Active, QPalette::Base);
    QColor fill;
    if (on) {
        fill = theme::selection(palette);
    }
    if (hovered || option.state & QStyle::State_Sunken) {
        fill = theme::blend(text, fill.isValid() ? fill : base, option.state & QStyle::State_Sunken ? 0.14 : 0.07);
    }
    QColor line;
    if (chip) {
        line = on ? theme::blend(theme::accent(palette), base, 0.7) : theme::blend(text, base, enabled ? 0.26 : 0.12);
    }
    const qreal radius = chip ? option.rect.height() / 2.0 : corner;
    drawBox(painter, option.rect, radius, fill, line);
    if (option.state & QStyle::State_HasFocus) {
        drawBox(painter, option.rect, radius, {}, theme::accent(palette), 1.5);
    }
}

void drawChevron(QPainter& painter, const QRectF& area, Direction direction, const QColor& color)
{
    const qreal reach = std::clamp(std::min(area.width(), area.height()) * 0.28, 2.5, 4.0);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.translate(area.center());
    switch (direction) {
    case Direction::Down:
        break;
    case Direction::Up:
        painter.rotate(180);
        break;
    case Direction::Left:
        painter.rotate(90);
        break;
    case Direction::Right:
        painter.rotate(-90);
        break;
    }
    const QPointF points[] {{-reach, -reach / 2}, {0, reach / 2}, {reach, -reach / 2}};
    painter.drawPolyline(points, 3);
    painter.restore();
}

void drawCheckBox(QPainter& painter, const QStyleOption& option)
{
    const QPalette& palette = option.palette;
    const bool on = option.state & QStyle::State_On;
    const bool enabled = option.state & QStyle::State_Enabled;
    const QColor base = palette.color(QPalette::Active, QPalette::Base);
    const QColor mark =
        enabled ? theme::accent(palette) : theme::blend(palette.color(QPalette::Active, QPalette::Text), base, 0.4);
    const QColor line =
        on ? mark : theme::blend(palette.color(QPalette::Active, QPalette::Text), base, enabled ? 0.45 : 0.2);
    drawBox(painter, option.rect, 3.5, on ? mark : base, line);
    if (on) {
        const QRectF box = option.rect;
        const auto at = [&](qreal x, qreal y) {
            return QPointF(box.left() + box.width() * x, box.top() + box.height() * y);
        };
        const QPointF points[] {at(0.25, 0.52), at(0.43, 0.7), at(0.76, 0.32)};
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(palette.color(QPalette::HighlightedText), 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(points, 3);
        painter.restore();
    }
}

void drawHeader(QPainter& painter, const QStyleOption& option)
{
    const bool hovered = option.state & QStyle::State_Enabled && option.state & QStyle::State_MouseOver;
    painter.fillRect(option.rect, hovered ? theme::surface(option.palette) : option.palette.color(QPalette::Base));
    const QRect& area = option.rect;
    painter.fillRect(QRect(area.left(), area.bottom(), area.width(), 1), theme::line(option.palette));
}

void drawDockTitle(QPainter& painter, const QStyleOptionDockWidget& option, const QWidget* widget)
{
    painter.save();
    painter.setFont(theme::strongFont(widget ? widget->font() : painter.font()));
    painter.setPen(option.palette.color(QPalette::WindowText));
    const int buttons = (option.closable ? 22 : 0) + (option.floatable ? 22 : 0);
    const QRect area = option.rect.adjusted(10, 0, -4 - buttons, 0);
    const QString title = painter.fontMetrics().elidedText(option.title, Qt::ElideRight, area.width());
    painter.drawText(QStyle::visualRect(option.direction, option.rect, area), Qt::AlignVCenter | Qt::AlignLeft, title);
    painter.restore();
}

void drawTab(QPainter& painter, const QStyleOptionTab& option)
{
    const bool selected = option.state & QStyle::State_Selected;
    const bool hovered = option.state & QStyle::State_MouseOver;
    const QRect& area = option.rect;
    if (hovered && !selected) {
        painter.fillRect(
            area.adjusted(1, 1, -1, -1),
            theme::blend(option.palette.color(QPalette::Text), option.palette.color(QPalette::Window), 0.05));
    }
    if (selected) {
        const bool below = option.shape == QTabBar::RoundedSouth || option.shape == QTabBar::TriangularSouth;
        const QRect mark(area.left() + 6, below ? area.top() : area.bottom() - 1, area.width() - 12, 2);
        painter.fillRect(mark, theme::accent(option.palette));
    }
}

QRect scrollHandle(const QStyleOptionSlider& option)
{
    const bool horizontal = option.orientation == Qt::Horizontal;
    const int length = horizontal ? option.rect.width() : option.rect.height();
    const qint64 range = qint64(option.maximum) - option.minimum;
    int handle = length;
    if (range > 0) {
        handle = static_cast<int>(qint64(option.pageStep) * length / (range + option.pageStep));
        handle = std::min(length, std::max(handle, 28));
    }
    const int start = QStyle::sliderPositionFromValue(option.minimum, option.maximum, option.sliderPosition,
                                                      length - handle, option.upsideDown);
    const QRect area = horizontal ? QRect(option.rect.left() + start, option.rect.top(), handle, option.rect.height())
                                  : QRect(option.rect.left(), option.rect.top() + start, option.rect.width(), handle);
    return area;
}

void drawScrollBar(QPainter& painter, const QStyleOptionSlider& option, const QRect& handle)
{
    painter.fillRect(option.rect, option.palette.color(QPalette::Base));
    if (option.maximum <= option.minimum) {
        return;
    }
    const bool active = option.state & (QStyle::State_MouseOver | QStyle::State_Sunken);
    const QColor color =
        theme::blend(option.palette.color(QPalette::Text), option.palette.color(QPalette::Base), active ? 0.45 : 0.26);
    const QRect inner = handle.adjusted(3, 3, -3, -3);
    drawBox(painter, inner, std::min(inner.width(), inner.height()) / 2.0, color, {});
}

void drawTrack(QPainter& painter, const QRect& area, const QPalette& palette)
{
    const int height = std::min(area.height(), 6);
    const QRect track(area.left(), area.center().y() - height / 2 + 1, area.width(), height);
    drawBox(painter, track, height / 2.0,
            theme::blend(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.13), {});
}

void drawProgress(QPainter& painter, const QStyleOptionProgressBar& option)
{
    const int height = std::min(option.rect.height(), 6);
    QRect bar(option.rect.left(), option.rect.center().y() - height / 2 + 1, option.rect.width(), height);
    const qint64 range = qint64(option.maximum) - option.minimum;
    if (range > 0) {
        const double share = std::clamp(double(option.progress - option.minimum) / double(range), 0.0, 1.0);
        const int width = static_cast<int>(bar.width() * share);
        bar.setWidth(width > 0 ? std::max(width, height) : 0);
        bar = QStyle::visualRect(option.direction, option.rect, bar);
    } else {
        // Unknown progress is a static, paler bar, because movement would distract all the time.
        drawBox(painter, bar, height / 2.0, theme::selection(option.palette), {});
        return;
    }
    if (bar.width() > 0) {
        drawBox(painter, bar, height / 2.0, theme::accent(option.palette), {});
    }
}

void drawMenuBarItem(QPainter& painter, const QStyleOptionMenuItem& option)
{
    painter.fillRect(option.rect, option.palette.color(QPalette::Window));
    const bool active = option.state & QStyle::State_Selected && option.state & QStyle::State_Enabled;
    if (active) {
        drawBox(painter, option.rect.adjusted(1, 1, -1, -1), corner,
                theme::blend(theme::accent(option.palette), option.palette.color(QPalette::Window), 0.16), {});
    }
    painter.setPen(option.palette.color(option.state & QStyle::State_Enabled ? QPalette::Active : QPalette::Disabled,
                                        QPalette::WindowText));
    painter.drawText(option.rect, Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, option.text);
}

QRect inSight(const QRect& area, const QWidget* view)
{
    const auto* scrolled = qobject_cast<const QAbstractScrollArea*>(view);
    if (!scrolled) {
        return area;
    }
    const auto* covered = dynamic_cast<const PartlyCovered*>(view);
    const int left = std::max(area.left(), covered ? covered->coveredLeft() : 0);
    const int right = scrolled->viewport()->width() - (covered ? covered->coveredRight() : 0);
    const int end = std::min(area.left() + area.width(), right);
    return {left, area.top(), std::max(0, end - left), area.height()};
}

QStyleOptionHeader besideTools(const QStyleOptionHeader& option, const QWidget* header)
{
    QStyleOptionHeader beside = option;
    const auto* covered = dynamic_cast<const PartlyCovered*>(header);
    const bool last =
        option.position == QStyleOptionHeader::End || option.position == QStyleOptionHeader::OnlyOneSection;
    if (covered && last) {
        beside.rect.setWidth(std::max(0, option.rect.width() - covered->coveredRight()));
    }
    return beside;
}

QString longestFitting(const QStringList& texts, const QFontMetricsF& metrics, qreal room)
{
    const auto found = std::find_if(texts.begin(), texts.end(),
                                    [&](const QString& text) { return metrics.horizontalAdvance(text) <= room; });
    return found == texts.end() ? QString() : *found;
}

bool isFigure(const QString& text)
{
    const auto digit = [&](qsizetype at) { return at < text.size() && text[at].isDigit(); };
    const bool name = digit(0) && text.size() > 2 && text[1].isLetter() && digit(2); // "1F1B"
    const bool parallelism = text.startsWith(QStringLiteral("PP")) && digit(2); // "PP4 TP2 DP1"
    return (digit(0) && !name) || parallelism
        || (digit(1) && (text[0].isUpper() || QStringLiteral("$+-−≤≥<>").contains(text[0])));
}

namespace {

bool isInNumber(const QString& text, qsizetype at)
{
    const bool point = text[at] == u'.' || text[at] == u',';
    return text[at].isDigit() || (point && at + 1 < text.size() && text[at + 1].isDigit());
}

// Returns the number of characters that fit before an ellipsis without a part of a number: "37 layers" must not become
// "3…".
qsizetype keptLetters(const QString& text, const QFontMetrics& metrics, int room)
{
    const QString elided = metrics.elidedText(text, Qt::ElideRight, room);
    qsizetype end = 0;
    while (end < std::min(text.size(), elided.size()) && text[end] == elided[end]) {
        ++end;
    }
    const bool cut = end > 0 && end < text.size() && isInNumber(text, end) && isInNumber(text, end - 1);
    while (cut && end > 0 && isInNumber(text, end - 1)) {
        --end;
    }
    return end;
}

// Separators between the figures and words of a text.
const QRegularExpression& parting()
{
    static const QRegularExpression marks(QStringLiteral("[,;](?= )| ·(?= )"));
    return marks;
}

// True if cutting the text at `end` would lose words after its figures: "450 GB/s, 5.00 µs; NVIDIA data…".
bool endsInWords(const QString& text, qsizetype end)
{
    constexpr qsizetype fewest = 3; // minimum number of letters to show
    const qsizetype mark = text.lastIndexOf(parting(), end);
    const qsizetype begin = mark < 0 ? -1 : text.indexOf(u' ', mark + 1) + 1;
    return begin > 0 && end - begin >= fewest && !isFigure(text.mid(begin));
}

}

QString fitted(const QString& text, const QFontMetrics& metrics, int room)
{
    if (metrics.horizontalAdvance(text) <= room) {
        return text;
    }
    const qsizetype kept = keptLetters(text, metrics, room);
    if (!isFigure(text) || endsInWords(text, kept)) {
        return metrics.elidedText(text.left(kept) + QStringLiteral("…"), Qt::ElideRight, room);
    }
    for (qsizetype end = text.size(); (end = text.lastIndexOf(parting(), end - 1)) > 0;) { // keeps whole figures
        const QString whole = text.left(end) + QStringLiteral(" …");
        if (metrics.horizontalAdvance(whole) <= room) {
            return whole;
        }
    }
    return metrics.elidedText(QStringLiteral("…"), Qt::ElideRight, room);
}

QString fittedIn(const QRect& cell, const QWidget* view, const QString& text, const QFontMetrics& metrics, int room)
{
    constexpr int margin = 4; // beside a text
    constexpr int longest = 12; // letters of most figures
    const int seen = inSight(cell, view).width();
    const bool cut = seen < cell.width() - margin;
    const bool narrow = seen < longest * metrics.horizontalAdvance(u'0');
    const bool longer = metrics.horizontalAdvance(text) > room;
    const bool listed = text.contains(parting()); // a list keeps its whole figures if some fit
    if (cut && isFigure(text) && (listed ? narrow && longer : narrow || longer)) {
        return {};
    }
    const QString shown = fitted(text, metrics, room);
    return cut && shown == QStringLiteral("…") ? QString() : shown;
}

QStyleOptionHeader flatHeader(const QStyleOptionHeader& option)
{
    QStyleOptionHeader quiet = option;
    quiet.palette.setColor(QPalette::ButtonText, theme::mutedText(option.palette));
    quiet.state &= ~QStyle::State_On; // not bold over the selected cell
    if (!option.text.contains(u'\n')) { // texts with line breaks are fitted by the caller
        quiet.text = option.fontMetrics.elidedText(option.text, Qt::ElideRight, quiet.rect.width());
    }
    return quiet;
}

QStyleOptionViewItem flatItem(const QStyleOptionViewItem& option)
{
    QStyleOptionViewItem quiet = option;
    for (const auto group : {QPalette::Active, QPalette::Inactive}) {
        quiet.palette.setColor(group, QPalette::Highlight, theme::selection(option.palette));
        quiet.palette.setColor(group, QPalette::HighlightedText,
                               option.palette.color(QPalette::Active, QPalette::Text));
    }
    quiet.state &= ~QStyle::State_HasFocus; // the row shows the focus
    return quiet;
}

QStyleOptionButton buttonWords(const QStyleOptionButton& option)
{
    QStyleOptionButton words = option;
    if ((option.features & QStyleOptionButton::DefaultButton) && (option.state & QStyle::State_Enabled)) {
        words.palette.setColor(QPalette::ButtonText, option.palette.color(QPalette::Active, QPalette::HighlightedText));
    }
    return words;
}

void drawMenuField(QPainter& painter, const QStyleOptionToolButton& option, const QColor& ink)
{
    constexpr int mark = 18; // width of the arrow at the right, as in a combo box
    const bool enabled = option.state & QStyle::State_Enabled;
    painter.setPen(option.palette.color(enabled ? QPalette::Active : QPalette::Disabled, QPalette::Text));
    painter.drawText(option.rect.adjusted(6, 0, -mark, 0), Qt::AlignLeft | Qt::AlignVCenter, option.text);
    drawChevron(painter, QRect(option.rect.right() - mark, option.rect.top(), mark - 2, option.rect.height()),
                Direction::Down, ink);
}

bool opensMenu(const QStyleOptionToolButton& option)
{
    return (option.features & QStyleOptionToolButton::HasMenu)
        && !(option.features & QStyleOptionToolButton::MenuButtonPopup);
}

}
