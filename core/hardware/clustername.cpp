// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/clustername.h"

#include "core/base/format.h"
#include "core/hardware/catalogue.h"

#include <array>
#include <charconv>

namespace stagecraft {

namespace {

std::string exactMemory(Bytes memory)
{
    constexpr std::int64_t mebibyte = 1 << 20;
    constexpr std::int64_t gibibyte = 1 << 30;
    if (memory.value % gibibyte == 0) {
        return std::to_string(memory.value / gibibyte) + "GiB";
    }
    return memory.value % mebibyte == 0 ? std::to_string(memory.value / mebibyte) + "MiB"
                                        : std::to_string(memory.value) + "B";
}

// Formats a price as the shortest number that reads back exactly.
std::string exactPrice(UsdPerHour price)
{
    std::array<char, 32> digits {};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), price.value, std::chars_format::fixed);
    return end.ec == std::errc() ? std::string(digits.data(), end.ptr) : formatNumber(price.value);
}

std::string linkWords(const char* which, const Link& link)
{
    return std::string(", ") + which + " " + formatNumber(link.bandwidth.value / 1e9) + " GB/s";
}

}

std::string clusterName(const ClusterGroup& group)
{
    const CatalogueEntry* entry = catalogue().find(group.device.name);
    std::string text = (group.nodes > 1 ? std::to_string(group.nodes) + "x" : std::string())
        + std::to_string(group.devices_per_node) + "x" + group.device.name;
    if (entry == nullptr || entry->device.memory != group.device.memory) {
        text += ":" + exactMemory(group.device.memory);
    }
    if (group.offer) {
        text += "@" + group.offer->id();
    } else if (group.price_per_node) {
        text += "@" + exactPrice(*group.price_per_node);
    }
    if (entry == nullptr) {
        return text;
    }
    const auto offered = [&](const std::optional<Link> Offer::*link, const Link& usual) {
        return group.offer && (*group.offer).*link ? *((*group.offer).*link) : usual;
    };
    if (offered(&Offer::intra_node, entry->intra_node) != group.intra_node) {
        text += linkWords("links of a node", group.intra_node);
    }
    if (offered(&Offer::network, entry->network) != group.network) {
        text += linkWords("network", group.network);
    }
    return text;
}

}
