// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/fields.h"
#include "core/json/limits.h"

namespace stagecraft {

constexpr Limits anyCount {0, 1e15};

template <typename Fields, Is<ScriptPart> T>
void listFields(Fields& fields, T& part)
{
    fields("category", part.category);
    fields("bytes", part.bytes, limits::anyAmount);
}

template <typename Fields, Is<ScriptModule> T>
void listFields(Fields& fields, T& module)
{
    fields("module", module.module);
    fields("bytes", module.bytes, limits::anyAmount);
}

template <typename Fields, Is<ScriptBlock> T>
void listFields(Fields& fields, T& block)
{
    fields("bytes", block.bytes, limits::anyAmount);
    fields("category", block.category);
    fields("module", block.module);
    fields("frames", block.frames);
}

template <typename Fields, Is<ScriptPeak> T>
void listFields(Fields& fields, T& peak)
{
    fields("step", peak.step, anyCount);
    fields("phase", peak.phase);
    fields("module", peak.module);
    fields("parts", peak.parts);
    fields("modules", peak.modules);
    fields("largest", peak.largest);
}

template <typename Fields, Is<ScriptShortage> T>
void listFields(Fields& fields, T& shortage)
{
    fields("bytes", shortage.bytes, limits::anyAmount);
    fields("step", shortage.step, anyCount);
    fields("phase", shortage.phase);
    fields("module", shortage.module);
    fields("frames", shortage.frames);
}

template <typename Fields, Is<ScriptError> T>
void listFields(Fields& fields, T& error)
{
    fields("how", error.how);
    fields("type", error.type);
    fields("message", error.message);
    fields("frames", error.frames);
}

template <typename Fields, Is<ScriptMoment> T>
void listFields(Fields& fields, T& moment)
{
    fields("event", moment.event, anyCount);
    fields("allocated_bytes", moment.allocated, limits::anyAmount);
    fields("reserved_bytes", moment.reserved, limits::anyAmount);
}

template <typename Fields, Is<ScriptNeed> T>
void listFields(Fields& fields, T& need)
{
    fields("rank", need.rank, anyCount);
    fields("file", need.file);
}

template <typename Fields, Is<ScriptVariation> T>
void listFields(Fields& fields, T& run)
{
    fields("how", run.how);
    fields("steps", run.steps, anyCount);
    fields("peak_allocated_bytes", run.peak_allocated, limits::anyAmount);
    fields("peak_reserved_bytes", run.peak_reserved, limits::anyAmount);
}

template <typename Fields, Is<UnsteppedOptimizer> T>
void listFields(Fields& fields, T& optimizer)
{
    fields("type", optimizer.type);
    fields("parameters", optimizer.parameters, anyCount);
}

template <typename Fields, Is<ScriptDevice> T>
void listFields(Fields& fields, T& device)
{
    fields("index", device.index, anyCount);
    fields("peak_allocated_bytes", device.peak_allocated, limits::anyAmount);
    fields("peak_reserved_bytes", device.peak_reserved, limits::anyAmount);
}

template <typename Fields, Is<RankReport> T>
void listFields(Fields& fields, T& report)
{
    fields("rank", report.rank, anyCount);
    fields("world", report.world, anyCount);
    fields("torch", report.torch);
    fields("device", report.device);
    fields("device_index", report.device_index, anyCount);
    fields("devices", report.devices);
    fields("device_bytes", report.device_bytes, limits::anyAmount);
    fields("steps", report.steps, anyCount);
    fields("unstepped", report.unstepped);
    fields("ended", report.ended);
    fields("needs", report.needs);
    fields("out_of_memory", report.out_of_memory);
    fields("refused", report.refused);
    fields("read", report.read);
    fields("reads_numbers", report.reads_numbers);
    fields("reads_truths", report.reads_truths);
    fields("read_matters", report.read_matters);
    fields("other_number", report.other_number, anyCount);
    fields("otherwise", report.variation);
    fields("peak_allocated_bytes", report.peak_allocated, limits::anyAmount);
    fields("peak_reserved_bytes", report.peak_reserved, limits::anyAmount);
    fields("requested_bytes", report.requested, limits::anyAmount);
    fields("retries", report.retries, anyCount);
    fields("peak", report.peak);
    fields("timeline", report.timeline);
}

nlohmann::json encodeJson(const ScriptPart& value)
{
    return encodeFields(value);
}

template <>
ScriptPart decodeJson<ScriptPart>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ScriptPart>(json, path);
}

nlohmann::json encodeJson(const ScriptModule& value)
{
    return encodeFields(value);
}

template <>
ScriptModule decodeJson<ScriptModule>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ScriptModule>(json, path);
}

nlohmann::json encodeJson(const ScriptBlock& value)
{
    return encodeFields(value);
}

template <>
ScriptBlock decodeJson<ScriptBlock>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ScriptBlock>(json, path);
}

nlohmann::json encodeJson(const ScriptPeak& value)
{
    return encodeFields(value);
}

template <>
ScriptPeak decodeJson<ScriptPeak>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ScriptPeak>(json, path);
}

nlohmann::json encodeJson(const ScriptShortage& value)
{
    return encodeFields(value);
}

template <>
ScriptShortage decodeJson<ScriptShortage>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ScriptShortage>(json, path);
}

nlohmann::json encodeJson(const ScriptError& value)
{
    return encodeFields(value);
}

template <>
ScriptError decodeJson<ScriptError>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ScriptError>(json, path);
}

nlohmann::json encodeJson(const ScriptMoment& value)
{
    return encodeFields(value);
}

template <>
ScriptMoment decodeJson<ScriptMoment>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ScriptMoment>(json, path);
}

nlohmann::json encodeJson(const ScriptNeed& value)
{
    return encodeFields(value);
}

template <>
ScriptNeed decodeJson<ScriptNeed>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ScriptNeed>(json, path);
}

nlohmann::json encodeJson(const ScriptVariation& value)
{
    return encodeFields(value);
}

template <>
ScriptVariation decodeJson<ScriptVariation>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ScriptVariation>(json, path);
}

nlohmann::json encodeJson(const ScriptDevice& value)
{
    return encodeFields(value);
}

template <>
ScriptDevice decodeJson<ScriptDevice>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ScriptDevice>(json, path);
}

nlohmann::json encodeJson(const UnsteppedOptimizer& value)
{
    return encodeFields(value);
}

template <>
UnsteppedOptimizer decodeJson<UnsteppedOptimizer>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<UnsteppedOptimizer>(json, path);
}

nlohmann::json encodeJson(const RankReport& value)
{
    return encodeFields(value);
}

template <>
RankReport decodeJson<RankReport>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<RankReport>(json, path);
}

}
