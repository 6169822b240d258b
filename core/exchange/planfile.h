// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/estimate/estimate.h"
#include "core/hardware/cluster.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace stagecraft {

// A plan for export, with its problem and the estimate that it was chosen by.
struct PlanDocument {
    Problem problem; // includes all layers of the model, so that the file is self-contained
    Plan plan;
    Estimate estimate;
    std::string partitioner;
    std::string created_by; // "stagecraft 0.1.0"

    friend bool operator==(const PlanDocument&, const PlanDocument&) = default;
};

inline constexpr std::string_view planFormat = "stagecraft-plan";
inline constexpr int planFormatVersion = 2;

enum class PlanFileFormat { Json, Yaml };

template <>
inline constexpr auto enumNames<PlanFileFormat> = std::array {
    std::pair {PlanFileFormat::Json, std::string_view("json")},
    std::pair {PlanFileFormat::Yaml, std::string_view("yaml")},
};

// Writes the same content in either format; schema: resources/schemas/plan.schema.json.
std::string writePlan(const PlanDocument& document, PlanFileFormat format);

// Reads either format and checks the plan against its problem. `where`: origin, for messages. Errors: FileTooLarge (16
// MiB), NotJson, NotYaml (also for aliases), Field*, FormatWrong, FormatNewer, PlanInvalid, those of validate(Problem).
Result<PlanDocument> readPlan(std::string_view text, PlanFileFormat format, const std::string& where);

// Reads a plan file; the extension selects the format (.yaml and .yml, else JSON). Errors: also those of reading a
// file.
Result<PlanDocument> readPlanFile(const std::string& path, const std::stop_token& stop = {});

// True if a JSON file declares itself a plan, of any version. False if it cannot be read as JSON, and for pipes, which
// this check would drain.
bool isPlanFile(const std::string& path);

inline constexpr std::string_view clusterFormat = "stagecraft-cluster";
inline constexpr int clusterFormatVersion = 2;

// Writes a cluster file (JSON); schema: resources/schemas/cluster.schema.json.
std::string writeCluster(const Cluster& cluster);

// True if a JSON file declares itself a cluster; see isPlanFile().
bool isClusterFile(const std::string& path);

// Reads a cluster from its short form ("4xcpu:8GiB") or from a JSON file. `stop` cancels reading the file. Errors:
// those of parseCluster() and of reading a file.
Result<Cluster> readCluster(const std::string& text, const std::stop_token& stop = {});

}
