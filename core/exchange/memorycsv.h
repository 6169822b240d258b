// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/plantimeline.h"

#include <string>
#include <vector>

namespace stagecraft {

// The memory of each pipeline rank over a simulated step as CSV (docs/formats.md): a row a point, pipeline rank by
// pipeline rank, times in seconds as exact as they are, bytes as whole numbers; in the row of a place's peak when it is
// and what most of it is. `memory`: by pipeline rank. No errors; safe from any thread.
std::string memoryCsv(const std::vector<MemoryOverTime>& memory);

}
