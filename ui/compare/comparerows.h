// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparedplan.h"

namespace stagecraft {

enum class CompareGroup { Plan, Memory, Time, Money };

QString groupTitle(CompareGroup group);

// What one plan is in one respect.
struct CompareCell {
    QString text {}; // empty: it is not known, or there is no such thing
    QString copied {}; // in full; empty: as it is shown
    QString toolTip {};
    std::optional<double> figure {}; // to measure differences by
};

// One respect in which plans differ, or not.
struct CompareRow {
    enum class Difference { None, Share, Points };

    CompareGroup group = CompareGroup::Plan;
    QString title;
    QString copiedTitle {}; // with its unit; empty: the title
    QString how {}; // formula and source of the figures
    Difference difference = Difference::None; // by what a figure is told to be more or less than the baseline's
    std::vector<CompareCell> cells {};

    bool differs() const; // among the cells; one that is not known is not another
    // "+18 %", "-3.2 points"; empty for the baseline itself, for equals and where there is nothing to tell.
    QString differenceText(std::size_t column, std::size_t baseline) const;
};

// All respects in groups, in the order of CompareGroup. Left out is what no column has.
std::vector<CompareRow> compareRows(const std::vector<ComparedPlan>& plans);

}
