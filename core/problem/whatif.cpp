// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/problem/whatif.h"

#include "core/hardware/catalogue.h"
#include "core/hardware/clustername.h"
#include "core/hardware/clusterprice.h"
#include "core/hardware/linklimits.h"
#include "core/model/scaling.h"
#include "core/words/hardware.h"
#include "core/words/problem.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace stagecraft {

namespace {

constexpr double mostWhole = 1 << 24;
constexpr double mostDevicePrice = 1e9; // $ per device-hour

bool isOfCluster(WhatIfParameter parameter)
{
    return parameter <= WhatIfParameter::Price;
}

// Returns 1024 for "zoo:gpt?layers=2&hidden=1024" and "hidden". Empty if the source does not set the key.
std::optional<std::int64_t> settingOf(const std::string& source, const std::string& key)
{
    for (const char separator : {'?', '&'}) {
        const std::string wanted = separator + key + "=";
        if (const auto at = source.find(wanted); at != std::string::npos) {
            std::int64_t value = 0;
            const char* begin = source.data() + at + wanted.size();
            const auto end = std::from_chars(begin, source.data() + source.size(), value);
            return end.ec == std::errc() ? std::optional(value) : std::nullopt;
        }
    }
    return std::nullopt;
}

tl::unexpected<Error> notOf(const Message& what, const Model& model, const Message& instead)
{
    return failure(ErrorCode::OptionUnsupported, {what, model.name, instead});
}

double hardwareValue(const ClusterGroup& group, WhatIfParameter parameter)
{
    switch (parameter) {
    case WhatIfParameter::Nodes:
        return group.nodes;
    case WhatIfParameter::NodeDevices:
        return group.devices_per_node;
    case WhatIfParameter::Memory:
        return static_cast<double>(group.device.memory.value.value);
    case WhatIfParameter::NodeLink:
        return group.intra_node.bandwidth.value;
    case WhatIfParameter::Network:
        return group.network.bandwidth.value;
    default:
        return group.price_per_node ? group.price_per_node->value / group.devices_per_node : 0;
    }
}

void setPrice(ClusterGroup& group, double of_a_device)
{
    group.offer.reset();
    group.price_per_node.reset();
    if (of_a_device > 0) {
        group.price_per_node = UsdPerHour(of_a_device * group.devices_per_node);
    }
}

void setHardware(ClusterGroup& group, WhatIfParameter parameter, double value)
{
    switch (parameter) {
    case WhatIfParameter::Nodes:
        group.nodes = static_cast<int>(value);
        break;
    case WhatIfParameter::NodeDevices: {
        const double price = hardwareValue(group, WhatIfParameter::Price);
        group.devices_per_node = static_cast<int>(value);
        setPrice(group, price);
        break;
    }
    case WhatIfParameter::Memory:
        group.device.memory = {
            Bytes(static_cast<std::int64_t>(std::llround(value))), words::hardware::given_with_cluster, {}};
        break;
    case WhatIfParameter::NodeLink:
        group.intra_node = {BytesPerSecond(value), group.intra_node.latency, words::hardware::given_as_what_if, {}};
        break;
    case WhatIfParameter::Network:
        group.network = {BytesPerSecond(value), group.network.latency, words::hardware::given_as_what_if, {}};
        break;
    default:
        setPrice(group, value);
        break;
    }
}

Result<Problem> withDepth(const Problem& problem, int count)
{
    const auto layers = repeatedLayers(problem.model);
    if (!layers) {
        return failure(layers.error());
    }
    Problem changed = problem;
    changed.model = withRepeats(problem.model, *layers, count);
    return changed;
}

Result<Problem> withModelWidth(const Problem& problem, std::int64_t width)
{
    const auto option = widthOption(problem.model);
    if (!option) {
        return failure(option.error());
    }
    auto model = withWidth(problem.model, *option, width);
    if (!model) {
        return failure(model.error());
    }
    Problem changed = problem;
    changed.model = *std::move(model);
    return changed;
}

std::pair<double, double> limitsOf(WhatIfParameter parameter)
{
    switch (parameter) {
    case WhatIfParameter::Memory:
        return {static_cast<double>(leastDeviceMemory.value), static_cast<double>(mostDeviceMemory.value)};
    case WhatIfParameter::NodeLink:
    case WhatIfParameter::Network:
        return {leastBandwidth.value, mostBandwidth.value};
    case WhatIfParameter::Price:
        return {0, mostDevicePrice};
    default:
        return {1, mostWhole};
    }
}

Message nameOfParameter(WhatIfParameter parameter)
{
    switch (parameter) {
    case WhatIfParameter::Nodes:
        return words::problem::what_if_nodes;
    case WhatIfParameter::NodeDevices:
        return words::problem::what_if_node_devices;
    case WhatIfParameter::Memory:
        return words::problem::what_if_memory;
    case WhatIfParameter::NodeLink:
        return words::problem::what_if_node_link;
    case WhatIfParameter::Network:
        return words::problem::what_if_network;
    case WhatIfParameter::Price:
        return words::problem::what_if_price;
    case WhatIfParameter::Batch:
        return words::problem::what_if_batch;
    case WhatIfParameter::Sequence:
        return words::problem::what_if_sequence;
    case WhatIfParameter::Depth:
        return words::problem::what_if_depth;
    case WhatIfParameter::Width:
        break;
    }
    return words::problem::what_if_width;
}

// Converts to the unit of the parameter's displayed name.
Argument amountOf(WhatIfParameter parameter, double value)
{
    if (parameter == WhatIfParameter::NodeLink || parameter == WhatIfParameter::Network) {
        return value / 1e9;
    }
    if (parameter == WhatIfParameter::Price) {
        return value;
    }
    constexpr double most = 9e18;
    const auto whole = std::isnan(value) ? 0 : static_cast<std::int64_t>(std::clamp(value, -most, most));
    return parameter == WhatIfParameter::Memory ? Argument(Bytes(whole)) : Argument(whole);
}

std::vector<double> factorsOf(WhatIfParameter parameter)
{
    switch (parameter) {
    case WhatIfParameter::Memory:
        return {0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1.25, 1.5, 2, 3, 4};
    case WhatIfParameter::NodeLink:
    case WhatIfParameter::Network:
        return {0.125, 0.25, 0.5, 2, 4, 8};
    case WhatIfParameter::Price:
        return {0.25, 0.5, 0.75, 1.5, 2, 4};
    case WhatIfParameter::Depth:
    case WhatIfParameter::Width:
        return {0.25, 0.5, 0.75, 1.5, 2, 3, 4};
    default:
        return {0.0625, 0.125, 0.25, 0.5, 2, 4, 8, 16};
    }
}

}

