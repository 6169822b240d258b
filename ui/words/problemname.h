// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <QString>

namespace stagecraft {

// "llama-3.1-70b on 4x8xH100-80GB": the model and the cluster, without prices.
QString problemName(const Problem& problem);

// problemName() as a file name: without characters that file systems or shells reject, and limited in length.
QString problemFileName(const Problem& problem);

// File name of a workspace without its folder and ".stagecraft".
QString workspaceName(const QString& path);

// Title for all plans of a problem: its name and objective.
QString problemSubject(const Problem& problem);

// Title for one plan: the problem's name, the plan's parallelism and name, such as "Fastest", and the objective.
QString planSubject(const Problem& problem, const Plan& plan, const QString& name);

// File name of a model; of a config.json with its folder.
QString shortSource(const QString& source);

}
