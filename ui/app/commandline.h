// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <QString>

namespace stagecraft {

// The command that estimates a plan in a shell: "stagecraft-cli estimate ...". An empty workspace is left out. Options
// cannot tell of stages that differ: then the command reads the plan from `plan_file`, which is to be exported.
QString estimateCommand(const Problem& problem, const Plan& plan, const QString& workspace,
                        const QString& plan_file = QStringLiteral("plan.json"));

// Whether options tell all of the plan, so that its command reads no file.
bool optionsExpress(const Plan& plan);

// An argument as a POSIX shell reads it back.
QString shellQuoted(const QString& argument);

}
