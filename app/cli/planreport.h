// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/planfile.h"
#include "core/search/search.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace stagecraft {

// "PP4 TP1 DP1 1f1b b1 m8": parallel sizes, schedule, micro-batch size (b) and number of micro-batches (m), in full
// "PP4 VPP2 TP8 CP2 DP8 EP4 +SP ...". "PP3 TP1,2,2 DP4,2,2 1f1b b1,2,2 m8" if stages differ; the middle of a long list
// is omitted.
std::string planName(const Plan& plan);
// Split points as "0,3,7,12"; the middle of a long list is omitted.
std::string splitPointsText(const Plan& plan);
// All split points, in the format of --cuts.
std::string allSplitPointsText(const Plan& plan);
// One line: model, cluster and workload.
std::string problemText(const Problem& problem);
// The problem as JSON, without the model's layers.
nlohmann::json problemJson(const Problem& problem);

// One row per device: a bar of its memory use and the memory categories at the peak.
std::string devicesText(const Problem& problem, const Plan& plan, const Estimate& estimate);
// Allocated, reserved and device memory of the fullest device; empty if they are equal.
std::string reservedText(const Estimate& estimate);
// Time, throughput, cost and basis in a few lines.
std::string speedText(const Estimate& estimate);

// Differences from training on a single device: stale weights, local losses, approximations. Empty if there are none.
std::string trainingText(const Plan& plan);

// One line: basis of the layers that are not measured, and the command that measures them. Empty if all are measured.
std::string missingText(const std::optional<MissingMeasurements>& missing);
// The missing measurements as JSON; null if none are missing.
nlohmann::json missingJson(const std::optional<MissingMeasurements>& missing);

// One row per candidate with a memory bar and a star at the recommended one.
std::string candidatesText(const Problem& problem, const SearchResult& result);

// Sentence with the device and its shortfall.
std::string infeasibleText(const SearchResult& result);
// Proof of the recommended plan; empty if other lines already state it.
std::string provenText(const Problem& problem, const SearchResult& result);

// Writes a plan in the format of the file extension. Errors: those of writeFile().
Result<void> writePlanFile(const PlanDocument& document, const std::string& path);

inline constexpr const char* createdBy = "stagecraft " STAGECRAFT_VERSION;

}
