// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <QString>

namespace stagecraft {

// The command that estimates a plan in a shell: "stagecraft-cli estimate ...". An empty workspace is left out. Options
// cannot tell of stages that differ: then the plan is to be exported, as plan.json, to which the command refers.
QString estimateCommand(const Problem& problem, const Plan& plan, const QString& workspace);

// An argument as a POSIX shell reads it back.
QString shellQuoted(const QString& argument);

}
