// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/problem/problem.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace stagecraft {

// As people write it: "Megatron-Core".
QString frameworkTitle(Framework framework);

// Whose sources its figures follow: "Megatron-LM 23e00ed, Transformer Engine 2.11".
QString frameworkVersion(Framework framework);

// Why the problem's framework refuses it, as a sentence without a full stop. Nothing where `error` has another cause.
std::optional<QString> frameworkRefusal(const Problem& problem, const Error& error);

// The options that the search varies and that the problem's framework does not have: "ZeRO 3".
QStringList frameworkGaps(const Problem& problem);

}
