// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Memory functions of the CUDA runtime. Copies from a device to the host give zeros, except for data copied to the
// device just before.
#include "core/runtime/dry/library/devicememory.h"
#include "core/runtime/dry/library/exports.h"
#include "core/runtime/dry/library/recentcopies.h"
#include "core/runtime/dry/library/settings.h"
#include "core/runtime/dry/library/status.h"

#include <cstdlib>
#include <cstring>

using namespace stagecraft::dry;

namespace {

// cudaPointerAttributes of CUDA 11 to 13; fields added at the end by later versions are not written.
struct PointerAttributes {
    int type;
    int device;
    void* device_pointer;
    void* host_pointer;
};
enum MemoryType : int { unregisteredMemory = 0, hostMemory = 1, deviceMemory = 2 };

void copy(void* to, const void* from, std::size_t bytes)
{
    if (bytes == 0) {
        return;
    }
    if (isDeviceAddress(to) && isDeviceAddress(from)) {
        RecentCopies::instance().forget(to, bytes);
    } else if (isDeviceAddress(to)) {
        RecentCopies::instance().toDevice(to, from, bytes);
    } else if (isDeviceAddress(from)) {
        RecentCopies::instance().toHost(to, from, bytes);
    } else {
        std::memcpy(to, from, bytes);
    }
}

// Registry of pinned host memory: allocations and registered ranges.
class PinnedMemory {
public:
    static PinnedMemory& instance()
    {
        static auto* all = new PinnedMemory;
        return *all;
    }
    void add(const void* begin, std::size_t bytes)
    {
        const std::lock_guard lock(m_mutex);
        m_ranges[reinterpret_cast<std::uintptr_t>(begin)] = bytes;
    }
    void remove(const void* begin)
    {
        const std::lock_guard lock(m_mutex);
        m_ranges.erase(reinterpret_cast<std::uintptr_t>(begin));
    }
    bool contains(const void* pointer) const
    {
        const auto address = reinterpret_cast<std::uintptr_t>(pointer);
        const std::lock_guard lock(m_mutex);
        const auto after = m_ranges.upper_bound(address);
        return after != m_ranges.begin() && address - std::prev(after)->first < std::prev(after)->second;
    }

private:
    mutable std::mutex m_mutex;
    std::map<std::uintptr_t, std::size_t> m_ranges;
};

int allocate(void** pointer, std::size_t bytes)
{
    *pointer = nullptr;
    if (bytes == 0) {
        return success;
    }
    const auto address = DeviceMemory::instance().allocate(currentDevice(), bytes);
    if (!address) {
        return failed(outOfMemory);
    }
    *pointer = reinterpret_cast<void*>(*address);
    return success;
}

int release(void* pointer)
{
    if (pointer && !DeviceMemory::instance().release(reinterpret_cast<std::uint64_t>(pointer))) {
        return failed(invalidValue);
    }
    return success;
}

int allocateHost(void** pointer, std::size_t bytes)
{
    *pointer = std::calloc(1, bytes ? bytes : 1); // the kernel maps pages of large blocks on first use
    if (!*pointer) {
        return failed(outOfMemory);
    }
    PinnedMemory::instance().add(*pointer, bytes);
    return success;
}

}

DRY_EXPORT int cudaMalloc(void** pointer, std::size_t bytes)
{
    return allocate(pointer, bytes);
}

DRY_EXPORT int cudaFree(void* pointer)
{
    return release(pointer);
}

DRY_EXPORT int cudaMallocAsync(void** pointer, std::size_t bytes, void*)
{
    return allocate(pointer, bytes);
}

DRY_EXPORT int cudaFreeAsync(void* pointer, void*)
{
    return release(pointer);
}

DRY_EXPORT int cudaMemGetInfo(std::size_t* free, std::size_t* total)
{
    *total = settings().memory;
    *free = DeviceMemory::instance().free(currentDevice());
    return success;
}

DRY_EXPORT int cudaHostAlloc(void** pointer, std::size_t bytes, unsigned)
{
    return allocateHost(pointer, bytes);
}

DRY_EXPORT int cudaMallocHost(void** pointer, std::size_t bytes)
{
    return allocateHost(pointer, bytes);
}

DRY_EXPORT int cudaFreeHost(void* pointer)
{
    PinnedMemory::instance().remove(pointer);
    std::free(pointer);
    return success;
}

DRY_EXPORT int cudaHostRegister(void* pointer, std::size_t bytes, unsigned)
{
    PinnedMemory::instance().add(pointer, bytes);
    return success;
}

DRY_EXPORT int cudaHostUnregister(void* pointer)
{
    PinnedMemory::instance().remove(pointer);
    return success;
}

DRY_EXPORT int cudaHostGetDevicePointer(void** pointer, void* host, unsigned)
{
    *pointer = host;
    return success;
}

DRY_EXPORT int cudaMemcpy(void* to, const void* from, std::size_t bytes, int)
{
    copy(to, from, bytes);
    return success;
}

DRY_EXPORT int cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, int, void*)
{
    copy(to, from, bytes);
    return success;
}

DRY_EXPORT int cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                 std::size_t width, std::size_t height, int, void*)
{
    if (isDeviceAddress(to)) {
        RecentCopies::instance().forget(to, to_pitch * height);
        return success;
    }
    for (std::size_t row = 0; row < height; ++row) {
        copy(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch, width);
    }
    return success;
}

DRY_EXPORT int cudaMemset(void* to, int value, std::size_t bytes)
{
    if (isDeviceAddress(to)) {
        RecentCopies::instance().forget(to, bytes);
    } else {
        std::memset(to, value, bytes);
    }
    return success;
}

DRY_EXPORT int cudaMemsetAsync(void* to, int value, std::size_t bytes, void*)
{
    return cudaMemset(to, value, bytes);
}

DRY_EXPORT int cudaPointerGetAttributes(PointerAttributes* attributes, const void* pointer)
{
    *attributes = {unregisteredMemory, -1, nullptr, nullptr};
    if (isDeviceAddress(pointer)) {
        const auto range = DeviceMemory::instance().find(reinterpret_cast<std::uint64_t>(pointer));
        *attributes = {deviceMemory, range && range->device >= 0 ? range->device : currentDevice(),
                       const_cast<void*>(pointer), nullptr};
    } else if (PinnedMemory::instance().contains(pointer)) {
        *attributes = {hostMemory, currentDevice(), const_cast<void*>(pointer), const_cast<void*>(pointer)};
    }
    return success;
}

// A symbol in a kernel's code gets memory that real devices keep with the code.
DRY_EXPORT int cudaGetSymbolAddress(void** pointer, const void*)
{
    static const std::uint64_t symbols = DeviceMemory::instance().reserveAddresses(pageBytes);
    *pointer = reinterpret_cast<void*>(symbols);
    return success;
}

DRY_ACCEPT(cudaMemcpyToSymbol)
DRY_ACCEPT(cudaMemcpyToSymbolAsync)

DRY_EXPORT int cudaMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes, void*)
{
    copy(to, from, bytes);
    return success;
}

DRY_EXPORT int cudaDeviceGetDefaultMemPool(void** pool, int)
{
    static void* const only = newHandle();
    *pool = only;
    return success;
}

DRY_ACCEPT(cudaMemPoolSetAttribute)
DRY_ACCEPT(cudaMemPoolSetAccess)
DRY_ACCEPT(cudaMemPoolTrimTo)
