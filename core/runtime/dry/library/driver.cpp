// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Functions of the CUDA driver called by libtorch, Triton and code compiled at run time.
#include "core/runtime/dry/library/devicememory.h"
#include "core/runtime/dry/library/exports.h"
#include "core/runtime/dry/library/settings.h"
#include "core/runtime/dry/library/status.h"

#include <cstdio>
#include <cstring>

using namespace stagecraft::dry;

DRY_EXPORT int cudaDeviceGetAttribute(int* value, int attribute, int device);
DRY_EXPORT int cudaDriverGetVersion(int* version);
DRY_EXPORT int cudaMemcpy(void* to, const void* from, std::size_t bytes, int kind);
DRY_EXPORT int cudaMemset(void* to, int value, std::size_t bytes);
DRY_EXPORT const char* cudaGetErrorName(int status);
DRY_EXPORT const char* cudaGetErrorString(int status);

namespace {

void* primaryContext()
{
    static void* const only = newHandle();
    return only;
}

}

DRY_ACCEPT(cuInit)

DRY_EXPORT int cuDriverGetVersion(int* version)
{
    return cudaDriverGetVersion(version);
}

DRY_EXPORT int cuDeviceGetCount(int* count)
{
    *count = settings().devices;
    return success;
}

DRY_EXPORT int cuDeviceGet(int* device, int ordinal)
{
    *device = ordinal;
    return ordinal >= 0 && ordinal < settings().devices ? success : invalidDevice;
}

DRY_EXPORT int cuDeviceGetName(char* name, int size, int)
{
    std::snprintf(name, static_cast<std::size_t>(size), "%s", settings().name.c_str());
    return success;
}

DRY_EXPORT int cuDeviceTotalMem_v2(std::size_t* bytes, int)
{
    *bytes = settings().memory;
    return success;
}

DRY_EXPORT int cuDeviceGetAttribute(int* value, int attribute, int device)
{
    return cudaDeviceGetAttribute(value, attribute, device);
}

DRY_EXPORT int cuDevicePrimaryCtxGetState(int, unsigned* flags, int* active)
{
    if (flags) {
        *flags = 0;
    }
    *active = 1;
    return success;
}

DRY_EXPORT int cuDevicePrimaryCtxRetain(void** context, int)
{
    *context = primaryContext();
    return success;
}

DRY_EXPORT int cuCtxGetCurrent(void** context)
{
    *context = primaryContext();
    return success;
}

DRY_EXPORT int cuCtxPopCurrent_v2(void** context)
{
    if (context) {
        *context = primaryContext();
    }
    return success;
}

DRY_EXPORT int cuCtxGetDevice(int* device)
{
    *device = currentDevice();
    return success;
}

DRY_EXPORT int cuCtxGetLimit(std::size_t* value, int)
{
    *value = 0;
    return success;
}

DRY_ACCEPT(cuCtxSetCurrent)
DRY_ACCEPT(cuCtxPushCurrent_v2)
DRY_ACCEPT(cuCtxSetLimit)
DRY_ACCEPT(cuCtxSynchronize)
DRY_ACCEPT(cuDevicePrimaryCtxRelease_v2)

DRY_EXPORT int cuGetErrorString(int status, const char** text)
{
    *text = cudaGetErrorString(status);
    return success;
}

DRY_EXPORT int cuGetErrorName(int status, const char** text)
{
    *text = cudaGetErrorName(status);
    return success;
}

DRY_EXPORT int cuMemGetInfo_v2(std::size_t* free, std::size_t* total)
{
    *total = settings().memory;
    *free = DeviceMemory::instance().free(currentDevice());
    return success;
}

