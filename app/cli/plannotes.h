// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/options.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <string>
#include <vector>

namespace stagecraft {

// What was given and changes nothing, in sentences.
std::vector<std::string> planNotes(const Problem& problem, const Plan& plan);
std::vector<std::string> lmsNotes(const ShapeOptions& shape);
// What the target leaves out beside the plans that are shown, though nothing that varies is the cause.
std::vector<std::string> targetNotes(const Problem& problem);
// What a search without --vary keeps as it is and could choose, for models whose layers are known.
std::vector<std::string> keptNotes(const Problem& problem);

// A line each.
std::string notesText(const std::vector<std::string>& notes);

}
