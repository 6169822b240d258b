// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/problem/problem.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace stagecraft {

// Display name: "Megatron-Core".
QString frameworkTitle(Framework framework);

// Version that the model of the framework follows: "Megatron-LM 23e00ed, Transformer Engine 2.11".
QString frameworkVersion(Framework framework);

// Reason why the framework does not support the problem, without a final full stop. Empty if `error` has another cause.
std::optional<QString> frameworkRefusal(const Problem& problem, const Error& error);

// Options that the search varies and the framework does not support: "ZeRO-3".
QStringList frameworkGaps(const Problem& problem);

}
