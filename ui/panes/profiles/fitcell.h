// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/layercost.h"

#include <QCoreApplication>
#include <QVariant>

#include <optional>

namespace stagecraft {

// Quantity that is both measured and predicted.
enum class PointFigure { Forward, Backward, Saved };

// A column with the prediction or the residual of a quantity.
struct FitColumn {
    Q_DECLARE_TR_FUNCTIONS(FitColumn)
public:
    PointFigure figure = PointFigure::Forward;
    bool residual = false;

    QString title() const;
    QString meaning() const;
    QString copiedTitle() const;
};

// A cell of a FitColumn.
struct FitCell {
    Q_DECLARE_TR_FUNCTIONS(FitCell)
public:
    FitColumn column;
    const Measurement* measured = nullptr; // null without a successful measurement
    const LayerCost* predicted = nullptr; // fitted to the layer's other points; null if they are insufficient
    bool alone = false; // true if there are no other points

    // Seconds, bytes, or measured / predicted - 1. Nothing if a value is missing or the ratio is undefined.
    std::optional<double> value() const;
    QString text() const;
    QString toolTip() const;
    QString copiedText() const;
    QVariant sortValue() const; // absolute value of residuals

private:
    QString whyNotPredicted() const;
};

}
