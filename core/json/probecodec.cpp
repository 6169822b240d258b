// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/fields.h"
#include "core/json/limits.h"

namespace stagecraft {

constexpr Limits deviceIndex {0, limits::devices};

template <typename Fields, Is<MatrixRate> T>
void listFields(Fields& fields, T& rate)
{
    fields("number_type", rate.type);
    fields("size", rate.size, {1, limits::length});
    fields("flops_per_second", rate.rate);
    fields("spread_flops_per_second", rate.spread);
}

template <typename Fields, Is<MemoryRate> T>
void listFields(Fields& fields, T& rate)
{
    fields("moved_bytes", rate.moved, limits::anyAmount);
    fields("bytes_per_second", rate.rate);
    fields("spread_bytes_per_second", rate.spread);
}

template <typename Fields, Is<CopyRate> T>
void listFields(Fields& fields, T& rate)
{
    fields("way", rate.direction);
    fields("size_bytes", rate.size, limits::anyAmount);
    fields("bytes_per_second", rate.rate);
    fields("spread_bytes_per_second", rate.spread);
}

template <typename Fields, Is<DeviceLink> T>
void listFields(Fields& fields, T& link)
{
    fields("from", link.from, deviceIndex);
    fields("to", link.to, deviceIndex);
    fields("direct", link.direct);
    fields("size_bytes", link.size, limits::anyAmount);
    fields("bytes_per_second", link.rate);
    fields("spread_bytes_per_second", link.spread);
    fields("latency_seconds", link.latency);
}

template <typename Fields, Is<AllReduceTime> T>
void listFields(Fields& fields, T& reduce)
{
    fields("devices", reduce.devices, {2, limits::devices});
    fields("size_bytes", reduce.size, limits::anyAmount);
    fields("time", reduce.time);
}

template <typename Fields, Is<FixedBytes> T>
void listFields(Fields& fields, T& fixed)
{
    fields("context_bytes", fixed.context, limits::anyAmount);
    fields("workspace_bytes", fixed.workspace, limits::anyAmount);
    fields("libraries_bytes", fixed.libraries, limits::anyAmount);
    fields("collectives_bytes", fixed.collectives, limits::anyAmount);
}

template <typename Fields, Is<DeviceClocks> T>
void listFields(Fields& fields, T& clocks)
{
    fields("compute_hertz", clocks.compute);
    fields("compute_most_hertz", clocks.compute_most);
    fields("memory_most_hertz", clocks.memory_most);
}

template <typename Fields, Is<ProbeOmission> T>
void listFields(Fields& fields, T& omission)
{
    fields("part", omission.part);
    fields("reason", omission.reason);
}

template <typename Fields, Is<DeviceProbe> T>
void listFields(Fields& fields, T& probe)
{
    fields("device", probe.device);
    fields("device_index", probe.device_index, deviceIndex);
    fields("matrix", probe.matrix);
    fields("memory", probe.memory);
    fields("copies", probe.copies);
    fields("links", probe.links);
    fields("all_reduces", probe.all_reduces);
    fields("fixed", probe.fixed);
    fields("clocks", probe.clocks);
    fields("left_out", probe.left_out);
    fields("taken_seconds", probe.taken);
    fields("measured_at", probe.measured_at);
}

template <typename Fields, Is<ProbeRequest> T>
void listFields(Fields& fields, T& request)
{
    fields("device", request.device.kind);
    fields("device_index", request.device.index, deviceIndex);
    fields.orUsual("dry_device", request.device.dry);
    fields("budget_seconds", request.budget, {0, longestProbe.value});
    fields("leave_out", request.leave_out);
}

nlohmann::json encodeJson(const MatrixRate& value)
{
    return encodeFields(value);
}

template <>
MatrixRate decodeJson<MatrixRate>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<MatrixRate>(json, path);
}

nlohmann::json encodeJson(const MemoryRate& value)
{
    return encodeFields(value);
}

template <>
MemoryRate decodeJson<MemoryRate>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<MemoryRate>(json, path);
}

nlohmann::json encodeJson(const CopyRate& value)
{
    return encodeFields(value);
}

template <>
CopyRate decodeJson<CopyRate>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<CopyRate>(json, path);
}

nlohmann::json encodeJson(const DeviceLink& value)
{
    return encodeFields(value);
}

template <>
DeviceLink decodeJson<DeviceLink>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<DeviceLink>(json, path);
}

nlohmann::json encodeJson(const AllReduceTime& value)
{
    return encodeFields(value);
}

template <>
AllReduceTime decodeJson<AllReduceTime>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<AllReduceTime>(json, path);
}

nlohmann::json encodeJson(const FixedBytes& value)
{
    return encodeFields(value);
}

template <>
FixedBytes decodeJson<FixedBytes>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<FixedBytes>(json, path);
}

nlohmann::json encodeJson(const DeviceClocks& value)
{
    return encodeFields(value);
}

template <>
DeviceClocks decodeJson<DeviceClocks>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<DeviceClocks>(json, path);
}

nlohmann::json encodeJson(const ProbeOmission& value)
{
    return encodeFields(value);
}

template <>
ProbeOmission decodeJson<ProbeOmission>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ProbeOmission>(json, path);
}

nlohmann::json encodeJson(const DeviceProbe& value)
{
    return encodeFields(value);
}

template <>
DeviceProbe decodeJson<DeviceProbe>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<DeviceProbe>(json, path);
}

nlohmann::json encodeJson(const ProbeRequest& value)
{
    return encodeFields(value);
}

template <>
ProbeRequest decodeJson<ProbeRequest>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ProbeRequest>(json, path);
}

}