double wholeMebibytes(double bytes)
{
    constexpr double mebibyte = 1 << 20;
    return bytes < mebibyte ? bytes : std::round(bytes / mebibyte) * mebibyte;
}

bool isWhole(WhatIfParameter parameter)
{
    return !isOfCluster(parameter) || parameter == WhatIfParameter::Nodes || parameter == WhatIfParameter::NodeDevices;
}

Result<double> whatIfValue(const Problem& problem, WhatIfParameter parameter)
{
    if (isOfCluster(parameter)) {
        if (const auto one = requireOneGroup(problem, words::problem::what_if_hardware); !one) {
            return failure(one.error());
        }
        return hardwareValue(problem.cluster.groups.front(), parameter);
    }
    if (parameter == WhatIfParameter::Batch) {
        return static_cast<double>(problem.workload.global_batch);
    }
    if (parameter == WhatIfParameter::Sequence) {
        return hasGivenCosts(problem.model) ? Result<double>(
                   notOf(words::problem::sequence_of_table, problem.model, words::problem::model_of_sequences))
                                            : static_cast<double>(problem.workload.sequence);
    }
    if (parameter == WhatIfParameter::Depth) {
        const auto layers = repeatedLayers(problem.model);
        return layers ? Result<double>(layers->count) : failure(layers.error());
    }
    const auto option = widthOption(problem.model);
    if (!option) {
        return failure(option.error());
    }
    const auto width = settingOf(problem.model.source, option->key);
    return width ? Result<double>(static_cast<double>(*width))
                 : notOf(words::problem::width_of_model, problem.model, words::problem::source_with_width);
}

Result<Problem> withWhatIfValue(const Problem& problem, WhatIfParameter parameter, double value)
{
    const auto known = whatIfValue(problem, parameter);
    if (!known) {
        return failure(known.error());
    }
    if (*known == value) {
        return problem; // keeps the offer and the source of a number
    }
    const auto [least, most] = limitsOf(parameter);
    if (!(value >= least && value <= most)) {
        return failure(ErrorCode::OptionOutOfRange,
                       {nameOfParameter(parameter), amountOf(parameter, value), amountOf(parameter, least),
                        amountOf(parameter, most)});
    }
    Problem changed = problem;
    if (isOfCluster(parameter)) {
        setHardware(changed.cluster.groups.front(), parameter, value);
        changed.cluster.name = clusterName(changed.cluster.groups.front());
        return changed;
    }
    const auto whole = static_cast<std::int64_t>(value);
    switch (parameter) {
    case WhatIfParameter::Batch:
        changed.workload.global_batch = whole;
        return changed;
    case WhatIfParameter::Sequence:
        changed.workload.sequence = whole;
        return changed;
    case WhatIfParameter::Depth:
        return withDepth(problem, static_cast<int>(whole));
    default:
        return withModelWidth(problem, whole);
    }
}

