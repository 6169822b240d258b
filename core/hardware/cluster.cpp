// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/cluster.h"

#include "core/hardware/catalogue.h"
#include "core/hardware/clusterlimits.h"
#include "core/hardware/clusterprice.h"
#include "core/words/hardware.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace stagecraft {

namespace {

std::optional<double> numberFrom(std::string_view text)
{
    double value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = status == std::errc() && end == text.data() + text.size();
    return whole && std::isfinite(value) && value > 0 ? std::optional(value) : std::nullopt;
}

// Removes "NUMBERx" from the front of `text`.
std::optional<int> takeCount(std::string_view& text)
{
    int value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status != std::errc() || end == text.data() + text.size() || *end != 'x' || value < 1 || value > maxDevices) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
    return value;
}

// Removes and returns the text after the last `mark`.
std::optional<std::string_view> takeTail(std::string_view& text, char mark)
{
    const auto at = text.rfind(mark);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view tail = text.substr(at + 1);
    text = text.substr(0, at);
    return tail;
}

std::string quoted(std::string_view text)
{
    return "\"" + std::string(text) + "\"";
}

// Returns the reason why a device memory is invalid; empty if it is valid.
Message memoryFault(std::string_view text, const DeviceType& device)
{
    const auto bytes = parseBytes(text);
    if (bytes && *bytes < leastDeviceMemory && text.find_first_not_of("0123456789.") == std::string_view::npos) {
        return say(words::hardware::no_unit, quoted(text));
    }
    if (!bytes || *bytes < leastDeviceMemory || *bytes > mostDeviceMemory) {
        return say(words::hardware::no_memory, quoted(text), leastDeviceMemory, mostDeviceMemory);
    }
    return *bytes > device.context.value ? Message()
                                         : say(words::hardware::memory_of_driver, quoted(text), device.context.value);
}

// Sets the price of the nodes to the amount in `text`, or applies the offer that it names. Returns the reason if
// neither is possible, else empty.
Message takePrice(std::string_view text, ClusterGroup& group)
{
    if (const auto amount = numberFrom(text)) {
        group.price_per_node = UsdPerHour(*amount);
        return {};
    }
    if (!text.empty() && text.find_first_not_of("+-.0123456789eE") == std::string_view::npos) {
        return say(words::hardware::no_price, quoted(text));
    }
    const auto book = offers();
    const Offer* offer = book->find(text, group.device.name, group.devices_per_node);
    if (offer == nullptr) {
        return say(words::hardware::neither_price_nor_offer, quoted(text), group.devices_per_node, group.device.name,
                   book->idsOf(group.device.name, group.devices_per_node));
    }
    takeOffer(group, *offer);
    return {};
}

}

double computeCapability(const DeviceType& device)
{
    double capability = 0;
    if (device.compute_capability) {
        const std::string& text = *device.compute_capability;
        std::from_chars(text.data(), text.data() + text.size(), capability);
    }
    return capability;
}

int Cluster::devices() const
{
    std::int64_t count = 0; // not validated yet, so it may be large
    for (const ClusterGroup& group : groups) {
        count += std::int64_t(group.nodes) * group.devices_per_node;
    }
    return static_cast<int>(std::clamp<std::int64_t>(count, INT32_MIN, INT32_MAX));
}

std::optional<Bytes> parseBytes(std::string_view text)
{
    struct Unit {
        std::string_view suffix;
        double size;
    };
    constexpr std::array units {Unit {"TiB", 1099511627776.0},
                                Unit {"GiB", 1073741824.0},
                                Unit {"MiB", 1048576.0},
                                Unit {"KiB", 1024.0},
                                Unit {"TB", 1e12},
                                Unit {"GB", 1e9},
                                Unit {"MB", 1e6},
                                Unit {"KB", 1e3},
                                Unit {"B", 1}};
    double size = 1;
    for (const Unit& unit : units) {
        if (text.ends_with(unit.suffix)) {
            text.remove_suffix(unit.suffix.size());
            size = unit.size;
            break;
        }
    }
    const auto number = numberFrom(text);
    if (!number || *number * size > 1e18 || *number * size < 1) {
        return std::nullopt;
    }
    return Bytes(static_cast<std::int64_t>(std::llround(*number * size)));
}

