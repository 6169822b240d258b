// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/standingwords.h"

#include "core/base/format.h"
#include "core/search/standing.h"
#include "ui/support/numbers.h"

#include <QCoreApplication>

namespace stagecraft {

namespace {

struct Standings {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

// Of speed and of costs: words differ, as languages put them together differently.
struct BestWords {
    QString proven;
    QString bounded; // %1: the share that none takes less than
    QString unknown;
};

QString bestSentence(const Standing& standing, const BestWords& words)
{
    if (standing.proven) {
        return words.proven;
    }
    const auto share = standing.boundShare();
    return share ? words.bounded.arg(percentText(*share)) : words.unknown;
}

QString moreText(const std::optional<Standing>& standing)
{
    return standing && !standing->isBest() ? QStringLiteral("+%1").arg(percentText(standing->ratio() - 1)) : QString();
}

// Of its peak; nothing where it has none.
double savedOf(const SearchResult& result)
{
    const Candidate* fastest = result.labelled(Label::Fastest);
    return fastest->estimate.peak > Bytes(0) ? 1 - result.recommended()->estimate.peak / fastest->estimate.peak : 0;
}

}

QString speedSentence(const SearchResult& result)
{
    const auto speed = speedStanding(result);
    if (!speed) {
        return {};
    }
    if (speed->isBest()) {
        return bestSentence(
            *speed,
            {Standings::tr("No plan that fits is faster: proven."),
             Standings::tr("No plan that was found is faster; none that fits takes less than %1 of its time."),
             Standings::tr("No plan that was found is faster; how much faster another may be is not known.")});
    }
    const double saved = savedOf(result);
    const QString slower = percentText(speed->ratio() - 1);
    if (saved < 0 || !tellsApart(1 - saved)) { // recommended for its cost
        return (speed->proven ? Standings::tr("It is %1 slower than the fastest plan that fits.")
                              : Standings::tr("It is %1 slower than the fastest plan found that fits."))
            .arg(slower);
    }
    return (speed->proven
                ? Standings::tr("It is %1 slower than the fastest plan that fits and needs %2 less memory.")
                : Standings::tr("It is %1 slower than the fastest plan found that fits and needs %2 less memory."))
        .arg(slower, percentText(saved));
}

QString costSentence(const SearchResult& result)
{
    const auto cost = costStanding(result);
    if (!cost) {
        return {};
    }
    if (cost->isBest()) {
        return bestSentence(
            *cost,
            {Standings::tr("No plan that fits is cheaper: proven."),
             Standings::tr("No plan that was found is cheaper; none that fits takes less than %1 of its cost."),
             Standings::tr("No plan that was found is cheaper; how much cheaper another may be is not known.")});
    }
    return (cost->proven ? Standings::tr("A step costs %1 (%2) more than with the cheapest plan that fits.")
                         : Standings::tr("A step costs %1 (%2) more than with the cheapest plan found that fits."))
        .arg(dollarsText(cost->own - cost->best), percentText(cost->ratio() - 1));
}

QString slowdownText(const SearchResult& result)
{
    return moreText(speedStanding(result));
}

QString extraCostText(const SearchResult& result)
{
    return moreText(costStanding(result));
}

}
