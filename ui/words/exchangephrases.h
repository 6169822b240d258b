// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace stagecraft {

// The part of corePhrases() that partitioners, launchers, bills, offers and files say.
std::span<const char* const> exchangePhrases();

}
