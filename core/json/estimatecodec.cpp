// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/fields.h"
#include "core/json/limits.h"
#include "core/words/common.h"

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

template <typename Fields, Is<Estimate> T>
void listFields(Fields& fields, T& estimate)
{
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
    fields.orUsual("bubble_of_ideal", estimate.bubble_of_ideal); // absent in older plan files
    fields("exposed_communication_seconds", estimate.exposed_communication); // absent in older plan files
    fields("cost_usd_per_step", estimate.cost_per_step);
    fields("memory_basis", estimate.memory_basis);
    fields("time_basis", estimate.time_basis);
    fields("extrapolated", estimate.extrapolated);
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

namespace {

// Up to this many devices are written one by one. Above it, equal devices share an entry, as thousands of equal ones
// would dominate the file.
constexpr std::size_t mostWrittenSingly = 64;

nlohmann::json encodeDevices(const DeviceEstimates& devices)
{
    auto list = nlohmann::json::array();
    if (devices.size() <= mostWrittenSingly) {
        for (const DeviceEstimate& device : devices) {
            list.push_back(encodeFields(device));
        }
        return list;
    }
    for (const IdenticalDevices& identical : devices.pipelineRanks()) {
        auto json = encodeFields(identical.first);
        json["replicas"] = identical.replicas;
        json["ranks"] = identical.ranks;
        json["count"] = std::int64_t(identical.replicas) * identical.ranks;
        list.push_back(std::move(json));
    }
    return list;
}

DeviceEstimates decodeDevices(const nlohmann::json& json, const std::string& path)
{
    const auto list = json.find("devices");
    if (list == json.end()) {
        failDecoding(ErrorCode::FieldMissing, {path});
    }
    std::vector<IdenticalDevices> all;
    double count = 0;
    for (const auto& entry : requireList(*list, path)) {
        const std::string at = path + "[" + std::to_string(all.size()) + "]";
        IdenticalDevices identical {decodeFields<DeviceEstimate>(entry, at), 1, 1};
        const FieldReader fields(entry, at);
        fields.orUsual("replicas", identical.replicas, {1, limits::devices});
        fields.orUsual("ranks", identical.ranks, {1, limits::devices});
        count += static_cast<double>(identical.replicas) * identical.ranks;
        requireCount(say(words::common::count_of, path), count, {0, limits::devices});
        all.push_back(std::move(identical));
    }
    return DeviceEstimates(std::move(all));
}

}

nlohmann::json encodeJson(const Estimate& value)
{
    auto json = encodeFields(value);
    json["devices"] = encodeDevices(value.devices);
    return json;
}

template <>
Estimate decodeJson<Estimate>(const nlohmann::json& json, const std::string& path)
{
    auto value = decodeFields<Estimate>(json, path);
    value.devices = decodeDevices(json, pathOf(path, "devices"));
    return value;
}

}
