// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/layercost.h"

#include <QCoreApplication>
#include <QVariant>

#include <optional>

namespace stagecraft {

// What is both measured and predicted of a point.
enum class PointFigure { Forward, Backward, Saved };

// Which figure a column shows: what is predicted of it, or how far that is off.
struct FitColumn {
    Q_DECLARE_TR_FUNCTIONS(FitColumn)
public:
    PointFigure figure = PointFigure::Forward;
    bool residual = false;

    QString title() const;
    QString meaning() const;
    QString copiedTitle() const;
};

// The same of one point.
struct FitCell {
    Q_DECLARE_TR_FUNCTIONS(FitCell)
public:
    FitColumn column;
    const Measurement* measured = nullptr; // null where it did not succeed
    const LayerCost* predicted = nullptr; // by the layer's other points; null where they do not tell
    bool alone = false; // there are no other points

    // Seconds, bytes, or measured over predicted, less 1. Nothing where one of these is missing or has no ratio.
    std::optional<double> value() const;
    QString text() const;
    QString toolTip() const;
    QString copiedText() const;
    QVariant sortValue() const; // residuals without their sign: the largest are looked for

private:
    QString whyNotPredicted() const;
};

}
