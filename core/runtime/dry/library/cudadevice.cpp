// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Device functions of the CUDA runtime: number and properties of devices.
#include "core/runtime/dry/library/exports.h"
#include "core/runtime/dry/library/settings.h"
#include "core/runtime/dry/library/status.h"

#include <cstdio>
#include <cstring>

using namespace stagecraft::dry;

namespace {

constexpr int warpThreads = 32;
constexpr int blockThreads = 1024;
constexpr int sharedMemoryPerBlock = 48 * 1024;
constexpr int reservedSharedMemory = 1024; // per block, from compute capability 8.0 on
constexpr int registers = 65536;
constexpr int gridWidth = 2147483647;
constexpr int gridHeight = 65535;
constexpr int blockDepth = 64;
constexpr int constantMemory = 65536;
constexpr int l2Bytes = 50 << 20;

// Byte offsets in cudaDeviceProp of the fields that libtorch reads. Up to `minor` both versions are equal.
struct PropertyOffsets {
    std::size_t size;
    std::size_t multiprocessors;
    std::size_t concurrent_kernels;
    std::size_t pci_bus;
    std::size_t async_engines;
    std::size_t unified_addressing;
    std::size_t l2_bytes;
    std::size_t threads_per_multiprocessor;
    std::size_t shared_memory_per_multiprocessor;
    std::size_t registers_per_multiprocessor;
    std::size_t managed_memory;
    std::size_t cooperative_launch;
    std::size_t shared_memory_per_block_optin;
    std::size_t blocks_per_multiprocessor;
    std::size_t reserved_shared_memory_per_block;
};
constexpr PropertyOffsets cuda12 {1032, 388, 576, 584, 600, 604, 616, 624, 640, 648, 652, 688, 696, 712, 720};
constexpr PropertyOffsets cuda13 {1008, 384, 560, 568, 584, 588, 596, 604, 624, 632, 636, 668, 672, 688, 696};

void put(char* properties, std::size_t offset, int value)
{
    std::memcpy(properties + offset, &value, sizeof value);
}

void putSize(char* properties, std::size_t offset, std::size_t value)
{
    std::memcpy(properties + offset, &value, sizeof value);
}

int describe(char* properties, int device, const PropertyOffsets& at)
{
    if (device < 0 || device >= settings().devices) {
        return failed(invalidDevice);
    }
    const Settings& of = settings();
    const Architecture& chip = architecture();
    std::memset(properties, 0, at.size);
    std::snprintf(properties, 256, "%s", of.name.c_str());
    put(properties, 256, device + 1); // first bytes of the UUID
    putSize(properties, 288, of.memory);
    putSize(properties, 296, sharedMemoryPerBlock);
    put(properties, 304, registers);
    put(properties, 308, warpThreads);
    putSize(properties, 312, gridWidth); // largest pitch
    put(properties, 320, blockThreads);
    put(properties, 324, blockThreads);
    put(properties, 328, blockThreads);
    put(properties, 332, blockDepth);
    put(properties, 336, gridWidth);
    put(properties, 340, gridHeight);
    put(properties, 344, gridHeight);
    putSize(properties, 352, constantMemory);
    put(properties, 360, of.major);
    put(properties, 364, of.minor);
    putSize(properties, 368, 512); // texture alignment
    put(properties, at.multiprocessors, of.multiprocessors);
    put(properties, at.concurrent_kernels, 1);
    put(properties, at.pci_bus, device + 1);
    put(properties, at.async_engines, 3);
    put(properties, at.unified_addressing, 1);
    put(properties, at.l2_bytes, l2Bytes);
    put(properties, at.threads_per_multiprocessor, chip.threads_per_multiprocessor);
    putSize(properties, at.shared_memory_per_multiprocessor,
            static_cast<std::size_t>(chip.shared_memory_per_multiprocessor));
    put(properties, at.registers_per_multiprocessor, registers);
    put(properties, at.managed_memory, 1);
    put(properties, at.cooperative_launch, 1);
    putSize(properties, at.shared_memory_per_block_optin, static_cast<std::size_t>(chip.shared_memory_per_block_optin));
    put(properties, at.blocks_per_multiprocessor, chip.blocks_per_multiprocessor);
    putSize(properties, at.reserved_shared_memory_per_block, of.major >= 8 ? reservedSharedMemory : 0);
    return success;
}

}

// Name of the function in CUDA 12's headers.
DRY_EXPORT int cudaGetDeviceProperties_v2(char* properties, int device)
{
    return describe(properties, device, cuda12);
}

