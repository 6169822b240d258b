// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/trainingcostcells.h"

#include "ui/models/candidatemodel.h"
#include "ui/words/messagetext.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"
#include "ui/words/plaintext.h"
#include "ui/words/significantfigures.h"

#include <QStringList>

#include <cmath>
#include <limits>

namespace stagecraft {

namespace {

// Amount of a training cost column; empty if the training cost has none.
std::optional<Dollars> amountOf(int column, const TrainingCost& training_cost)
{
    return column == CandidateModel::CostPerMillion ? training_cost.per_million : training_cost.total;
}

QString trainingCostText(int column, const TrainingCost& training_cost)
{
    if (column == CandidateModel::TrainTime) {
        return durationText(training_cost.time);
    }
    const auto amount = amountOf(column, training_cost);
    return amount ? dollarsText(amount->middle.value) : QString();
}

// Sort value in seconds or dollars; infinite if unknown or endless, so that such rows come last.
double trainingCostValue(int column, const TrainingCost& training_cost)
{
    if (column == CandidateModel::TrainTime) {
        return training_cost.time.value;
    }
    const auto amount = amountOf(column, training_cost);
    return amount ? amount->middle.value : std::numeric_limits<double>::infinity();
}

// Digits limited by the bounds, which are infinite for endless runs.
QString certainTime(const TrainingCost& training_cost)
{
    const int figures =
        significantFigures(training_cost.time.value, training_cost.time_low.value, training_cost.time_high.value);
    return figures <= 3 ? durationText(training_cost.time) : roundedSecondsText(training_cost.time, figures);
}

QString trainingCostToolTip(int column, const TrainingCost& training_cost)
{
    if (column == CandidateModel::TrainTime) {
        return CandidateModel::tr("%1 for %2 steps\nBetween %3 and %4", nullptr, formFor(training_cost.steps))
            .arg(certainTime(training_cost), countText(training_cost.steps), durationText(training_cost.time_low),
                 durationText(training_cost.time_high));
    }
    const auto amount = amountOf(column, training_cost);
    if (!amount) {
        return CandidateModel::tr("No price is set for a node that the plan uses");
    }
    QStringList lines {
        CandidateModel::tr("$%1").arg(figuresText(
            amount->middle.value, significantFigures(amount->middle.value, amount->low.value, amount->high.value))),
        CandidateModel::tr("Between %1 and %2").arg(dollarsText(amount->low.value), dollarsText(amount->high.value))};
    for (const TrainingCostItem& line : training_cost.lines) {
        lines << QStringLiteral("%1: %2").arg(trainingCostPartName(line.part), messageText(line.source));
    }
    return lines.join(u'\n');
}

}

bool isTrainingCostColumn(int column)
{
    return column == CandidateModel::CostPerMillion || column == CandidateModel::RunCost
        || column == CandidateModel::TrainTime;
}

QVariant trainingCostCell(int column, int role, const TrainingCost* training_cost)
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return training_cost ? trainingCostText(column, *training_cost) : QString();
    case Qt::ToolTipRole:
        return training_cost ? plainToolTip(trainingCostToolTip(column, *training_cost)) : QString();
    case CandidateModel::SortRole:
        return training_cost ? trainingCostValue(column, *training_cost) : 0;
    case CandidateModel::CopyRole: {
        const double value =
            training_cost ? trainingCostValue(column, *training_cost) : std::numeric_limits<double>::infinity();
        return std::isfinite(value) ? copiedNumber(value) : QString();
    }
    default:
        return {};
    }
}

}
