// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search.h"

#include <QStringList>

#include <vector>

namespace stagecraft {

// Property that the colors of plans show: role, partitioner, schedule or a parallel size.
enum class PlanGrouping { Kind, Partitioner, Schedule, Pipeline, Tensor, Data };

QString groupingTitle(PlanGrouping grouping);

// Plans with the same partitioner, schedule or parallel size. The largest groups have their own color and shape; all
// others share one.
struct PlanGroups {
    QStringList names; // of the groups with a separate color, in a fixed order
    int others = 0; // groups without one
    std::vector<int> indices; // of each plan: its group's index, or theme::groupColors; empty for kinds

    static PlanGroups of(const SearchResult& result, PlanGrouping grouping);

    QStringList legend() const; // the names, and the entry of the others
};

}
