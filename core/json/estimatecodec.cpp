// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/fields.h"

#include <type_traits>
#include <utility>

namespace stagecraft {

template <typename Fields, Is<MemoryBreakdown> T>
void listFields(Fields& fields, T& breakdown)
{
    fields("parameters_bytes", breakdown.parameters);
    fields("gradients_bytes", breakdown.gradients);
    fields("optimizer_bytes", breakdown.optimizer);
    fields("activations_bytes", breakdown.activations);
    fields("boundaries_bytes", breakdown.boundaries);
    fields("communication_bytes", breakdown.communication);
    fields("workspace_bytes", breakdown.workspace);
    fields("framework_bytes", breakdown.framework);
}

template <typename Fields, Is<PeakMoment> T>
void listFields(Fields& fields, T& moment)
{
    fields("phase", moment.phase);
    fields("micro_batch", moment.micro_batch, {0});
    fields("layer", moment.layer, {0});
}

template <typename Fields, Is<DeviceEstimate> T>
void listFields(Fields& fields, T& device)
{
    fields("stage", device.stage, {0});
    fields("replica", device.replica, {0});
    fields.orUsual("rank", device.rank, {0});
    fields("device_type", device.device_type);
    fields("peak_bytes", device.peak);
    fields("peak_bytes_low", device.peak_low);
    fields("peak_bytes_high", device.peak_high);
    fields("reserved_bytes", device.reserved);
    fields("fragmentation", device.fragmentation, {0, 1});
    fields.orUsual("libraries_bytes", device.libraries);
    fields.orUsual("context_bytes", device.context);
    fields.orUsual("nccl_bytes", device.collectives.middle);
    fields.orUsual("nccl_bytes_low", device.collectives.low);
    fields.orUsual("nccl_bytes_high", device.collectives.high);
    fields.orUsual("nccl_source", device.collectives.source);
    fields("device_bytes", device.device);
    fields("device_bytes_high", device.device_high);
    fields.orUsual("host_bytes", device.host);
    fields("capacity_bytes", device.capacity);
    fields("breakdown", device.breakdown);
    fields("moment", device.moment);
    fields("fits", device.fits);
}

template <typename Fields, Is<StackUse> T>
void listFields(Fields& fields, T& use)
{
    fields("name", use.name);
    fields.orUsual("memory_kind", use.memory_kind); // plan files of before have none, as of the last two
    fields("memory_source", use.memory_source);
    fields("time_source", use.time_source);
    fields.orUsual("tells_time", use.tells_time);
    fields.orUsual("notes", use.notes);
}

template <typename Fields, Is<Estimate> T>
void listFields(Fields& fields, T& estimate)
{
    if constexpr (std::is_const_v<T>) {
        fields("devices", estimate.devices.all());
    } else {
        std::vector<DeviceEstimate> devices;
        fields("devices", devices);
        estimate.devices = std::move(devices);
    }
    fields("peak_bytes", estimate.peak);
    fields("peak_bytes_low", estimate.peak_low);
    fields("peak_bytes_high", estimate.peak_high);
    fields("fits", estimate.fits);
    fields("step_seconds", estimate.step);
    fields("step_seconds_low", estimate.step_low);
    fields("step_seconds_high", estimate.step_high);
    fields.orZero("samples_per_second", estimate.samples_per_second);
    fields.orZero("tokens_per_second", estimate.tokens_per_second);
    fields("mfu", estimate.mfu);
    fields.orZero("bubble_fraction", estimate.bubble_fraction);
    fields.orUsual("bubble_of_ideal", estimate.bubble_of_ideal); // plan files of before have none
    fields("exposed_communication_seconds", estimate.exposed_communication); // plan files of before have none
    fields("cost_usd_per_step", estimate.cost_per_step);
    fields("memory_basis", estimate.memory_basis);
    fields("time_basis", estimate.time_basis);
    fields("extrapolated", estimate.extrapolated);
    fields("stack", estimate.stack);
}

nlohmann::json encodeJson(const MemoryBreakdown& value)
{
    return encodeFields(value);
}

template <>
MemoryBreakdown decodeJson<MemoryBreakdown>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<MemoryBreakdown>(json, path);
}

nlohmann::json encodeJson(const PeakMoment& value)
{
    return encodeFields(value);
}

template <>
PeakMoment decodeJson<PeakMoment>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<PeakMoment>(json, path);
}

nlohmann::json encodeJson(const DeviceEstimate& value)
{
    return encodeFields(value);
}

template <>
DeviceEstimate decodeJson<DeviceEstimate>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<DeviceEstimate>(json, path);
}

nlohmann::json encodeJson(const StackUse& value)
{
    return encodeFields(value);
}

template <>
StackUse decodeJson<StackUse>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<StackUse>(json, path);
}

nlohmann::json encodeJson(const Estimate& value)
{
    return encodeFields(value);
}

template <>
Estimate decodeJson<Estimate>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<Estimate>(json, path);
}

}
