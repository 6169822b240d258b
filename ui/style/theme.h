// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/words/memoryparts.h"
#include "ui/words/planrole.h"

#include <QColor>
#include <QFont>
#include <QPainterPath>
#include <QPalette>

class QPainter;

namespace stagecraft {

// The window's look: the desktop's own colors, or light or dark whatever the desktop has.
enum class Appearance { System, Light, Dark };

template <>
inline constexpr auto enumNames<Appearance> = std::array {
    std::pair {Appearance::System, std::string_view("system")},
    std::pair {Appearance::Light, std::string_view("light")},
    std::pair {Appearance::Dark, std::string_view("dark")},
};

// Every color of the window comes from here or from the palette; widgets ask again when the palette changes.
// Memory parts and plans have the colors of Okabe and Ito, told apart by color-blind eyes, and a texture or shape
// besides.
namespace theme {

void apply(Appearance appearance); // to the application
QPalette lightPalette(); // dark on white: of what is printed
bool isDark(const QPalette& palette);

QFont strongFont(QFont font); // of titles

QColor blend(const QColor& over, const QColor& under, qreal share);
qreal contrast(const QColor& a, const QColor& b); // 1 to 21, as WCAG 2 defines it
QColor mutedText(const QPalette& palette); // secondary words; still 4.5:1 on the base, and where it is selected
QColor line(const QPalette& palette); // separators and frames
QColor surface(const QPalette& palette); // slightly off the base: hover, tracks
QColor selection(const QPalette& palette); // selected rows
QColor accent(const QPalette& palette);
QColor bad(const QPalette& palette); // errors, overflow

QColor part(MemoryPart part, const QPalette& palette);
QColor plan(PlanRole role, const QPalette& palette);
// Lines of a chart, the same three everywhere; 0 to 2.
QColor series(int index, const QPalette& palette);
// Groups of a chart's points: 0 to 5, and 6 for all others.
inline constexpr int groupColors = 6;
QColor group(int index, const QPalette& palette);
PlanRole groupShape(int index); // its shape, for drawMark()
// The words on a part's color.
QColor textOn(const QColor& background);
// The outline of a mark of this color: the color itself, or as much darker (lighter in a dark window) as it takes to
// stand out from the base, 3:1.
QColor edge(const QColor& color, const QPalette& palette);

// Fills `area` with a part's color and its texture.
void fillPart(QPainter& painter, const QRectF& area, MemoryPart part, const QPalette& palette);
// Hatches `area`: memory beyond what the device has.
void fillOverflow(QPainter& painter, const QRectF& area, const QPalette& palette);

// The shape of a plan's point, centred on the origin, as wide as 2 x radius.
QPainterPath planShape(PlanRole role, qreal radius);
// The shape of a role as a mark around `at`, with its edge; with `fill` hollow.
void drawMark(QPainter& painter, const QPointF& at, PlanRole shape, const QColor& color, const QPalette& palette,
              const QColor& fill = {});
// The same around the origin, of any size.
void drawShape(QPainter& painter, PlanRole shape, qreal radius, const QColor& color, const QPalette& palette);
// A pixel of edge within a filled area.
void drawEdge(QPainter& painter, const QRectF& area, const QColor& color, const QPalette& palette);

}

}
