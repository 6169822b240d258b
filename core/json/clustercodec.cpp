// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/clusterlimits.h"
#include "core/json/fields.h"
#include "core/json/limits.h"
#include "core/words/calibration.h"

#include "core/words/common.h"
#include <charconv>

namespace stagecraft {

namespace {

// Converts "fitted on 20 runs of a.csv, b.csv", written by older versions, to a message; returns others unchanged.
Message calibratedSource(Message source)
{
    constexpr std::string_view begin = "fitted on ";
    constexpr std::string_view middle = " runs of ";
    constexpr std::string_view between = ", ";
    const std::string* text = verbatimText(source);
    const auto files = text != nullptr && text->starts_with(begin) ? text->find(middle) : std::string::npos;
    if (files == std::string::npos) {
        return source;
    }
    std::int64_t runs = 0;
    const char* const end = text->data() + files;
    if (const auto read = std::from_chars(text->data() + begin.size(), end, runs); read.ptr != end) {
        return source;
    }
    ArgumentList list;
    for (auto at = files + middle.size(); at != std::string::npos;) {
        const auto next = text->find(between, at);
        list.emplace_back(text->substr(at, next == std::string::npos ? next : next - at));
        at = next == std::string::npos ? next : next + between.size();
    }
    return say(words::calibration::fitted_on, runs, std::move(list));
}

}

template <typename Fields, Is<Link> T>
void listFields(Fields& fields, T& link)
{
    fields("bandwidth_bytes_per_second", link.bandwidth);
    fields("latency_seconds", link.latency);
    fields.orUsual("source", link.source);
    fields.orUsual("date", link.date);
}

template <typename Fields, Is<TrainingFigures> T>
void listFields(Fields& fields, T& figures)
{
    fields("kernel_slowdown", figures.kernel_slowdown, {leastSlowdown, mostSlowdown});
    fields("launch_seconds", figures.launch, {0, mostLaunch.value});
    fields.orUsual("time_spread", figures.time_spread, {0, 1});
    fields.orUsual("workspace_bytes", figures.workspace, limits::anyAmount);
    fields.orUsual("source", figures.source);
    fields.orUsual("date", figures.date);
}

template <typename Fields, Is<DeviceType> T>
void listFields(Fields& fields, T& device)
{
    fields("name", device.name);
    fields("kind", device.kind);
    fields.orUsual("vendor", device.vendor);
    fields.orUsual("driver_names", device.driver_names);
    fields("compute_capability", device.compute_capability);
    fields.orUsual("multiprocessors", device.multiprocessors, {1, limits::multiprocessors});
    fields("memory_bytes", device.memory);
    fields("peak_fp32_flops_per_second", device.peak_fp32);
    fields("peak_tf32_flops_per_second", device.peak_tf32);
    fields("peak_fp16_flops_per_second", device.peak_fp16);
    fields("peak_bf16_flops_per_second", device.peak_bf16);
    fields("memory_bandwidth_bytes_per_second", device.memory_bandwidth);
    fields.orUsual("in_training", device.in_training);
    fields("context_bytes", device.context);
}

template <typename Fields, Is<Offer> T>
void listFields(Fields& fields, T& offer)
{
    fields("provider", offer.provider);
    fields("name", offer.name);
    fields.orUsual("kind", offer.kind);
    fields("device", offer.device);
    fields("devices_per_node", offer.devices_per_node, {1, limits::devices});
    fields("intra_node", offer.intra_node);
    fields("network", offer.network);
    fields("price_usd_per_node_hour", offer.price_per_node);
    fields("purchase_usd_per_node", offer.purchase_price);
    fields("years_of_use", offer.years_of_use, {0});
    fields("preemptions_per_node_hour", offer.preemptions_per_node_hour);
    fields("power_watts_per_node", offer.power_per_node);
    fields("energy_usd_per_kilowatt_hour", offer.energy_price);
}

template <typename Fields, Is<ClusterGroup> T>
void listFields(Fields& fields, T& group)
{
    fields("device", group.device);
    fields("nodes", group.nodes, {1, limits::devices});
    fields("devices_per_node", group.devices_per_node, {1, limits::devices});
    fields("intra_node", group.intra_node);
    fields("network", group.network);
    fields("price_usd_per_node_hour", group.price_per_node);
    fields("offer", group.offer);
}

template <typename Fields, Is<Cluster> T>
void listFields(Fields& fields, T& cluster)
{
    fields("name", cluster.name);
    fields("groups", cluster.groups);
}

nlohmann::json encodeJson(const Link& value)
{
    return encodeFields(value);
}

template <>
Link decodeJson<Link>(const nlohmann::json& json, const std::string& path)
{
    auto value = decodeFields<Link>(json, path);
    value.source = calibratedSource(std::move(value.source));
    return value;
}

nlohmann::json encodeJson(const TrainingFigures& value)
{
    return encodeFields(value);
}

template <>
TrainingFigures decodeJson<TrainingFigures>(const nlohmann::json& json, const std::string& path)
{
    auto value = decodeFields<TrainingFigures>(json, path);
    value.source = calibratedSource(std::move(value.source));
    return value;
}

nlohmann::json encodeJson(const DeviceType& value)
{
    return encodeFields(value);
}

template <>
DeviceType decodeJson<DeviceType>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<DeviceType>(json, path);
}

nlohmann::json encodeJson(const Offer& value)
{
    return encodeFields(value);
}

template <>
Offer decodeJson<Offer>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<Offer>(json, path);
}

nlohmann::json encodeJson(const ClusterGroup& value)
{
    return encodeFields(value);
}

template <>
ClusterGroup decodeJson<ClusterGroup>(const nlohmann::json& json, const std::string& path)
{
    auto value = decodeFields<ClusterGroup>(json, path);
    // validateForPlanning() checks the rest: files of other programs may contain 0 for unknown values.
    requireCount(pathOf(pathOf(path, "device"), "memory_bytes"), static_cast<double>(value.device.memory.value.value),
                 limits::deviceMemory);
    return value;
}

nlohmann::json encodeJson(const Cluster& value)
{
    return encodeFields(value);
}

template <>
Cluster decodeJson<Cluster>(const nlohmann::json& json, const std::string& path)
{
    auto value = decodeFields<Cluster>(json, path);
    requireCount(say(words::common::number_of, pathOf(path, "groups")), static_cast<double>(value.groups.size()),
                 {1, maxGroups});
    double devices = 0;
    for (const ClusterGroup& group : value.groups) {
        devices += static_cast<double>(group.nodes) * group.devices_per_node;
    }
    requireCount(say(words::common::devices_of, pathOf(path, "groups")), devices, {1, limits::clusterDevices});
    return value;
}

}
