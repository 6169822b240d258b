// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/tradeoff/tradeoffcard.h"

#include "core/estimate/fullestdevice.h"
#include "ui/models/candidatemodel.h"
#include "ui/panes/tradeoff/tradeoffchart.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"
#include "ui/words/peakwords.h"
#include "ui/words/plandetails.h"

namespace stagecraft {

QString tradeoffCard(const Candidate& candidate, const TrainingCost* training_cost)
{
    const Estimate& estimate = candidate.estimate;
    const QString speed = estimate.tokens_per_second > 0
        ? TradeoffChart::tr("%1 tokens/s").arg(numberText(estimate.tokens_per_second))
        : TradeoffChart::tr("%1 samples/s").arg(numberText(estimate.samples_per_second));
    QString text = QStringLiteral("<b>%1</b><br>%2<br>%3<br>")
                       .arg(planLabels(candidate).toHtmlEscaped(), degreesText(candidate.plan),
                            optionsText(candidate.plan).toHtmlEscaped());
    const DeviceEstimate* highest = peakDevice(estimate);
    text +=
        TradeoffChart::tr("%1: %2 of %3")
            .arg(peakTitle(), bytesText(estimate.peak), bytesText(highest != nullptr ? highest->capacity : Bytes {}));
    text += QStringLiteral("<br>%1 · %2").arg(speed, TradeoffChart::tr("%1 per step").arg(secondsText(estimate.step)));
    if (estimate.cost_per_step) {
        text += QStringLiteral(" · %1").arg(
            TradeoffChart::tr("%1 per step").arg(dollarsText(estimate.cost_per_step->value)));
    }
    if (training_cost) {
        text +=
            QStringLiteral("<br>%1").arg(TradeoffChart::tr("Time to train: %1").arg(durationText(training_cost->time)));
        if (training_cost->total) {
            text += QStringLiteral(" · %1").arg(dollarsText(training_cost->total->middle.value));
        }
    }
    const DeviceEstimate* fullest = fullestDevice(estimate);
    if (estimate.fits || fullest == nullptr) {
        return text;
    }
    return text
        + QStringLiteral("<br><b>%1</b>")
              .arg(TradeoffChart::tr("Does not fit: %1").arg(overWords(*fullest)).toHtmlEscaped());
}

}
