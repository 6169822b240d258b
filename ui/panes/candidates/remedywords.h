// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/remedies.h"

#include <QString>

namespace stagecraft {

QString remedyText(const Remedy& remedy); // "Full recomputation + ZeRO-1, on 8 nodes"
// "PP4 TP8 DP1 +SP · upper bound 61.2 GiB · 11,200 tokens/s · 12 % slower than the first", without the speed for the
// first remedy.
QString remedyFacts(const Remedy& remedy);

}
