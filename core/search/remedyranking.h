// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/remedies.h"

#include <vector>

namespace stagecraft {

// How many nodes changes ask for; 0 where they leave them as they are.
int nodesOf(const RemedyChanges& changes);

// Whether `all` changes what `part` changes, and more.
bool contains(const RemedyChanges& all, const RemedyChanges& part);

bool keepsFramework(const Remedy& remedy);

// Those worth an offer, as findRemedies() has them, at most mostRemedies.
std::vector<Remedy> rankedRemedies(std::vector<Remedy> remedies);

}
