// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/words/planrole.h"

#include <QFontMetricsF>
#include <QPalette>
#include <QRectF>
#include <QStringList>

#include <functional>
#include <vector>

class QPainter;

namespace stagecraft {

inline constexpr int chartEdge = 12; // margin in pixels at the sides of every chart

// Legend entries arranged in lines: each has a mark of `mark` x `mark` pixels and a text.
struct LegendLayout {
    static constexpr qreal mark = 11;

    std::vector<QPointF> marks; // top left corner of each mark
    qreal height = 0;

    static LegendLayout build(const QStringList& words, qreal width, const QFontMetricsF& metrics);
};

// Draws with the painter's font into `area` from its top left, each mark with `paintMark`, and returns the height.
// Texts longer than a line are elided.
qreal paintLegend(QPainter& painter, const QRectF& area, const QStringList& words, const QPalette& palette,
                  const std::function<void(std::size_t entry, const QRectF& mark)>& paintMark);

// Both draw with the painter's font into `area` from its top left and return the height. `hollow` adds an entry for
// plans that do not fit, which are drawn hollow.
qreal paintPlanLegend(QPainter& painter, const QRectF& area, const std::vector<PlanRole>& roles, bool hollow,
                      const QPalette& palette);
// Entries with the marks of theme::group(), in order.
qreal paintGroupLegend(QPainter& painter, const QRectF& area, const QStringList& words, bool hollow,
                       const QPalette& palette);

}
