// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/planfile.h"
#include "core/search/search.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace stagecraft {

// "P4 D1 1f1b b1 m8": depth, data degree, schedule, micro-batch, micro-batches. "P3 T1,2,2 D4,2,2 1f1b b1,2,2 m8" where
// stages differ; the middle of a long list is left out.
std::string planName(const Plan& plan);
// "0,3,7,12"; the middle of a long list is left out.
std::string cutsText(const Plan& plan);
// All of them, as an option takes them.
std::string allCutsText(const Plan& plan);
// One line: model, cluster and workload.
std::string problemText(const Problem& problem);
// The same for scripts, without the model's layers.
nlohmann::json problemJson(const Problem& problem);

// What the plan means for each device, with a bar of the device's memory and what it holds at the peak.
std::string devicesText(const Problem& problem, const Plan& plan, const Estimate& estimate);
// What the fullest device has allocated, reserved and taken in all; empty where these are one number.
std::string reservedText(const Estimate& estimate);
// Time, throughput and cost in a few lines; what the numbers rest on.
std::string speedText(const Estimate& estimate);

// Where the schedule trains with stale weights or local losses: how far off; else nothing.
std::string trainingText(const Plan& plan);

// What the numbers rest on where layers are not measured, and how to measure them: a line, or nothing.
std::string missingText(const std::optional<MissingMeasurements>& missing);
// The same for scripts; null where nothing is missing.
nlohmann::json missingJson(const std::optional<MissingMeasurements>& missing);

// A row a candidate with a memory bar, a star at the recommended one.
std::string candidatesText(const Problem& problem, const SearchResult& result);

// Which device falls how many bytes short, in a sentence.
std::string infeasibleText(const SearchResult& result);
// What is certain of the recommended plan; empty where a line has nothing to add.
std::string provenText(const Problem& problem, const SearchResult& result);

// Writes a plan in the format that the name of the file tells. Errors: those of writeFile().
Result<void> writePlanFile(const PlanDocument& document, const std::string& path);

inline constexpr const char* createdBy = "stagecraft " STAGECRAFT_VERSION;

}
