// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace stagecraft {

// Those of coreText() about memory snapshots: why a file cannot be read.
std::span<const char* const> snapshotPhrases();

}
