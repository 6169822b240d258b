// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/comparedplan.h"

namespace stagecraft {

enum class CompareGroup { Plan, Memory, Time, Money };

QString groupTitle(CompareGroup group);

// A property of one plan.
struct CompareCell {
    QString text {}; // empty if unknown or not applicable
    QString copied {}; // exact value; empty: same as text
    QString toolTip {};
    std::optional<double> figure {}; // value for differences
};

// One property of all compared plans.
struct CompareRow {
    enum class Difference { None, Share, Points };

    CompareGroup group = CompareGroup::Plan;
    QString title;
    QString copiedTitle {}; // with its unit; empty: the title
    QString how {}; // formula and source of the figures
    Difference difference = Difference::None; // unit of differences from the baseline
    std::vector<CompareCell> cells {};

    bool differs() const; // true if known cells differ
    // "+18 %", "-3.2 % points"; empty for the baseline, equal values and unknown values.
    QString differenceText(std::size_t column, std::size_t baseline) const;
};

// All rows in the order of CompareGroup. Rows that are empty in all columns are skipped.
std::vector<CompareRow> compareRows(const std::vector<ComparedPlan>& plans);

}
