// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/profiles/fitcell.h"

#include "ui/models/tablecsv.h"
#include "ui/words/causetext.h"
#include "ui/words/formulas.h"
#include "ui/words/numbers.h"

#include <cmath>

namespace stagecraft {

namespace {

// Measurement and LayerCost have the same members.
template <typename Costs>
double valueOf(const Costs& costs, PointFigure figure)
{
    switch (figure) {
    case PointFigure::Forward:
        return costs.forward.median.value;
    case PointFigure::Backward:
        return costs.backward.median.value;
    case PointFigure::Saved:
        break;
    }
    return static_cast<double>(costs.memory.saved.value);
}

QString valueText(double value, PointFigure figure)
{
    return figure == PointFigure::Saved ? bytesText(Bytes(static_cast<qint64>(value))) : secondsText(Seconds(value));
}

QString exactValueText(double value, PointFigure figure)
{
    return figure == PointFigure::Saved ? exactBytesText(Bytes(static_cast<qint64>(value)))
                                        : exactSecondsText(Seconds(value));
}

QString withMeaning(const QString& text, const FitColumn& column)
{
    return text + QLatin1Char('\n') + column.meaning();
}

}

QString FitColumn::title() const
{
    return residual ? tr("Residual") : tr("Predicted");
}

QString FitColumn::meaning() const
{
    return formulaOf(residual ? Figure::PointResidual : Figure::PointPredicted);
}

QString FitColumn::copiedTitle() const
{
    switch (figure) {
    case PointFigure::Forward:
        return residual ? tr("Forward residual (fraction)") : tr("Forward predicted (s)");
    case PointFigure::Backward:
        return residual ? tr("Backward residual (fraction)") : tr("Backward predicted (s)");
    case PointFigure::Saved:
        break;
    }
    return residual ? tr("Saved residual (fraction)") : tr("Saved predicted (bytes)");
}

std::optional<double> FitCell::value() const
{
    if (predicted == nullptr || (column.residual && measured == nullptr)) {
        return std::nullopt;
    }
    const double expected = valueOf(*predicted, column.figure);
    if (!column.residual) {
        return expected;
    }
    const double truth = valueOf(*measured, column.figure);
    if (expected == 0) {
        return truth == 0 ? std::optional(0.0) : std::nullopt;
    }
    return truth / expected - 1;
}

QString FitCell::text() const
{
    const auto known = value();
    if (!known) {
        return tr("n/a");
    }
    return column.residual ? signedPercentText(*known) : valueText(*known, column.figure);
}

QString FitCell::toolTip() const
{
    if (column.residual && measured == nullptr) {
        return tr("Not measured, so the prediction cannot be compared.");
    }
    if (predicted == nullptr) {
        return whyNotPredicted();
    }
    const auto known = value();
    if (!known) {
        return tr("The fit predicts 0 here, so the ratio is undefined.");
    }
    return withMeaning(column.residual ? tr("%1 / %2 - 1 = %3")
                                             .arg(valueText(valueOf(*measured, column.figure), column.figure),
                                                  valueText(valueOf(*predicted, column.figure), column.figure), text())
                                       : exactValueText(*known, column.figure),
                       column);
}

QString FitCell::whyNotPredicted() const
{
    return alone ? tr("No fit: no other point of this layer was measured.")
                 : tr("No fit without this point: all other points of this layer have the same micro-batch size or the "
                      "same sequence length, so the fit cannot extrapolate to this point.");
}

QString FitCell::copiedText() const
{
    const auto known = value();
    return known ? copiedNumber(*known) : tr("n/a");
}

QVariant FitCell::sortValue() const
{
    const auto known = value();
    return known ? QVariant(column.residual ? std::abs(*known) : *known) : QVariant();
}

}
