// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/cost/stacks/stack.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace stagecraft {

// Why the problem's framework refuses it, as a sentence without a full stop. Nothing where `error` has another cause:
// without a framework the search would refuse the problem, too.
std::optional<QString> frameworkRefusal(const Problem& problem, const Error& error);

// The options that the search varies and that the framework's own model does not cover, tried on a plan that it covers:
// "recomputation", "ZeRO 3".
QStringList frameworkGaps(const Problem& problem, const Plan& plan, const Stack& framework);

}
