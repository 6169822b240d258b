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
    QStringList names; // names of the groups with a separate color, in a fixed order
    int others = 0; // number of groups without a separate color
    std::vector<int> indices; // group of each plan; theme::groupColors for the others; empty for kinds

    static PlanGroups of(const SearchResult& result, PlanGrouping grouping);

    QStringList legend() const; // names, and the entry of the others
};

}
