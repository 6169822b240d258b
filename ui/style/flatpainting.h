// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyleOption>

class QPainter;
class QWidget;

namespace stagecraft::flat {

// Painting functions of FlatStyle, one per kind of control.

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

// Returns the options with which Fusion paints in the flat style.
QStyleOptionHeader flatHeader(const QStyleOptionHeader& option);
QStyleOptionViewItem flatItem(const QStyleOptionViewItem& option);
QStyleOptionButton buttonWords(const QStyleOptionButton& option);

// True for a tool button whose only purpose is its menu.
// Paints the text and the arrow of a tool button that looks like a combo box and opens a menu.
void drawMenuField(QPainter& painter, const QStyleOptionToolButton& option, const QColor& ink);
bool opensMenu(const QStyleOptionToolButton& option);

// A view whose cells scroll below other content at its edges.
class PartlyCovered {
public:
    virtual ~PartlyCovered() = default;
    virtual int coveredLeft() const = 0; // covered pixels of the viewport
    virtual int coveredRight() const = 0;

protected:
    PartlyCovered() = default;
    PartlyCovered(const PartlyCovered&) = default;
    PartlyCovered& operator=(const PartlyCovered&) = default;
};

// Returns the horizontally visible part of an area in a table's viewport. Text in it is elided at the edge of the view:
// clipped there, "43.8 ms" would read "43.8 m". Cells therefore look different after scrolling, and views repaint all
// of them; see FlatStyle::polish().
QRect inSight(const QRect& area, const QWidget* view);

// Returns the area for the title and sort mark of a section: the last section leaves space for the button that covers
// the end of the header. A section that is partly scrolled out of view keeps its title, clipped by the edge of the
// view.
QStyleOptionHeader besideTools(const QStyleOptionHeader& option, const QWidget* header);

// Returns the first of these texts that fits; empty if none does.
QString longestFitting(const QStringList& texts, const QFontMetricsF& metrics, qreal room);

// True for texts that get another meaning if they are clipped: "43.8 ms", "$0.0123", "PP4 TP2".
bool isFigure(const QString& text);

// Elides a text to the available width: words lose their end, numbers are never shortened. A figure that does not fit
// becomes an ellipsis.
QString fitted(const QString& text, const QFontMetrics& metrics, int room);

// Elides the text of a cell; `room` is the width for the text. If the edge of the view clips the cell so that some
// figure of its column would not fit, no figure is shown: a column shows either all or none of its figures.
QString fittedIn(const QRect& cell, const QWidget* view, const QString& text, const QFontMetrics& metrics, int room);

// Returns the handle of a scroll bar without buttons.
QRect scrollHandle(const QStyleOptionSlider& option);

}
