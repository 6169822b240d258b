// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/remedies.h"

#include <vector>

namespace stagecraft {

// Returns the number of nodes that the changes set; 0 if unchanged.
int nodesOf(const RemedyChanges& changes);

// True if `all` makes every change of `part`, and more.
bool contains(const RemedyChanges& all, const RemedyChanges& part);

bool keepsFramework(const Remedy& remedy);

// Selects and orders the remedies to offer, by the rules of findRemedies(); at most mostRemedies.
std::vector<Remedy> rankedRemedies(std::vector<Remedy> remedies);

}
