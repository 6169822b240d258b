// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/candidates/pickwords.h"

#include "core/base/format.h"
#include "core/search/comparablepeak.h"
#include "ui/words/language.h"
#include "ui/words/numbers.h"
#include "ui/words/planrole.h"
#include "ui/words/words.h"

#include <QCoreApplication>
#include <QStringList>

namespace stagecraft {

namespace {

struct Picks {
    Q_DECLARE_TR_FUNCTIONS(Picks)
};

QString costWords(const SearchResult& result, const PickedPlan& pick, const PlanTrainingCosts* training_costs)
{
    if (training_costs != nullptr && training_costs->isOfRun()) {
        if (const auto total = training_costs->of(static_cast<int>(pick.candidate)).total) {
            return Picks::tr("%1 for the run").arg(dollarsText(total->middle.value));
        }
    }
    const auto cost = result.candidates[pick.candidate].estimate.cost_per_step;
    return cost ? Picks::tr("%1 per step").arg(dollarsText(cost->value)) : Picks::tr("no price set");
}

QString rateWords(const Problem& problem, const Estimate& estimate)
{
    return problem.model.sample == SampleKind::Tokens
        ? Picks::tr("%1 tokens/s").arg(numberText(estimate.tokens_per_second))
        : Picks::tr("%1 samples/s").arg(numberText(estimate.samples_per_second));
}

// If plans are compared by share of capacity, adds the share of the fullest device, which may differ from the device
// with the highest peak.
QString peakWords(const Problem& problem, const Estimate& estimate)
{
    const QString bytes = bytesText(estimate.peak);
    return measureOf(problem) == PeakMeasure::Share
        ? Picks::tr("%1, %2 of the fullest device")
              .arg(bytes, percentText(comparablePeakOf(estimate, PeakMeasure::Share).value()))
        : bytes;
}

// The other cards are compared with the fastest plan, whose card shows its step time.
QString changeWords(const PickedPlan& pick, const Estimate& estimate)
{
    return pick.pick == Pick::Fastest ? Picks::tr("step %1").arg(secondsText(estimate.step))
                                      : slowdownWords(pick.slowdown);
}

PickText textOf(const PickedPlan& pick, const SearchResult& result, const Problem& problem,
                const PlanTrainingCosts* training_costs)
{
    const Candidate& candidate = result.candidates[pick.candidate];
    PickText text;
    text.pick = pick.pick;
    text.candidate = static_cast<int>(pick.candidate);
    text.recommended = pick.recommended;
    text.title = pickName(pick.pick);
    text.peak = peakWords(problem, candidate.estimate);
    text.rate = rateWords(problem, candidate.estimate);
    text.change = pick.same_as ? Picks::tr("same as %1").arg(language::inSentence(pickName(*pick.same_as)))
                               : changeWords(pick, candidate.estimate);
    text.cost = costWords(result, pick, training_costs);
    text.priced = candidate.estimate.cost_per_step.has_value();
    const QStringList figures {text.peak, text.rate, text.change, text.cost};
    text.spoken = (pick.recommended ? Picks::tr("%1, recommended: %2") : Picks::tr("%1: %2"))
                      .arg(text.title, figures.join(QStringLiteral(", ")));
    text.tip =
        Picks::tr("Select this plan: %1, %2").arg(degreesText(candidate.plan), scheduleName(candidate.plan.schedule));
    return text;
}

}

QString pickName(Pick pick)
{
    switch (pick) {
    case Pick::LeastMemory:
        return Picks::tr("Least memory");
    case Pick::Balanced:
        return Picks::tr("Balanced");
    case Pick::Fastest:
        return Picks::tr("Fastest");
    case Pick::Cheapest:
        return Picks::tr("Cheapest");
    }
    return {};
}

QString optimizeFor(Pick pick)
{
    switch (pick) {
    case Pick::LeastMemory:
        return Picks::tr("Optimize for least memory");
    case Pick::Fastest:
        return Picks::tr("Optimize for speed");
    case Pick::Cheapest:
        return Picks::tr("Optimize for cost");
    case Pick::Balanced:
        return Picks::tr("Optimize for a balance of memory and speed");
    }
    return {};
}

QString slowdownWords(double slowdown)
{
    if (slowdown > 2) {
        return Picks::tr("%1× the shortest step time").arg(numberText(slowdown));
    }
    return slowdown < 1 || !isDistinguishable(slowdown) ? Picks::tr("shortest step time")
                                                        : Picks::tr("step time +%1").arg(percentText(slowdown - 1));
}

std::vector<PickText> pickTexts(const SearchResult& result, const Problem& problem,
                                const PlanTrainingCosts* training_costs)
{
    std::vector<PickText> texts;
    for (const PickedPlan& pick : pickedPlans(result, problem)) {
        texts.push_back(textOf(pick, result, problem, training_costs));
    }
    if (!texts.empty() && texts.back().pick != Pick::Cheapest) {
        PickText none;
        none.pick = Pick::Cheapest;
        none.title = pickName(none.pick);
        none.cost = Picks::tr("no price set");
        none.spoken = Picks::tr("%1: %2").arg(none.title, none.cost);
        none.tip = Picks::tr("Set a price for every node to see the cheapest plan");
        texts.push_back(none);
    }
    return texts;
}

}
