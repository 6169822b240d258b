// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/billcells.h"

#include "ui/models/candidatemodel.h"
#include "ui/support/certainfigures.h"
#include "ui/support/coretext.h"
#include "ui/support/moneywords.h"
#include "ui/support/numbers.h"
#include "ui/support/plaintext.h"

#include <QStringList>

#include <cmath>
#include <limits>

namespace stagecraft {

namespace {

// Amount of a bill column; nothing if the bill has none.
std::optional<Dollars> amountOf(int column, const Bill& bill)
{
    return column == CandidateModel::CostPerMillion ? bill.per_million : bill.total;
}

QString billText(int column, const Bill& bill)
{
    if (column == CandidateModel::TrainTime) {
        return durationText(bill.time);
    }
    const auto amount = amountOf(column, bill);
    return amount ? dollarsText(amount->middle.value) : QString();
}

// Sort value in seconds or dollars; infinite if unknown or endless, so that such rows come last.
double billValue(int column, const Bill& bill)
{
    if (column == CandidateModel::TrainTime) {
        return bill.time.value;
    }
    const auto amount = amountOf(column, bill);
    return amount ? amount->middle.value : std::numeric_limits<double>::infinity();
}

// Digits limited by the bounds, which are infinite for endless runs.
QString certainTime(const Bill& bill)
{
    const int figures = certainFigures(bill.time.value, bill.time_low.value, bill.time_high.value);
    return figures <= 3 ? durationText(bill.time) : certainSecondsText(bill.time, figures);
}

QString billToolTip(int column, const Bill& bill)
{
    if (column == CandidateModel::TrainTime) {
        return CandidateModel::tr("%1 for %2 steps\nBetween %3 and %4", nullptr, formFor(bill.steps))
            .arg(certainTime(bill), countText(bill.steps), durationText(bill.time_low), durationText(bill.time_high));
    }
    const auto amount = amountOf(column, bill);
    if (!amount) {
        return CandidateModel::tr("No price is set for a node that the plan uses");
    }
    QStringList lines {
        CandidateModel::tr("$%1").arg(figuresText(
            amount->middle.value, certainFigures(amount->middle.value, amount->low.value, amount->high.value))),
        CandidateModel::tr("Between %1 and %2").arg(dollarsText(amount->low.value), dollarsText(amount->high.value))};
    for (const BillLine& line : bill.lines) {
        lines << QStringLiteral("%1: %2").arg(billPartName(line.part), coreText(line.source));
    }
    return lines.join(u'\n');
}

}

bool isOfBill(int column)
{
    return column == CandidateModel::CostPerMillion || column == CandidateModel::RunCost
        || column == CandidateModel::TrainTime;
}

QVariant billCell(int column, int role, const Bill* bill)
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return bill ? billText(column, *bill) : QString();
    case Qt::ToolTipRole:
        return bill ? plainToolTip(billToolTip(column, *bill)) : QString();
    case CandidateModel::SortRole:
        return bill ? billValue(column, *bill) : 0;
    case CandidateModel::CopyRole: {
        const double value = bill ? billValue(column, *bill) : std::numeric_limits<double>::infinity();
        return std::isfinite(value) ? copiedNumber(value) : QString();
    }
    default:
        return {};
    }
}

}
