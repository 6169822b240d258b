// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <QString>

namespace stagecraft {

// "llama-3.1-70b on 4x8xH100-80GB": the model and the cluster, without prices.
QString problemName(const Problem& problem);

// The same as a name for a file: without characters that file systems or shells refuse, and not too long.
QString problemFileName(const Problem& problem);

// Of a workspace's file: without the folder and ".stagecraft", whatever other dots are in it.
QString workspaceName(const QString& path);

// What the plans of a problem are: its name, and what the recommended plan is best at.
QString problemSubject(const Problem& problem);

// What one plan is: the problem's name, the plan's degrees and its name, such as "Fastest", and what is
// searched for.
QString planSubject(const Problem& problem, const Plan& plan, const QString& name);

}
