// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparerows.h"

#include <QCoreApplication>

#include <functional>

namespace stagecraft {

// What the groups of rows are made with.

struct Compare {
    Q_DECLARE_TR_FUNCTIONS(Compare)
};

CompareCell wordsCell(const QString& text, const QString& toolTip = {});
CompareCell bytesCell(Bytes bytes);
CompareCell secondsCell(Seconds seconds, const Estimate& estimate); // of a step: by its bounds
CompareCell durationCell(Seconds time); // of runs, which take days
CompareCell dollarsCell(double dollars);
CompareCell countCell(std::int64_t count);
CompareCell shareCell(double share);

// Adds rows of one group, and leaves out what no column has.
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

// Of figures of which more by a tenth means something.
void measured(CompareRow& row, const QString& copied_title, const QString& how = {});

// How long the run is, what it takes and costs, and what these rest on and leave out.
void addMoneyRows(const std::vector<ComparedPlan>& plans, std::vector<CompareRow>& rows);

}
