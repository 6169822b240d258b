// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/comparison.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stagecraft {

// Table of partitioners ordered by peak, followed by remarks on some of them.
std::string comparisonText(const PartitionerComparison& comparison);
// The comparison as JSON: `comparison[]` of `plan`.
nlohmann::json comparisonJson(const PartitionerComparison& comparison);

}
