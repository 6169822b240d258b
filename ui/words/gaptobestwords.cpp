// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/gaptobestwords.h"

#include "core/base/format.h"
#include "core/search/gaptobest.h"
#include "ui/words/numbers.h"

#include <QCoreApplication>

namespace stagecraft {

namespace {

struct GapTexts {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

// Whole sentences, because languages compose them differently.
struct BestWords {
    QString proven;
    QString bounded; // %1: lower bound, as a share of the plan's value
    QString unknown;
};

QString bestSentence(const GapToBest& gap_to_best, const BestWords& words)
{
    if (gap_to_best.proven) {
        return words.proven;
    }
    const auto share = gap_to_best.boundShare();
    return share ? words.bounded.arg(percentText(*share)) : words.unknown;
}

QString moreText(const std::optional<GapToBest>& gap_to_best)
{
    return gap_to_best && !gap_to_best->isBest() ? QStringLiteral("+%1").arg(percentText(gap_to_best->ratio() - 1))
                                                 : QString();
}

// Share of the fastest plan's peak that the recommended plan saves; 0 if that peak is 0.
double savedOf(const SearchResult& result)
{
    const Candidate* fastest = result.labeled(Label::Fastest);
    return fastest->estimate.peak > Bytes(0) ? 1 - result.recommended()->estimate.peak / fastest->estimate.peak : 0;
}

}

QString speedSentence(const SearchResult& result)
{
    const auto speed = stepTimeGap(result);
    if (!speed) {
        return {};
    }
    if (speed->isBest()) {
        return bestSentence(
            *speed,
            {GapTexts::tr("No plan that fits is faster (proven)."),
             GapTexts::tr("Fastest plan found; no plan that fits can take less than %1 of its step time."),
             GapTexts::tr("Fastest plan found; the lower bound of the step time is unknown.")});
    }
    const double saved = savedOf(result);
    const bool saves = saved >= 0 && isDistinguishable(1 - saved); // otherwise the plan is recommended for its cost
    if (speed->ratio() > 2) {
        const QString times = numberText(speed->ratio());
        return saves
            ? (speed->proven
                   ? GapTexts::tr("A step takes %1× as long as with the fastest plan that fits, with %2 less memory.")
                   : GapTexts::tr(
                       "A step takes %1× as long as with the fastest plan found that fits, with %2 less memory."))
                  .arg(times, percentText(saved))
            : (speed->proven ? GapTexts::tr("A step takes %1× as long as with the fastest plan that fits.")
                             : GapTexts::tr("A step takes %1× as long as with the fastest plan found that fits."))
                  .arg(times);
    }
    const QString slower = percentText(speed->ratio() - 1);
    return saves
        ? (speed->proven ? GapTexts::tr("Step time %1 above the fastest plan that fits, with %2 less memory.")
                         : GapTexts::tr("Step time %1 above the fastest plan found that fits, with %2 less memory."))
              .arg(slower, percentText(saved))
        : (speed->proven ? GapTexts::tr("Step time %1 above the fastest plan that fits.")
                         : GapTexts::tr("Step time %1 above the fastest plan found that fits."))
              .arg(slower);
}

QString costSentence(const SearchResult& result)
{
    const auto cost = stepCostGap(result);
    if (!cost) {
        return {};
    }
    if (cost->isBest()) {
        return bestSentence(
            *cost,
            {GapTexts::tr("No plan that fits is cheaper (proven)."),
             GapTexts::tr("Cheapest plan found; no plan that fits can cost less than %1 of its cost per step."),
             GapTexts::tr("Cheapest plan found; the lower bound of the cost is unknown.")});
    }
    return (cost->proven ? GapTexts::tr("A step costs %1 (%2) more than with the cheapest plan that fits.")
                         : GapTexts::tr("A step costs %1 (%2) more than with the cheapest plan found that fits."))
        .arg(dollarsText(cost->recommended - cost->best), percentText(cost->ratio() - 1));
}

QString slowdownText(const SearchResult& result)
{
    return moreText(stepTimeGap(result));
}

QString extraCostText(const SearchResult& result)
{
    return moreText(stepCostGap(result));
}

}
