// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/compare/comparecells.h"

#include "ui/words/formulas.h"
#include "ui/words/intervaltext.h"
#include "ui/words/messagetext.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"
#include "ui/words/words.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

QString trainingCostBasis(const TrainingCost& training_cost)
{
    QStringList texts;
    for (const TrainingCostItem& line : training_cost.lines) {
        const QString source = messageText(line.source);
        texts << (source.isEmpty() ? basisName(line.basis)
                                   : QStringLiteral("%1: %2").arg(basisName(line.basis), source));
    }
    texts.removeDuplicates();
    return texts.join(QStringLiteral("; "));
}

// Run length with its unit: "300 B tokens".
QString runText(const Problem& problem)
{
    if (problem.billing.amount == 0) {
        return Compare::tr("one step (no run length set)");
    }
    const QString amount = amountText(problem.billing.amount);
    return problem.model.sample == SampleKind::Tokens ? Compare::tr("%1 tokens").arg(amount)
                                                      : Compare::tr("%1 samples").arg(amount);
}

void addTimeOfRun(GroupRows& group)
{
    measured(group.add(Compare::tr("Time to train"),
                       [](const ComparedPlan& plan) {
                           return plan.training_cost && std::isfinite(plan.training_cost->time.value)
                               ? durationCell(plan.training_cost->time)
                               : CompareCell();
                       }),
             Compare::tr("Time to train (seconds)"), formulaOf(Figure::TrainTime));
    group.add(
        Compare::tr("Time to train, bounds"),
        [](const ComparedPlan& plan) {
            return plan.training_cost && std::isfinite(plan.training_cost->time_high.value) ? wordsCell(intervalText(
                       durationText(plan.training_cost->time_low), durationText(plan.training_cost->time_high)))
                                                                                            : CompareCell();
        },
        formulaOf(Figure::TrainTimeBounds));
}

void addAmount(GroupRows& group, const QString& title, std::optional<Dollars> TrainingCost::*amount, Figure figure)
{
    measured(group.add(title,
                       [amount](const ComparedPlan& plan) {
                           const auto known = plan.training_cost ? *plan.training_cost.*amount : std::nullopt;
                           return known ? dollarsCell(known->middle.value) : CompareCell();
                       }),
             Compare::tr("%1 ($)").arg(title), formulaOf(figure));
    group.add(
        Compare::tr("%1, bounds").arg(title),
        [amount](const ComparedPlan& plan) {
            const auto known = plan.training_cost ? *plan.training_cost.*amount : std::nullopt;
            return known ? wordsCell(intervalText(dollarsText(known->low.value), dollarsText(known->high.value)))
                         : CompareCell();
        },
        formulaOf(Figure::CostBounds));
}

// Unknown costs that the training cost does not include.
QString leftOut(const TrainingCost& training_cost)
{
    QStringList texts;
    for (const Message& note : training_cost.notes) {
        texts << messageText(note);
    }
    return texts.join(QLatin1Char(' '));
}

}

void addMoneyRows(const std::vector<ComparedPlan>& plans, std::vector<CompareRow>& rows)
{
    GroupRows group(CompareGroup::Money, plans, rows);
    const bool of_run = !plans.empty() && plans.front().problem.billing.amount > 0; // the same run for all plans
    group.add(
        Compare::tr("Training run"), [](const ComparedPlan& plan) { return wordsCell(runText(plan.problem)); },
        formulaOf(Figure::Amount));
    if (of_run) { // else the step time of the first group
        addTimeOfRun(group);
        addAmount(group, Compare::tr("Total cost"), &TrainingCost::total, Figure::RunCost);
    }
    addAmount(group, Compare::tr("Cost per step"), &TrainingCost::per_step, Figure::PerStep);
    const bool tokens = std::all_of(plans.begin(), plans.end(), [](const ComparedPlan& plan) {
        return plan.problem.model.sample == SampleKind::Tokens;
    });
    addAmount(group, tokens ? Compare::tr("Cost per million tokens") : Compare::tr("Cost per million samples"),
              &TrainingCost::per_million, Figure::CostPerMillion);
    group.add(
        Compare::tr("Basis"),
        [](const ComparedPlan& plan) {
            const QString basis = plan.training_cost ? trainingCostBasis(*plan.training_cost) : QString();
            return wordsCell(basis, basis);
        },
        formulaOf(Figure::Basis));
    group.add(Compare::tr("Not included"), [](const ComparedPlan& plan) {
        const QString notes = plan.training_cost ? leftOut(*plan.training_cost) : QString();
        return wordsCell(notes, notes);
    });
}

}
