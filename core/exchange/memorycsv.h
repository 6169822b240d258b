// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/plantimeline.h"

#include <string>
#include <vector>

namespace stagecraft {

// Writes the memory of each pipeline rank over a simulated step as CSV (docs/formats.md): one row per point, grouped by
// pipeline rank, times in seconds at full precision, bytes as integers. The row of a peak also has its phase,
// micro-batch, layer and largest memory category. `memory`: by pipeline rank. No errors; safe from any thread.
std::string memoryCsv(const std::vector<MemoryOverTime>& memory);

}
