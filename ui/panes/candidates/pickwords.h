// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/picks.h"
#include "ui/models/planbills.h"

#include <QString>

#include <vector>

namespace stagecraft {

QString pickName(Pick pick); // "Least memory"
QString optimizeFor(Pick pick); // "Optimize for least memory"

// Slowdown relative to the fastest plan: "18 % slower"; if the step time more than doubles "a step takes 3.5× as long".
QString slowdownWords(double slowdown);

// One card in words.
struct PickText {
    Pick pick = Pick::LeastMemory;
    int candidate = -1; // index into the result's candidates; -1 if none
    bool recommended = false;
    bool priced = false; // a cost is known
    QString title;
    QString peak;
    QString rate; // "9,100 tokens/s"
    QString change; // change relative to the fastest plan
    QString cost; // cost of the run if its length is known, otherwise per step
    QString spoken; // for screen readers
    QString tip; // tooltip that identifies the plan
};

// All four cards; empty if no plan fits. `training_costs`: of the result's plans; if null, costs are per step.
std::vector<PickText> pickTexts(const SearchResult& result, const Problem& problem,
                                const PlanTrainingCosts* training_costs);

}
