// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/profilerun.h"

#include <string>

namespace stagecraft {

// Which layers ran out of memory, what was measured of each instead, and what of it would fit, a line each. Empty if
// none did. `model`: the request's, with what of it learns.
std::string shortageText(const Model& model, const ProfileRequest& request, const ProfileOutcome& outcome);

}
