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

// Compared with the fastest plan: "18 % slower", beyond twice its step time "a step takes 3.5× as long".
QString slowdownWords(double slowdown);

// One card in words.
struct PickText {
    Pick pick = Pick::LeastMemory;
    int candidate = -1; // index into the result's candidates; -1: none
    bool recommended = false;
    bool priced = false; // a cost is known
    QString title;
    QString peak;
    QString rate; // "9,100 tokens/s"
    QString change; // against the fastest
    QString cost; // of the run if its length is known, else per step
    QString spoken; // for screen readers
    QString tip; // tooltip that identifies the plan
};

// All four cards; empty if no plan fits. `training_costs`: of the result's plans; if null, costs are per step.
std::vector<PickText> pickTexts(const SearchResult& result, const Problem& problem,
                                const PlanTrainingCosts* training_costs);

}
