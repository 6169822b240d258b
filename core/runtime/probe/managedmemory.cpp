// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/probe/managedmemory.h"

#ifdef STAGECRAFT_CUDA

#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <array>

namespace stagecraft {

namespace {

// The library comes with the driver, but not every toolkit has its header, so the necessary parts are declared here.
struct DeviceHandle;
struct MemoryInfo {
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};
constexpr int success = 0;

class ManagementLibrary {
public:
    ManagementLibrary() : m_library(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL))
    {
        const auto start = find<int (*)()>("nvmlInit_v2");
        m_started = start != nullptr && start() == success;
    }
    ~ManagementLibrary()
    {
        if (const auto stop = find<int (*)()>("nvmlShutdown"); m_started && stop != nullptr) {
            stop();
        }
        if (m_library != nullptr) {
            dlclose(m_library);
        }
    }
    ManagementLibrary(const ManagementLibrary&) = delete;
    ManagementLibrary& operator=(const ManagementLibrary&) = delete;

    std::optional<Bytes> used(const char* busId) const
    {
        const auto open = find<int (*)(const char*, DeviceHandle**)>("nvmlDeviceGetHandleByPciBusId_v2");
        const auto ask = find<int (*)(DeviceHandle*, MemoryInfo*)>("nvmlDeviceGetMemoryInfo");
        DeviceHandle* handle = nullptr;
        MemoryInfo info {};
        const bool known = m_started && open != nullptr && ask != nullptr && open(busId, &handle) == success
            && ask(handle, &info) == success;
        return known ? std::optional(Bytes(static_cast<std::int64_t>(info.used))) : std::nullopt;
    }

private:
    template <typename Function>
    Function find(const char* name) const
    {
        return m_library == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(m_library, name));
    }

    void* m_library;
    bool m_started = false;
};

}

std::optional<Bytes> usedByAllProcesses(int cudaDevice)
{
    std::array<char, 32> busId {};
    if (cudaDeviceGetPCIBusId(busId.data(), static_cast<int>(busId.size()), cudaDevice) != cudaSuccess) {
        cudaGetLastError(); // clears the error, which a later call would report
        return std::nullopt;
    }
    return ManagementLibrary().used(busId.data());
}

}

#else

namespace stagecraft {

std::optional<Bytes> usedByAllProcesses(int)
{
    return std::nullopt;
}

}

#endif
