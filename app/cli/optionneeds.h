// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/options.h"

namespace stagecraft {

// Options that only say how another one works are refused where that other one is not in use: nothing of what was
// asked for would happen. A value that is the usual one anyway is taken. What a search chooses counts as in use.
// `constraints`: with the options applied. Errors: OptionUnsupported, with the option and what it needs.
Result<void> requireNeeds(const ShapeOptions& options, const Constraints& constraints);

}
