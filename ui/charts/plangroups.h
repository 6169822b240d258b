// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search.h"

#include <QStringList>

#include <vector>

namespace stagecraft {

// What the colours of plans tell: what each is among them, who made it, its schedule, or one of its degrees.
enum class PlanGrouping { Kind, Partitioner, Schedule, Pipeline, Tensor, Data };

QString groupingTitle(PlanGrouping grouping);

// Plans of the same partitioner, schedule or degree. The largest groups have a colour and a shape each, all others
// share one.
struct PlanGroups {
    QStringList names; // of the groups with a colour of their own, in a fixed order
    int others = 0; // groups without one
    std::vector<int> indices; // of each plan: its group's index, or theme::groupColours; empty for kinds

    static PlanGroups of(const SearchResult& result, PlanGrouping grouping);

    QStringList legend() const; // the names, and what the others share
};

}
