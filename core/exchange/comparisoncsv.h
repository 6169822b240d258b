// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/comparison.h"

#include <string>
#include <vector>

namespace stagecraft {

// Writes a comparison of partitioners as CSV (docs/formats.md): one row per partitioner, in the order of the
// comparison. No errors; safe from any thread.
std::string comparisonCsv(const PartitionerComparison& comparison);

// Returns the title with its source, in English: "Piper (Tarnawski et al. 2021)".
std::string titleWithSource(const PartitionerRow& row);

// Returns tensor-parallel x data-parallel sizes of each stage, in order: "2x4" for TP2 DP4.
std::vector<std::string> degreesOfStages(const PartitionerRow& row);
// Returns the split points, including both ends of the chain: number of stages + 1 entries.
std::vector<std::string> splitPointsOfStages(const PartitionerRow& row);

}
