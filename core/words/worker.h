// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/words/phrase.h"

namespace stagecraft::words::worker {

inline constexpr std::string_view group = "worker";
#include "core/words/worker.inc"

}
