// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/compare/comparecells.h"

#include "core/estimate/fullestdevice.h"
#include "ui/models/tablecsv.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"
#include "ui/words/significantfigures.h"

#include <algorithm>

namespace stagecraft {

CompareCell wordsCell(const QString& text, const QString& toolTip)
{
    return {text, {}, toolTip, {}};
}

CompareCell bytesCell(Bytes bytes)
{
    return {bytesText(bytes), QString::number(bytes.value), exactBytesText(bytes), static_cast<double>(bytes.value)};
}

CompareCell secondsCell(Seconds seconds, const Estimate& estimate)
{
    const int figures = significantFigures(estimate.step.value, estimate.step_low.value, estimate.step_high.value);
    return {secondsText(seconds), copiedNumber(seconds.value), roundedSecondsText(seconds, figures), seconds.value};
}

CompareCell durationCell(Seconds time)
{
    return {durationText(time), copiedNumber(time.value), exactSecondsText(time), time.value};
}

CompareCell dollarsCell(double dollars)
{
    return {dollarsText(dollars), copiedNumber(dollars), QStringLiteral("$%1").arg(copiedNumber(dollars)), dollars};
}

CompareCell countCell(std::int64_t count)
{
    return {countText(count), QString::number(count), {}, static_cast<double>(count)};
}

CompareCell shareCell(double share)
{
    return {percentText(share), copiedNumber(share), {}, share};
}

CompareRow& GroupRows::add(const QString& title, const CellOf& cell, const QString& how)
{
    CompareRow row {m_group, title};
    row.how = how;
    for (const ComparedPlan& plan : m_plans) {
        row.cells.push_back(cell(plan));
    }
    const bool any =
        std::any_of(row.cells.begin(), row.cells.end(), [](const CompareCell& one) { return !one.text.isEmpty(); });
    m_unused = row;
    return any ? m_rows.emplace_back(std::move(row)) : m_unused;
}

CompareRow& GroupRows::estimated(const QString& title, const EstimateCell& cell, const QString& how)
{
    return add(
        title, [&cell](const ComparedPlan& plan) { return plan.estimate ? cell(plan, *plan.estimate) : CompareCell(); },
        how);
}

CompareRow& GroupRows::ofFullest(const QString& title,
                                 const std::function<CompareCell(const ComparedPlan&, const DeviceEstimate&)>& cell,
                                 const QString& how)
{
    return estimated(
        title,
        [&cell](const ComparedPlan& plan, const Estimate& estimate) {
            const DeviceEstimate* device = fullestDevice(estimate);
            return device != nullptr ? cell(plan, *device) : CompareCell();
        },
        how);
}

void measured(CompareRow& row, const QString& copied_title, const QString& how)
{
    row.difference = CompareRow::Difference::Share;
    row.copiedTitle = copied_title;
    row.how = how;
}

}