std::vector<double> whatIfStops(const Problem& problem, WhatIfParameter parameter)
{
    const auto own = whatIfValue(problem, parameter);
    if (!own) {
        return {};
    }
    std::vector<double> stops {*own};
    if (parameter == WhatIfParameter::Nodes || parameter == WhatIfParameter::NodeDevices) {
        for (int count = 1; count <= (parameter == WhatIfParameter::Nodes ? 128 : 16); count *= 2) {
            stops.push_back(count);
        }
    } else if (parameter == WhatIfParameter::Price && *own == 0) {
        stops.insert(stops.end(), {0.5, 1, 2, 4, 8});
    } else {
        const auto width =
            parameter == WhatIfParameter::Width ? widthOption(problem.model) : failure(ErrorCode::Cancelled);
        const double multiple = width ? static_cast<double>(width->multiple) : 1;
        for (const double factor : factorsOf(parameter)) {
            const double stop = *own * factor;
            stops.push_back(isWhole(parameter)                         ? std::floor(stop / multiple) * multiple
                                : parameter == WhatIfParameter::Memory ? wholeMebibytes(stop)
                                                                       : stop);
        }
    }
    const double most = parameter == WhatIfParameter::Sequence ? static_cast<double>(problem.model.longest_sequence)
                                                               : std::max(mostWhole, *own);
    std::erase_if(stops, [&](double stop) { return isWhole(parameter) && (stop < 1 || stop > most); });
    std::sort(stops.begin(), stops.end());
    stops.erase(std::unique(stops.begin(), stops.end()), stops.end());
    return stops;
}

Result<Cluster> withDevice(const Cluster& cluster, const std::string& device, const ChosenOffers& chosen)
{
    if (cluster.groups.size() != 1) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::problem::several_groups, words::problem::other_device, words::problem::one_group});
    }
    const CatalogueEntry* entry = catalogue().find(device);
    if (entry == nullptr) {
        return failure(ErrorCode::DeviceTypeUnknown, {device, catalogue().namesLike(device)});
    }
    ClusterGroup group = cluster.groups.front();
    group.device = entry->device;
    group.intra_node = entry->intra_node;
    group.network = entry->network;
    group.offer.reset();
    group.price_per_node.reset();
    if (chosen.apply(group)) {
        return Cluster {clusterName(group), {group}};
    }
    const auto book = offers();
    if (const auto cheapest = cheapestOnDemand(*book, group)) {
        takeOffer(group, *cheapest);
    }
    return Cluster {clusterName(group), {group}};
}

void WhatIf::forgetChanged(const Problem& before, const Problem& after)
{
    const auto forget = [this](std::initializer_list<WhatIfParameter> forgotten) {
        for (const WhatIfParameter parameter : forgotten) {
            values.erase(parameter);
        }
    };
    if (before.cluster != after.cluster) {
        cluster.reset();
        std::erase_if(values, [](const auto& entry) { return isOfCluster(entry.first); });
    }
    if (before.model != after.model) {
        forget({WhatIfParameter::Sequence, WhatIfParameter::Depth, WhatIfParameter::Width});
    }
    if (before.workload.global_batch != after.workload.global_batch) {
        forget({WhatIfParameter::Batch});
    }
    if (before.workload.sequence != after.workload.sequence) {
        forget({WhatIfParameter::Sequence});
    }
}

Result<Problem> WhatIf::of(const Problem& problem, const ChosenOffers& chosen) const
{
    Problem changed = problem;
    if (cluster) {
        changed.cluster = *cluster;
    }
    for (const auto& [parameter, value] : values) {
        auto next = withWhatIfValue(changed, parameter, value);
        if (!next) {
            return failure(next.error());
        }
        changed = *std::move(next);
        if (parameter == WhatIfParameter::NodeDevices) {
            ClusterGroup group = changed.cluster.groups.front();
            if (chosen.apply(group) && group.price_per_node) {
                changed.cluster = {clusterName(group), {group}};
            }
        }
    }
    if (const auto valid = validate(changed); !valid) {
        return failure(valid.error());
    }
    if (const auto valid = validateForPlanning(changed); !valid) {
        return failure(valid.error());
    }
    return changed;
}

}
