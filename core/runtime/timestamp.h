// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stagecraft {

// Returns the current time in UTC as ISO 8601, to the second: "2026-01-31T12:00:00Z".
std::string utcNow();

}
