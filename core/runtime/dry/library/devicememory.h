// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace stagecraft::dry {

// Numbers that device memory is addressed by. No host memory lies there: 32 to 48 TiB of a process's 128.
constexpr std::uint64_t firstAddress = 0x2000'0000'0000;
constexpr std::uint64_t lastAddress = 0x3000'0000'0000;

// The driver gives out device memory in pages of this size.
constexpr std::uint64_t pageBytes = std::uint64_t {2} << 20;

constexpr bool isDeviceAddress(const void* pointer)
{
    const auto address = reinterpret_cast<std::uint64_t>(pointer);
    return address >= firstAddress && address < lastAddress;
}

// The memory of all devices of this process, of which nothing is stored. Any thread.
class DeviceMemory {
public:
    struct Range {
        std::uint64_t address = 0;
        std::uint64_t bytes = 0; // in whole pages
        int device = 0;
    };

    // All of this process.
    static DeviceMemory& instance();

    // Takes pages of a device and gives them an address. Nothing when they exceed what is free.
    std::optional<std::uint64_t> allocate(int device, std::uint64_t bytes);
    // False when nothing was allocated at this address.
    bool release(std::uint64_t address);
    // The allocation or reserved range that an address lies in.
    std::optional<Range> find(std::uint64_t address) const;

    // Virtual memory management: pages without an address, and addresses without pages.
    bool takePages(int device, std::uint64_t bytes);
    void returnPages(int device, std::uint64_t bytes);
    std::uint64_t reserveAddresses(std::uint64_t bytes);
    void freeAddresses(std::uint64_t address);

    std::uint64_t free(int device) const;

private:
    DeviceMemory();
    bool takeLocked(int device, std::uint64_t bytes);
    std::uint64_t addressLocked(std::uint64_t bytes);

    mutable std::mutex m_mutex;
    std::vector<std::uint64_t> m_used; // bytes by device
    std::map<std::uint64_t, Range> m_ranges; // by address; reserved ranges have device -1
    std::uint64_t m_next = firstAddress;
};

}