namespace {

// Parses one group; `all`: the text of the whole cluster, for errors.
Result<ClusterGroup> parseGroup(std::string_view text, const std::string& all)
{
    const auto malformed = [&](const Message& why) { return failure(ErrorCode::ClusterMalformed, {all, why}); };
    const auto price = takeTail(text, '@');
    const auto memory = takeTail(text, ':');
    const auto first = takeCount(text);
    if (!first) {
        return malformed(say(words::hardware::must_begin_with_count, maxDevices));
    }
    const auto second = takeCount(text);

    const CatalogueEntry* entry = catalogue().find(text);
    if (entry == nullptr) {
        return failure(ErrorCode::DeviceTypeUnknown, {std::string(text), catalogue().namesLike(text)});
    }
    ClusterGroup group;
    group.device = entry->device;
    group.nodes = second ? *first : 1;
    group.devices_per_node = second ? *second : *first;
    group.intra_node = entry->intra_node;
    group.network = entry->network;
    if (memory) {
        if (const Message fault = memoryFault(*memory, group.device); !fault.empty()) {
            return malformed(fault);
        }
        group.device.memory = {*parseBytes(*memory), words::hardware::given_with_cluster, {}};
    }
    if (price) {
        if (const Message fault = takePrice(*price, group); !fault.empty()) {
            return malformed(fault);
        }
    }
    return group;
}

// True if a comma separates groups instead of a "+": it precedes a number and an "x".
bool hasCommaBetweenGroups(std::string_view text)
{
    for (auto at = text.find(','); at != std::string_view::npos; at = text.find(',', at + 1)) {
        const auto first = std::min(text.find_first_not_of(' ', at + 1), text.size());
        const auto after = text.find_first_not_of("0123456789", first);
        if (after != std::string_view::npos && after > first && text[after] == 'x') {
            return true;
        }
    }
    return false;
}

// Returns the end of the first group: a "+" before a number and an "x", as device names and prices may contain "+" too.
std::size_t groupEnd(std::string_view text)
{
    for (auto at = text.find('+'); at != std::string_view::npos; at = text.find('+', at + 1)) {
        const auto after = text.find_first_not_of("0123456789", at + 1);
        if (after != at + 1 && after != std::string_view::npos && text[after] == 'x') {
            return at;
        }
    }
    return text.size();
}

}

Result<Cluster> parseCluster(std::string_view text)
{
    Cluster cluster {std::string(text), {}};
    std::int64_t devices = 0;
    if (hasCommaBetweenGroups(text)) {
        return failure(ErrorCode::ClusterMalformed, {cluster.name, words::hardware::groups_joined_by_plus});
    }
    while (true) {
        const std::size_t end = groupEnd(text);
        auto group = parseGroup(text.substr(0, end), cluster.name);
        if (!group) {
            return failure(group.error());
        }
        devices += static_cast<std::int64_t>(group->nodes) * group->devices_per_node;
        if (devices > maxDevices) {
            return failure(ErrorCode::ClusterMalformed,
                           {cluster.name, say(words::hardware::too_many_devices, maxDevices)});
        }
        if (cluster.groups.size() == maxGroups) {
            return failure(ErrorCode::ClusterMalformed,
                           {cluster.name, say(words::hardware::too_many_groups, maxGroups)});
        }
        cluster.groups.push_back(*std::move(group));
        if (end == text.size()) {
            return cluster;
        }
        text.remove_prefix(end + 1);
    }
}

const Link& linkBetween(const ClusterGroup& group, int first, int second)
{
    return first / group.devices_per_node == second / group.devices_per_node ? group.intra_node : group.network;
}

}
