// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/options.h"
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace stagecraft {

// What was given and changes nothing, in sentences.
std::vector<std::string> planNotes(const Plan& plan);
std::vector<std::string> lmsNotes(const ShapeOptions& shape);

// A line each.
std::string notesText(const std::vector<std::string>& notes);

}
