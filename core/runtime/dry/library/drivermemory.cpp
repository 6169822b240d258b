// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Virtual memory management of the CUDA driver, on which the caching allocator's expandable segments are built.
#include "core/runtime/dry/library/devicememory.h"
#include "core/runtime/dry/library/exports.h"
#include "core/runtime/dry/library/settings.h"
#include "core/runtime/dry/library/status.h"

#include <cstring>

using namespace stagecraft::dry;

DRY_EXPORT int cuMemGetAllocationGranularity(std::size_t* bytes, const void*, int)
{
    *bytes = pageBytes;
    return success;
}

DRY_EXPORT int cuMemAddressReserve(std::uint64_t* address, std::size_t bytes, std::size_t, std::uint64_t,
                                   unsigned long long)
{
    *address = DeviceMemory::instance().reserveAddresses(bytes);
    return success;
}

DRY_EXPORT int cuMemAddressFree(std::uint64_t address, std::size_t)
{
    DeviceMemory::instance().freeAddresses(address);
    return success;
}

namespace {

struct Pages {
    int device;
    std::size_t bytes;
};

std::mutex pages_mutex;
std::map<std::uint64_t, Pages>& pagesByHandle()
{
    static auto* all = new std::map<std::uint64_t, Pages>;
    return *all;
}

}

DRY_EXPORT int cuMemCreate(std::uint64_t* handle, std::size_t bytes, const void* properties, unsigned long long)
{
    // Layout of CUmemAllocationProp: type, requested handle types, and the location's type and id.
    int device = 0;
    std::memcpy(&device, static_cast<const char*>(properties) + 3 * sizeof(int), sizeof device);
    if (device < 0 || device >= settings().devices) {
        return invalidDevice;
    }
    if (!DeviceMemory::instance().takePages(device, bytes)) {
        return outOfMemory;
    }
    *handle = reinterpret_cast<std::uint64_t>(newHandle());
    const std::lock_guard lock(pages_mutex);
    pagesByHandle()[*handle] = {device, bytes};
    return success;
}

DRY_EXPORT int cuMemRelease(std::uint64_t handle)
{
    const std::lock_guard lock(pages_mutex);
    const auto found = pagesByHandle().find(handle);
    if (found == pagesByHandle().end()) {
        return invalidValue;
    }
    DeviceMemory::instance().returnPages(found->second.device, found->second.bytes);
    pagesByHandle().erase(found);
    return success;
}

DRY_ACCEPT(cuMemMap)
DRY_ACCEPT(cuMemUnmap)
DRY_ACCEPT(cuMemSetAccess)

// Handles shared between processes or devices. torch before 2.9 looks these up together with the others and aborts if
// one is missing, but calls them only for symmetric memory and for exported tensors.
DRY_REFUSE(cuMemExportToShareableHandle)
DRY_REFUSE(cuMemImportFromShareableHandle)
DRY_REFUSE(cuMulticastCreate)
DRY_REFUSE(cuMulticastAddDevice)
DRY_REFUSE(cuMulticastBindMem)
