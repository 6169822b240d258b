// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace stagecraft {

// The part of corePhrases() that checks of models, problems and plans say.
std::span<const char* const> modelPhrases();

}
