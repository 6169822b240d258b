// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/compare/comparerows.h"

#include <QCoreApplication>

#include <functional>

namespace stagecraft {

// Helpers that build the groups of rows.

struct Compare {
    Q_DECLARE_TR_FUNCTIONS(Compare)
};

CompareCell wordsCell(const QString& text, const QString& toolTip = {});
CompareCell bytesCell(Bytes bytes);
CompareCell secondsCell(Seconds seconds, const Estimate& estimate); // digits limited by the bounds of the step time
CompareCell durationCell(Seconds time); // in units up to years
CompareCell dollarsCell(double dollars);
CompareCell countCell(std::int64_t count);
CompareCell shareCell(double share);

// Adds rows of one group; rows that are empty in all columns are skipped.
class GroupRows {
public:
    using CellOf = std::function<CompareCell(const ComparedPlan&)>;
    using EstimateCell = std::function<CompareCell(const ComparedPlan&, const Estimate&)>;

    GroupRows(CompareGroup group, const std::vector<ComparedPlan>& plans, std::vector<CompareRow>& rows)
        : m_group(group), m_plans(plans), m_rows(rows)
    {
    }

    // `how`: formula and source.
    CompareRow& add(const QString& title, const CellOf& cell, const QString& how = {});
    CompareRow& estimated(const QString& title, const EstimateCell& cell, const QString& how = {});
    CompareRow& ofFullest(const QString& title,
                          const std::function<CompareCell(const ComparedPlan&, const DeviceEstimate&)>& cell,
                          const QString& how = {});

private:
    CompareGroup m_group;
    const std::vector<ComparedPlan>& m_plans;
    std::vector<CompareRow>& m_rows;
    CompareRow m_unused;
};

// Marks a row whose differences are shown as a share of the baseline.
void measured(CompareRow& row, const QString& copied_title, const QString& how = {});

// Adds run length, time, cost, basis and costs not included.
void addMoneyRows(const std::vector<ComparedPlan>& plans, std::vector<CompareRow>& rows);

}
