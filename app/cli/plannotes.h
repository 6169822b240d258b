// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/options.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <string>
#include <vector>

namespace stagecraft {

// Notes on options that have no effect.
std::vector<std::string> planNotes(const Problem& problem, const Plan& plan);
std::vector<std::string> lmsNotes(const ShapeOptions& shape);
// Notes on plans that are skipped because the target does not support them.
std::vector<std::string> targetNotes(const Problem& problem);
// Notes on settings that the search keeps fixed without --vary, for models with known layers.
std::vector<std::string> keptNotes(const Problem& problem);

// One line per note.
std::string notesText(const std::vector<std::string>& notes);

}
