// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/dry/library/devicememory.h"

#include "core/runtime/dry/library/settings.h"

#include <algorithm>

namespace stagecraft::dry {

namespace {

constexpr int noDevice = -1;

std::uint64_t inPages(std::uint64_t bytes)
{
    return (bytes + pageBytes - 1) / pageBytes * pageBytes;
}

}

DeviceMemory& DeviceMemory::instance()
{
    // Never destroyed: libtorch frees memory during process exit.
    static auto* memory = new DeviceMemory;
    return *memory;
}

DeviceMemory::DeviceMemory()
    : m_used(static_cast<std::size_t>(std::max(1, settings().devices)), inPages(settings().context))
{
}

std::optional<std::uint64_t> DeviceMemory::allocate(int device, std::uint64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    if (bytes > settings().memory || !takeLocked(device, inPages(bytes))) {
        return std::nullopt;
    }
    const std::uint64_t address = addressLocked(inPages(bytes));
    m_ranges[address] = {address, inPages(bytes), device};
    return address;
}

bool DeviceMemory::release(std::uint64_t address)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_ranges.find(address);
    if (found == m_ranges.end() || found->second.device == noDevice) {
        return false;
    }
    m_used[static_cast<std::size_t>(found->second.device)] -= found->second.bytes;
    m_ranges.erase(found);
    return true;
}

std::optional<DeviceMemory::Range> DeviceMemory::find(std::uint64_t address) const
{
    const std::lock_guard lock(m_mutex);
    auto after = m_ranges.upper_bound(address);
    if (after == m_ranges.begin()) {
        return std::nullopt;
    }
    const Range& range = std::prev(after)->second;
    return address < range.address + range.bytes ? std::optional(range) : std::nullopt;
}

bool DeviceMemory::takePages(int device, std::uint64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    return bytes <= settings().memory && takeLocked(device, inPages(bytes));
}

void DeviceMemory::returnPages(int device, std::uint64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_used[static_cast<std::size_t>(device)] -= inPages(bytes);
}

std::uint64_t DeviceMemory::reserveAddresses(std::uint64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    const std::uint64_t address = addressLocked(inPages(bytes));
    m_ranges[address] = {address, inPages(bytes), noDevice};
    return address;
}

void DeviceMemory::freeAddresses(std::uint64_t address)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_ranges.find(address);
    if (found != m_ranges.end() && found->second.device == noDevice) {
        m_ranges.erase(found);
    }
}

std::uint64_t DeviceMemory::free(int device) const
{
    const std::lock_guard lock(m_mutex);
    const std::uint64_t used = m_used.at(static_cast<std::size_t>(device));
    return used < settings().memory ? settings().memory - used : 0;
}

bool DeviceMemory::takeLocked(int device, std::uint64_t bytes)
{
    std::uint64_t& used = m_used.at(static_cast<std::size_t>(device));
    if (used + bytes > settings().memory) {
        return false;
    }
    used += bytes;
    return true;
}

// Addresses are reused only after the whole range was used. A page between two ranges keeps them from being adjacent.
std::uint64_t DeviceMemory::addressLocked(std::uint64_t bytes)
{
    if (m_next + bytes + pageBytes > lastAddress) {
        m_next = firstAddress;
    }
    for (auto next = m_ranges.lower_bound(m_next); next != m_ranges.end() && next->first < m_next + bytes + pageBytes;
         ++next) {
        m_next = next->first + next->second.bytes + pageBytes;
    }
    const std::uint64_t address = m_next;
    m_next += bytes + pageBytes;
    return address;
}

}
