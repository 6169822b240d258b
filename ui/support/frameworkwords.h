// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/problem/problem.h"

#include <QString>

#include <optional>

namespace stagecraft {

// Why the problem's framework refuses it, as a sentence without a full stop. Nothing where `error` has another cause:
// without a framework the search would refuse the problem, too.
std::optional<QString> frameworkRefusal(const Problem& problem, const Error& error);

}
