// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/options.h"

namespace stagecraft {

// Rejects options that modify another option which is not in use, because they would have no effect. Accepts the
// default value; settings that a search chooses count as in use. `constraints`: with the options applied. Errors:
// OptionUnsupported, with the option and its requirement.
Result<void> requireNeeds(const ShapeOptions& options, const Constraints& constraints);

}