DRY_EXPORT int cuPointerGetAttribute(void* value, int attribute, std::uint64_t address)
{
    constexpr int memoryType = 2;
    constexpr int devicePointer = 3;
    constexpr int deviceMemoryType = 2;
    constexpr int deviceOrdinal = 9;
    if (!isDeviceAddress(reinterpret_cast<void*>(address))) {
        return invalidValue;
    }
    const auto range = DeviceMemory::instance().find(address);
    const int device = range && range->device >= 0 ? range->device : currentDevice();
    if (attribute == devicePointer) {
        std::memcpy(value, &address, sizeof address);
    } else if (attribute == memoryType) {
        std::memcpy(value, &deviceMemoryType, sizeof deviceMemoryType);
    } else if (attribute == deviceOrdinal) {
        std::memcpy(value, &device, sizeof device);
    } else {
        return refuse("cuPointerGetAttribute");
    }
    return success;
}

DRY_CREATE(cuModuleLoad)
DRY_CREATE(cuModuleLoadData)
DRY_CREATE(cuModuleLoadDataEx)
DRY_CREATE(cuModuleGetFunction)
DRY_CREATE(cuLibraryLoadData)
DRY_CREATE(cuLibraryGetKernel)
DRY_CREATE(cuKernelGetFunction)
DRY_ACCEPT(cuModuleUnload)
DRY_ACCEPT(cuLibraryUnload)

DRY_EXPORT int cuModuleGetGlobal_v2(std::uint64_t* address, std::size_t* bytes, void*, const char*)
{
    static const std::uint64_t globals = DeviceMemory::instance().reserveAddresses(pageBytes);
    *address = globals;
    if (bytes) {
        *bytes = pageBytes;
    }
    return success;
}

DRY_EXPORT int cuFuncGetAttribute(int* value, int attribute, void*)
{
    constexpr int threadsPerBlock = 0;
    constexpr int registersPerThread = 4;
    *value = attribute == threadsPerBlock ? 1024 : attribute == registersPerThread ? 32 : 0;
    return success;
}

DRY_EXPORT int cuOccupancyMaxActiveClusters(int* clusters, void*, const void*)
{
    *clusters = settings().multiprocessors;
    return success;
}

DRY_EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void*, int, std::size_t)
{
    *blocks = 2;
    return success;
}

DRY_ACCEPT(cuFuncSetAttribute)
DRY_ACCEPT(cuFuncSetCacheConfig)
DRY_LAUNCH(cuLaunchKernel)
DRY_LAUNCH(cuLaunchKernelEx)
DRY_LAUNCH(cuLaunchCooperativeKernel)
DRY_ACCEPT(cuTensorMapEncodeTiled)
DRY_ACCEPT(cuStreamSynchronize)

namespace {

// The runtime's copy functions determine by themselves if an address is on the host or a device.
int copy(void* to, const void* from, std::size_t bytes)
{
    constexpr int eitherWay = 4; // cudaMemcpyDefault
    return cudaMemcpy(to, from, bytes, eitherWay);
}

void* pointerTo(std::uint64_t address)
{
    return reinterpret_cast<void*>(address);
}

}

DRY_EXPORT int cuMemsetD8Async(std::uint64_t to, unsigned char value, std::size_t count, void*)
{
    return cudaMemset(pointerTo(to), value, count);
}

DRY_EXPORT int cuMemsetD32Async(std::uint64_t to, unsigned value, std::size_t count, void*)
{
    return cudaMemset(pointerTo(to), static_cast<int>(value), count * sizeof value);
}

DRY_LAUNCH(cuStreamWriteValue32)

DRY_EXPORT int cuMemcpyDtoHAsync_v2(void* to, std::uint64_t from, std::size_t bytes, void*)
{
    return copy(to, pointerTo(from), bytes);
}

DRY_EXPORT int cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t bytes)
{
    return copy(to, pointerTo(from), bytes);
}

DRY_EXPORT int cuMemcpyHtoDAsync_v2(std::uint64_t to, const void* from, std::size_t bytes, void*)
{
    return copy(pointerTo(to), from, bytes);
}

DRY_EXPORT int cuMemcpyHtoD_v2(std::uint64_t to, const void* from, std::size_t bytes)
{
    return copy(pointerTo(to), from, bytes);
}
