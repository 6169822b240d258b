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

// Address range of the simulated device memory: 32 to 48 TiB of a process's 128, where no host memory is mapped.
constexpr std::uint64_t firstAddress = 0x2000'0000'0000;
constexpr std::uint64_t lastAddress = 0x3000'0000'0000;

// Page size in which the driver allocates device memory.
constexpr std::uint64_t pageBytes = std::uint64_t {2} << 20;

constexpr bool isDeviceAddress(const void* pointer)
{
    const auto address = reinterpret_cast<std::uint64_t>(pointer);
    return address >= firstAddress && address < lastAddress;
}

// Bookkeeping for the memory of all simulated devices of this process; no contents are stored. Thread-safe.
class DeviceMemory {
public:
    struct Range {
        std::uint64_t address = 0;
        std::uint64_t bytes = 0; // whole pages
        int device = 0;
    };

    // The instance for this process.
    static DeviceMemory& instance();

    // Allocates pages of a device and returns their address. Empty if they exceed the free memory.
    std::optional<std::uint64_t> allocate(int device, std::uint64_t bytes);
    // Returns false if nothing was allocated at this address.
    bool release(std::uint64_t address);
    // Returns the allocation or reserved range that contains the address.
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
    std::vector<std::uint64_t> m_used; // bytes per device
    std::map<std::uint64_t, Range> m_ranges; // keyed by address; reserved ranges have device -1
    std::uint64_t m_next = firstAddress;
};

}
