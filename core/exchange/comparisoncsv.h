// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/comparison.h"

#include <string>
#include <vector>

namespace stagecraft {

// A comparison of partitioners as CSV (docs/formats.md): a row a partitioner, in the order of the comparison. No
// errors; safe from any thread.
std::string comparisonCsv(const PartitionerComparison& comparison);

// In English: "Piper (Tarnawski et al. 2021)".
std::string titleWithSource(const PartitionerRow& row);

// Of each stage in order: "2x4" for two tensor ranks and four replicas.
std::vector<std::string> degreesOfStages(const PartitionerRow& row);
// Where the chain is cut: one more than there are stages, with both ends.
std::vector<std::string> splitPointsOfStages(const PartitionerRow& row);

}
