// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/profilerun.h"

#include <string>

namespace stagecraft {

// One line per layer that ran out of memory, with smaller points that were measured or advice on what may fit. Empty if
// there are none. `model`: the request's model with its trainable parameters.
std::string shortageText(const Model& model, const ProfileRequest& request, const ProfileOutcome& outcome);

}
