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

// Appearance of the window: the desktop's colors, or light or dark regardless of the desktop.
enum class Appearance { System, Light, Dark };

template <>
inline constexpr auto enumNames<Appearance> = std::array {
    std::pair {Appearance::System, std::string_view("system")},
    std::pair {Appearance::Light, std::string_view("light")},
    std::pair {Appearance::Dark, std::string_view("dark")},
};

// All colors of the window come from here or from the palette; widgets ask again when the palette changes. Memory
// categories and plans use the color-blind-safe colors of Okabe and Ito, and a texture or shape in addition.
namespace theme {

void apply(Appearance appearance); // applies to the application
QPalette lightPalette(); // dark on white, for print
bool isDark(const QPalette& palette);

QFont strongFont(QFont font); // font of titles

QColor blend(const QColor& over, const QColor& under, qreal share);
qreal contrast(const QColor& a, const QColor& b); // WCAG 2 contrast, 1 to 21
QColor mutedText(const QPalette& palette); // secondary text; 4.5:1 on the base and on the selection
QColor line(const QPalette& palette); // separators and frames
QColor surface(const QPalette& palette); // slightly different from the base: hover, tracks
QColor selection(const QPalette& palette); // selected rows
QColor accent(const QPalette& palette);
QColor bad(const QPalette& palette); // errors, overflow

QColor part(MemoryPart part, const QPalette& palette);
QColor plan(PlanRole role, const QPalette& palette);
// Color of a chart line, the same in all charts; `index` 0 to 2.
QColor series(int index, const QPalette& palette);
// Colors of the groups in a chart: 0 to 5, and 6 for all others.
inline constexpr int groupColors = 6;
QColor group(int index, const QPalette& palette);
PlanRole groupShape(int index); // shape of the group, for drawMark()
// Text color on a category's color.
QColor textOn(const QColor& background);
// Outline color of a mark: the color itself, or a darker one (lighter in a dark window) with a contrast of 3:1 to the
// base.
QColor edge(const QColor& color, const QPalette& palette);

// Fills `area` with the color and texture of a memory category.
void fillPart(QPainter& painter, const QRectF& area, MemoryPart part, const QPalette& palette);
// Hatches `area`: memory beyond the capacity.
void fillOverflow(QPainter& painter, const QRectF& area, const QPalette& palette);

// Shape of a plan's point, centered on the origin, 2 x radius wide.
QPainterPath planShape(PlanRole role, qreal radius);
// Draws the shape of a role at `at`, with an outline. A valid `fill` draws a hollow mark filled with that color.
void drawMark(QPainter& painter, const QPointF& at, PlanRole shape, const QColor& color, const QPalette& palette,
              const QColor& fill = {});
// Draws the shape at the origin with any radius.
void drawShape(QPainter& painter, PlanRole shape, qreal radius, const QColor& color, const QPalette& palette);
// Draws an outline of one pixel inside a filled area.
void drawEdge(QPainter& painter, const QRectF& area, const QColor& color, const QPalette& palette);

}

}
