// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <QString>

namespace stagecraft {

// Returns the shell command that estimates a plan: "stagecraft-cli estimate ...". An empty `workspace` is omitted.
// Options cannot express stages that differ; the command then reads the plan from `plan_file`, which must be exported
// first.
QString estimateCommand(const Problem& problem, const Plan& plan, const QString& workspace,
                        const QString& plan_file = QStringLiteral("plan.json"));

// True if options express the whole plan, so its command reads no file.
bool optionsExpress(const Plan& plan);

// Quotes an argument for a POSIX shell.
QString shellQuoted(const QString& argument);

}
