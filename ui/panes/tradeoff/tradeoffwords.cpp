// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/tradeoff/tradeoffwords.h"

#include "ui/app/planselection.h"
#include "ui/panes/tradeoff/planscale.h"
#include "ui/panes/tradeoff/tradeoffchart.h"
#include "ui/words/language.h"
#include "ui/words/numbers.h"

#include <algorithm>

namespace stagecraft {

namespace {

// "devices from 4 to 16"
QString spanText(const PlanScale& scale)
{
    const auto [least, most] = std::minmax_element(scale.values.begin(), scale.values.end());
    const auto text = [&](double value) {
        const QString number = numberText(value);
        return scale.unit.isEmpty() ? number : QStringLiteral("%1 %2").arg(number, scale.unit);
    };
    return TradeoffChart::tr("%1 from %2 to %3").arg(language::inSentence(scale.title), text(*least), text(*most));
}

QString rangeText(const PlanSelection& plans, const PlanScale& across, const PlanScale& upwards)
{
    const auto& all = plans.result()->candidates;
    const int count = static_cast<int>(all.size());
    if (across.axis != PlanAxis::Throughput || upwards.axis != PlanAxis::Peak) {
        return TradeoffChart::tr("%Ln plans: %1, %2", nullptr, count).arg(spanText(across), spanText(upwards));
    }
    const auto [least, most] = std::minmax_element(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
        return a.estimate.peak < b.estimate.peak;
    });
    if (count == 1) {
        return TradeoffChart::tr("The only plan peaks at %1").arg(bytesText(least->estimate.peak));
    }
    return TradeoffChart::tr("%Ln plans peak between %1 and %2", nullptr, count)
        .arg(bytesText(least->estimate.peak), bytesText(most->estimate.peak));
}

}

QString tradeoffSummary(const PlanSelection& plans, const PlanScale& across, const PlanScale& upwards)
{
    const auto result = plans.result();
    if (!result || result->candidates.empty()) {
        return TradeoffChart::tr("No plan is shown.");
    }
    const auto& all = result->candidates;
    const QString range = rangeText(plans, across, upwards);
    const auto fastest = std::max_element(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
        return std::pair(a.estimate.fits, a.estimate.samples_per_second)
            < std::pair(b.estimate.fits, b.estimate.samples_per_second);
    });
    const Estimate& best = fastest->estimate;
    if (!best.fits) {
        return (all.size() == 1 ? TradeoffChart::tr("%1; it does not fit.")
                                : TradeoffChart::tr("%1; none of them fits."))
            .arg(range);
    }
    return (all.size() == 1 ? TradeoffChart::tr("%1; it reaches %2.")
                            : TradeoffChart::tr("%1; the fastest that fits reaches %2."))
        .arg(range,
             best.tokens_per_second > 0 ? TradeoffChart::tr("%1 tokens/s").arg(numberText(best.tokens_per_second))
                                        : TradeoffChart::tr("%1 samples/s").arg(numberText(best.samples_per_second)));
}

}
