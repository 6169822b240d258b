// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/remedies.h"

#include <QString>

namespace stagecraft {

QString remedyText(const Remedy& remedy); // "Full recomputation + ZeRO 1, on 8 nodes"
// "P4 T8+S D1 · at most 61.2 GiB · 11,200 tokens/s · 12 % slower than the first"; of the first without the last.
QString remedyFacts(const Remedy& remedy);

}
