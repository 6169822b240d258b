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

// Beside the fastest plan: "18 % slower", or "a step takes 3.5× as long" beyond twice its time.
QString slowdownWords(double slowdown);

// One card in words.
struct PickText {
    Pick pick = Pick::LeastMemory;
    int candidate = -1; // index into the result's candidates; -1: no such plan
    bool recommended = false;
    bool priced = false; // the cost is one
    QString title;
    QString peak;
    QString rate; // "9,100 tokens/s"
    QString change; // against the fastest
    QString cost; // of the run where its length is known, else of a step
    QString spoken; // all of it, for a screen reader
    QString tip; // which plan it is
};

// Of all four aims; empty where nothing fits. `bills`: of the result's plans; null: steps are priced instead.
std::vector<PickText> pickTexts(const SearchResult& result, const Problem& problem, const PlanBills* bills);

}
