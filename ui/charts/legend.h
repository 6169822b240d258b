// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/support/planrole.h"

#include <QFontMetricsF>
#include <QPalette>
#include <QRectF>
#include <QStringList>

#include <functional>
#include <vector>

class QPainter;

namespace stagecraft {

inline constexpr int chartEdge = 12; // pixels that every chart leaves free at its sides

// Entries in lines that are as long as there is room: each a mark of `mark` x `mark` pixels and words.
struct LegendLayout {
    static constexpr qreal mark = 11;

    std::vector<QPointF> marks; // top left of each mark
    qreal height = 0;

    static LegendLayout build(const QStringList& words, qreal width, const QFontMetricsF& metrics);
};

// Draws with the painter's font into `area` from its top left, each mark by `paintMark` into its square, and returns
// the height that it needs. Words that are longer than a line end in an ellipsis.
qreal paintLegend(QPainter& painter, const QRectF& area, const QStringList& words, const QPalette& palette,
                  const std::function<void(std::size_t entry, const QRectF& mark)>& paintMark);

// Both draw with the painter's font into `area` from its top left and return the height that they need. `hollow`: some
// plans do not fit, and are drawn so.
qreal paintPlanLegend(QPainter& painter, const QRectF& area, const std::vector<PlanRole>& roles, bool hollow,
                      const QPalette& palette);
// Of theme::group(): one entry after the other.
qreal paintGroupLegend(QPainter& painter, const QRectF& area, const QStringList& words, bool hollow,
                       const QPalette& palette);

}
