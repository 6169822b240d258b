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

// A plan on its way to people and launchers: with the question it answers and the estimate it was chosen by.
struct PlanDocument {
    Problem problem; // the model with all layers, so that the file stands alone
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

// The same content in either format; schema: resources/schemas/plan.schema.json.
std::string writePlan(const PlanDocument& document, PlanFileFormat format);

// Reads either format back and checks the plan against its problem. Errors: FileTooLarge (16 MiB), NotJson, NotYaml
// (also for aliases), Field*, FormatWrong, FormatNewer, PlanInvalid, those of validate(Problem); `where` names the
// origin.
Result<PlanDocument> readPlan(std::string_view text, PlanFileFormat format, const std::string& where);

// Format by the file's ending (.yaml and .yml, else JSON). Errors: also those of reading a file.
Result<PlanDocument> readPlanFile(const std::string& path, const std::stop_token& stop = {});

// Whether a JSON file says that it is a plan, of whatever version; false where it cannot be read as JSON, and of pipes,
// which would have nothing left for their reader.
bool isPlanFile(const std::string& path);

inline constexpr std::string_view clusterFormat = "stagecraft-cluster";
inline constexpr int clusterFormatVersion = 2;

// A cluster file (JSON); schema: resources/schemas/cluster.schema.json.
std::string writeCluster(const Cluster& cluster);

// Whether a JSON file says that it is a cluster, as isPlanFile() does.
bool isClusterFile(const std::string& path);

// A cluster from its short form ("4xcpu:8GiB") or from a JSON file. Errors: those of parseCluster() and of reading a
// file, which `stop` ends.
Result<Cluster> readCluster(const std::string& text, const std::stop_token& stop = {});

}
