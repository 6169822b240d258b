// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/planfile.h"

#include "core/base/files.h"
#include "core/base/identity.h"
#include "core/exchange/yaml.h"
#include "core/json/fields.h"
#include "core/json/limits.h"

#include <filesystem>

namespace stagecraft {

template <typename Fields, Is<PlanDocument> T>
void listFields(Fields& fields, T& document)
{
    fields("created_by", document.created_by);
    fields("partitioner", document.partitioner);
    fields("problem", document.problem);
    fields("plan", document.plan);
    fields("estimate", document.estimate);
}

namespace {

constexpr Bytes planFileLimit(16 << 20);

Error at(Error error, const std::string& where)
{
    error.where = where;
    return error;
}

}

std::string writePlan(const PlanDocument& document, PlanFileFormat format)
{
    auto json = encodeFields(document);
    json["format"] = planFormat;
    json["version"] = planFormatVersion;
    const auto& model = json["problem"]["model"];
    json["model_hash"] = contentHash(jsonText(model["programs"]) + jsonText(model["layers"]));
    return format == PlanFileFormat::Yaml ? jsonToYaml(json) : jsonText(json, 2) + "\n";
}

Result<PlanDocument> readPlan(std::string_view text, PlanFileFormat format, const std::string& where)
{
    if (const Bytes size(static_cast<std::int64_t>(text.size())); size > planFileLimit) {
        return failure(ErrorCode::FileTooLarge, {size, planFileLimit}, where);
    }
    auto document = catchDecoding(where, [&] {
        const auto json = format == PlanFileFormat::Yaml ? yamlToJson(text) : parseJson(text);
        requireFormat(json, planFormat, planFormatVersion);
        return decodeFields<PlanDocument>(json, {});
    });
    if (!document) {
        return document;
    }
    if (const auto checked = validate(document->problem); !checked) {
        return failure(at(checked.error(), where));
    }
    if (const auto checked = validate(document->plan, document->problem); !checked) {
        return failure(at(checked.error(), where));
    }
    return document;
}

Result<PlanDocument> readPlanFile(const std::string& path, const std::stop_token& stop)
{
    const auto text = readFile(path, planFileLimit, stop);
    if (!text) {
        return failure(text.error());
    }
    const std::string ending = std::filesystem::path(path).extension().string();
    const bool yaml = ending == ".yaml" || ending == ".yml";
    return readPlan(*text, yaml ? PlanFileFormat::Yaml : PlanFileFormat::Json, path);
}

namespace {

// Returns false for pipes, since the file is read again afterwards.
bool saysFormat(const std::string& path, std::string_view format)
{
    if (!isReadAgain(path)) {
        return false;
    }
    const auto text = readFile(path, planFileLimit);
    const auto said = text
        ? catchDecoding(path,
                        [&] {
                            const auto json = parseJson(*text);
                            return json.is_object() && json.contains("format") && json["format"] == std::string(format);
                        })
        : Result<bool>(false);
    return said && *said;
}

}

bool isPlanFile(const std::string& path)
{
    return saysFormat(path, planFormat);
}

bool isClusterFile(const std::string& path)
{
    return saysFormat(path, clusterFormat);
}

std::string writeCluster(const Cluster& cluster)
{
    auto json = encodeJson(cluster);
    json["format"] = clusterFormat;
    json["version"] = clusterFormatVersion;
    return jsonText(json, 2) + "\n";
}

namespace {

// Checks limits of files written by hand. Workspaces and plans are read even with values out of range.
void requireCapacity(const Cluster& cluster)
{
    for (std::size_t i = 0; i < cluster.groups.size(); ++i) {
        const DeviceType& device = cluster.groups[i].device;
        const std::string path = "groups[" + std::to_string(i) + "].device";
        requireCount(pathOf(path, "context_bytes"), static_cast<double>(device.context.value.value),
                     limits::contextOf(device));
    }
}

}

Result<Cluster> readCluster(const std::string& text, const std::stop_token& stop)
{
    auto parsed = parseCluster(text);
    std::error_code status;
    const bool namesFile = text.find('/') < text.find('@') // an offer, after '@', may contain '/'
        || text.ends_with(".json") || std::filesystem::exists(text, status);
    if (parsed || !namesFile) {
        return parsed;
    }
    const auto content = readFile(text, planFileLimit, stop);
    if (!content) {
        return failure(content.error());
    }
    return catchDecoding(text, [&] {
        const auto json = parseJson(*content);
        requireFormat(json, clusterFormat, clusterFormatVersion);
        auto cluster = decodeJson<Cluster>(json, {});
        requireCapacity(cluster);
        return cluster;
    });
}

}