DRY_EXPORT int cudaGetDeviceProperties(char* properties, int device)
{
    return describe(properties, device, cuda13);
}

// Attribute numbers of enum cudaDeviceAttr, shared with CUdevice_attribute.
DRY_EXPORT int cudaDeviceGetAttribute(int* value, int attribute, int device)
{
    if (device < 0 || device >= settings().devices) {
        return failed(invalidDevice);
    }
    const Architecture& chip = architecture();
    switch (attribute) {
    case 1: // threads per block
    case 2: // and along x
    case 3: // and along y
        *value = blockThreads;
        break;
    case 4:
        *value = blockDepth;
        break;
    case 5:
        *value = gridWidth;
        break;
    case 6:
    case 7:
        *value = gridHeight;
        break;
    case 8:
        *value = sharedMemoryPerBlock;
        break;
    case 9:
        *value = constantMemory;
        break;
    case 10:
        *value = warpThreads;
        break;
    case 12: // registers per block
    case 82: // and per multiprocessor
        *value = registers;
        break;
    case 16:
        *value = settings().multiprocessors;
        break;
    case 31: // concurrent kernels
    case 41: // unified addressing
    case 78: // stream priorities
    case 83: // managed memory
    case 95: // cooperative launch
    case 102: // virtual memory management
    case 115: // memory pools
        *value = 1;
        break;
    case 33: // PCI bus
        *value = device + 1;
        break;
    case 38:
        *value = l2Bytes;
        break;
    case 39:
        *value = chip.threads_per_multiprocessor;
        break;
    case 40: // copy engines
        *value = 3;
        break;
    case 75:
        *value = settings().major;
        break;
    case 76:
        *value = settings().minor;
        break;
    case 81:
        *value = chip.shared_memory_per_multiprocessor;
        break;
    case 97:
        *value = chip.shared_memory_per_block_optin;
        break;
    case 106:
        *value = chip.blocks_per_multiprocessor;
        break;
    case 111:
        *value = settings().major >= 8 ? reservedSharedMemory : 0;
        break;
    case 120: // block clusters
        *value = settings().major >= 9 ? 1 : 0;
        break;
    default:
        *value = 0;
    }
    return success;
}

DRY_EXPORT int cudaGetDeviceCount(int* count)
{
    *count = settings().devices;
    return success;
}

DRY_EXPORT int cudaGetDevice(int* device)
{
    *device = currentDevice();
    return success;
}

DRY_EXPORT int cudaSetDevice(int device)
{
    return setCurrentDevice(device) ? int {success} : failed(invalidDevice);
}

DRY_EXPORT int cudaDeviceCanAccessPeer(int* can, int device, int peer)
{
    *can = device != peer ? 1 : 0;
    return success;
}

DRY_EXPORT int cudaDeviceGetPCIBusId(char* id, int size, int device)
{
    std::snprintf(id, static_cast<std::size_t>(size), "0000:%02x:00.0", device + 1);
    return success;
}

DRY_EXPORT int cudaDeviceGetStreamPriorityRange(int* least, int* greatest)
{
    *least = 0;
    *greatest = -5;
    return success;
}

DRY_EXPORT int cudaGetLastError()
{
    return takeLastStatus();
}

DRY_EXPORT int cudaPeekAtLastError()
{
    return lastStatus();
}

DRY_EXPORT const char* cudaGetErrorName(int status)
{
    switch (status) {
    case success:
        return "cudaSuccess";
    case invalidValue:
        return "cudaErrorInvalidValue";
    case outOfMemory:
        return "cudaErrorMemoryAllocation";
    case invalidDevice:
        return "cudaErrorInvalidDevice";
    case notSupported:
        return "cudaErrorNotSupported";
    case captureUnsupported:
        return "cudaErrorStreamCaptureUnsupported";
    default:
        return "cudaErrorUnknown";
    }
}

DRY_EXPORT const char* cudaGetErrorString(int status)
{
    switch (status) {
    case success:
        return "no error";
    case invalidValue:
        return "invalid argument";
    case outOfMemory:
        return "out of memory";
    case invalidDevice:
        return "invalid device ordinal";
    case notSupported:
        return "operation not supported by a dry run";
    case captureUnsupported:
        return "operation not permitted when stream is capturing";
    default:
        return "unknown error";
    }
}

DRY_ACCEPT(cudaDeviceSynchronize)
DRY_ACCEPT(cudaDeviceEnablePeerAccess)
DRY_ACCEPT(cudaDeviceSetLimit)
DRY_ACCEPT(cudaProfilerStart)
DRY_ACCEPT(cudaProfilerStop)
