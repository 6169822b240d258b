// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyleOption>

class QPainter;
class QWidget;

namespace stagecraft::flat {

// The drawing of FlatStyle, a function a kind of control.

enum class Direction { Up, Down, Left, Right };

void drawField(QPainter& painter, const QRect& area, const QStyleOption& option); // line edit, spin box, combo box
void drawButton(QPainter& painter, const QStyleOptionButton& option);
void drawToolButton(QPainter& painter, const QStyleOption& option, bool chip);
void drawChevron(QPainter& painter, const QRectF& area, Direction direction, const QColor& color);
void drawCheckBox(QPainter& painter, const QStyleOption& option);
void drawFocus(QPainter& painter, const QRect& area, const QPalette& palette);
void drawHeader(QPainter& painter, const QStyleOption& option);
void drawDockTitle(QPainter& painter, const QStyleOptionDockWidget& option, const QWidget* widget);
void drawTab(QPainter& painter, const QStyleOptionTab& option);
void drawScrollBar(QPainter& painter, const QStyleOptionSlider& option, const QRect& handle);
void drawTrack(QPainter& painter, const QRect& area, const QPalette& palette);
void drawProgress(QPainter& painter, const QStyleOptionProgressBar& option);

void drawMenuBarItem(QPainter& painter, const QStyleOptionMenuItem& option);

// The options with which Fusion draws in our manner.
QStyleOptionHeader flatHeader(const QStyleOptionHeader& option);
QStyleOptionViewItem flatItem(const QStyleOptionViewItem& option);
QStyleOptionButton buttonWords(const QStyleOptionButton& option);

// True for a tool button whose only purpose is its menu.
// The words and the mark of a tool button that looks like a combo box and opens a menu.
void drawMenuField(QPainter& painter, const QStyleOptionToolButton& option, const QColor& ink);
bool opensMenu(const QStyleOptionToolButton& option);

// A view whose cells scroll below something at its ends.
class PartlyCovered {
public:
    virtual ~PartlyCovered() = default;
    virtual int coveredLeft() const = 0; // pixels of the viewport
    virtual int coveredRight() const = 0;

protected:
    PartlyCovered() = default;
    PartlyCovered(const PartlyCovered&) = default;
    PartlyCovered& operator=(const PartlyCovered&) = default;
};

// What of an area in a table's viewport is in sight from left to right. Words in it end in an ellipsis where the view
// ends: cut there, "43.8 ms" would read "43.8 m". So cells look different wherever they are scrolled to: views paint
// all of them anew, see FlatStyle::polish().
QRect inSight(const QRect& area, const QWidget* view);

// Where title and sort mark of a section stand: the last section of a header leaves room for what covers the header's
// end. A section that is scrolled partly out of sight has all of its title, which the view's end cuts.
QStyleOptionHeader besideTools(const QStyleOptionHeader& option, const QWidget* header);

// The first of these texts that fits; empty if none does.
QString longestFitting(const QStringList& texts, const QFontMetricsF& metrics, qreal room);

// "43.8 ms", "$0.0123", "PP4 TP2": a text that says something else when it is cut.
bool isFigure(const QString& text);

// The text as far as there is room: words lose their end, but no part of a number. Of a figure that has too little room
// nothing but the ellipsis is left.
QString fitted(const QString& text, const QFontMetrics& metrics, int room);

// The same in a cell, with `room` for the text. No figure is left where the view's end cuts the cell so that not all
// of its column's would have room: as long as a column is not in sight none of its figures is, nor is a mark of one.
QString fittedIn(const QRect& cell, const QWidget* view, const QString& text, const QFontMetrics& metrics, int room);

// The handle of a scroll bar without buttons.
QRect scrollHandle(const QStyleOptionSlider& option);

}
