// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/tracecodec.h"

#include "core/json/fields.h"

namespace stagecraft {

namespace {

constexpr Limits anyTotal {0, 0x1p60}; // largest total that a replay can produce
constexpr Limits anyEvent {0, 0x1p32};

}

template <typename Fields, Is<TraceFrame> T>
void listFields(Fields& fields, T& frame)
{
    fields("name", frame.name);
    fields("file", frame.file);
    fields("line", frame.line);
}

template <typename Fields, Is<PeakGroup> T>
void listFields(Fields& fields, T& group)
{
    fields("category", group.category);
    fields("bytes", group.bytes, anyTotal);
    fields("blocks", group.blocks, anyEvent);
    fields("frames", group.frames);
}

template <typename Fields, Is<MemoryTrace> T>
void listFields(Fields& fields, T& trace)
{
    fields("name", trace.name);
    fields.orUsual("dry_run", trace.dry_run);
    fields("device", trace.device, {0, 0x1p30});
    fields("recorded_at", trace.recorded_at);
    fields("events", trace.events, anyEvent);
    fields("before_bytes", trace.before, anyTotal);
    fields("peak_bytes", trace.peak, anyTotal);
    fields("peak_event", trace.peak_event, anyEvent);
    fields("reserved_at_peak_bytes", trace.reserved_at_peak, anyTotal);
    fields("peak_reserved_bytes", trace.peak_reserved, anyTotal);
    fields("out_of_memory", trace.out_of_memory, anyEvent);
    fields("steps", trace.steps, anyEvent);
    fields("at_peak_bytes", trace.at_peak);
    fields("groups", trace.groups);
}

nlohmann::json encodeJson(const CategoryBytes& bytes)
{
    nlohmann::json object = nlohmann::json::object();
    for (const auto& [category, name] : enumNames<TraceCategory>) {
        object[std::string(name)] = bytes[static_cast<std::size_t>(category)].value;
    }
    return object;
}

nlohmann::json encodeJson(const TraceFrame& frame)
{
    return encodeFields(frame);
}

nlohmann::json encodeJson(const PeakGroup& group)
{
    return encodeFields(group);
}

nlohmann::json encodeJson(const MemoryTrace& trace)
{
    return encodeFields(trace);
}

template <>
CategoryBytes decodeJson<CategoryBytes>(const nlohmann::json& json, const std::string& path)
{
    CategoryBytes bytes {};
    const FieldReader fields(json, path);
    for (const auto& [category, name] : enumNames<TraceCategory>) {
        fields(std::string(name).c_str(), bytes[static_cast<std::size_t>(category)], anyTotal);
    }
    return bytes;
}

template <>
TraceFrame decodeJson<TraceFrame>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<TraceFrame>(json, path);
}

template <>
PeakGroup decodeJson<PeakGroup>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<PeakGroup>(json, path);
}

template <>
MemoryTrace decodeJson<MemoryTrace>(const nlohmann::json& json, const std::string& path)
{
    MemoryTrace trace = decodeFields<MemoryTrace>(json, path);
    requireCount(pathOf(path, "groups"), static_cast<double>(trace.groups.size()), {0, MemoryTrace::mostGroups});
    requireCount(pathOf(path, "steps"), static_cast<double>(trace.steps.size()), {0, MemoryTrace::mostSteps});
    return trace;
}

}
