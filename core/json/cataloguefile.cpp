// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/cataloguefile.h"

#include "core/json/fields.h"
#include "core/json/limits.h"
#include "core/words/hardware.h"

#include <algorithm>
#include <regex>
#include <set>
#include <utility>

namespace stagecraft {

template <typename Fields, Is<CatalogueEntry> T>
void listFields(Fields& fields, T& entry)
{
    fields("device", entry.device);
    fields.orUsual("aliases", entry.aliases);
    fields("devices_per_node", entry.devices_per_node, {1, limits::devices});
    fields("intra_node", entry.intra_node);
    fields("network", entry.network);
}

namespace {

constexpr std::string_view shippedText =
#include "embedded/core/hardware/catalogue.json.inc"
    ;

void requireTypeName(const std::string& path, const std::string& name)
{
    if (!isTypeName(name)) {
        failDecoding(ErrorCode::FieldWrongType, {path, words::hardware::type_name});
    }
}

template <typename T>
void requireSome(const std::string& path, const std::optional<T>& figure, Limits limits)
{
    if (figure) {
        requireCount(path, figure->value.value, limits);
    }
}

// Checks the form "9.0" or "12.1", which dry runs and the sizes of library workspaces depend on.
void requireCapability(const std::string& path, const std::optional<std::string>& text)
{
    static const std::regex capability("[1-9][0-9]?\\.[0-9]");
    if (text && !std::regex_match(*text, capability)) {
        failDecoding(ErrorCode::FieldWrongType, {path, words::hardware::compute_capability});
    }
}

// Rejects values that a cluster file may contain but a type that clusters refer to by name may not.
void requireUsable(const CatalogueEntry& entry, const std::string& path)
{
    const DeviceType& device = entry.device;
    const auto at = [&path](const std::string& field) { return pathOf(path, field.c_str()); };
    requireTypeName(at("device.name"), device.name);
    for (std::size_t i = 0; i < entry.aliases.size(); ++i) {
        requireTypeName(at("aliases[" + std::to_string(i) + "]"), entry.aliases[i]);
    }
    requireCapability(at("device.compute_capability"), device.compute_capability);
    requireCount(at("device.memory_bytes"), static_cast<double>(device.memory.value.value), limits::deviceMemory);
    requireCount(at("device.context_bytes"), static_cast<double>(device.context.value.value),
                 limits::contextOf(device));
    constexpr Limits rates {1, 1e18};
    requireSome(at("device.peak_fp32_flops_per_second"), device.peak_fp32, rates);
    requireSome(at("device.peak_tf32_flops_per_second"), device.peak_tf32, rates);
    requireSome(at("device.peak_fp16_flops_per_second"), device.peak_fp16, rates);
    requireSome(at("device.peak_bf16_flops_per_second"), device.peak_bf16, rates);
    requireSome(at("device.memory_bandwidth_bytes_per_second"), device.memory_bandwidth, rates);
    for (const auto& [name, link] :
         {std::pair("intra_node", &entry.intra_node), std::pair("network", &entry.network)}) {
        const std::string field = name;
        requireCount(at(field + ".bandwidth_bytes_per_second"), link->bandwidth.value, limits::bandwidth);
        requireCount(at(field + ".latency_seconds"), link->latency.value, limits::latency);
    }
}

void requireDistinctNames(const std::vector<CatalogueEntry>& entries)
{
    std::set<std::string> seen;
    const auto add = [&seen](const std::string& name) {
        if (!seen.insert(name).second) {
            failDecoding(ErrorCode::FieldInconsistent,
                         {std::string("devices"), say(words::hardware::name_twice, name)});
        }
    };
    for (const CatalogueEntry& entry : entries) {
        add(entry.device.name);
        std::for_each(entry.aliases.begin(), entry.aliases.end(), add);
    }
}

std::vector<CatalogueEntry> decodeCatalogue(const nlohmann::json& json)
{
    std::vector<CatalogueEntry> entries;
    if (json.is_object() && !json.contains("format") && !json.contains("devices")) {
        entries.push_back(decodeJson<CatalogueEntry>(json, {}));
        requireUsable(entries.back(), {});
    } else {
        requireFormat(json, catalogueFormat, catalogueFormatVersion);
        const FieldReader fields(json, {});
        int version = 0;
        fields("version", version, {2, catalogueFormatVersion}); // version 1 was never released
        fields("devices", entries);
        for (std::size_t i = 0; i < entries.size(); ++i) {
            requireUsable(entries[i], "devices[" + std::to_string(i) + "]");
        }
    }
    requireDistinctNames(entries);
    return entries;
}

}

nlohmann::json encodeJson(const CatalogueEntry& value)
{
    return encodeFields(value);
}

template <>
CatalogueEntry decodeJson<CatalogueEntry>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<CatalogueEntry>(json, path);
}

std::string writeCatalogue(const std::vector<CatalogueEntry>& entries)
{
    const nlohmann::json json {
        {"format", catalogueFormat}, {"version", catalogueFormatVersion}, {"devices", valueToJson(entries)}};
    return jsonText(json, 2) + "\n";
}

Result<std::vector<CatalogueEntry>> readCatalogue(std::string_view text, const std::string& where)
{
    return catchDecoding(where, [&] { return decodeCatalogue(parseJson(text)); });
}

const Catalogue& shippedCatalogue()
{
    // Compiled into the program: an error is a bug and may throw.
    static const Catalogue shipped {readCatalogue(shippedText, "catalogue.json").value()};
    return shipped;
}

}
