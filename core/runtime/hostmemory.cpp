// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/hostmemory.h"

#include "core/words/worker.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <string>

namespace stagecraft {

namespace {

constexpr Bytes unlimited {std::numeric_limits<std::int64_t>::max()};

// Reads a line "NAME:  12345 kB" of /proc/meminfo.
Bytes memoryInfo(const std::string& name)
{
    std::ifstream file("/proc/meminfo");
    std::string key;
    std::int64_t kibibytes = 0;
    std::string unit;
    while (file >> key >> kibibytes && std::getline(file, unit)) {
        if (key == name + ":") {
            return Bytes(kibibytes * 1024);
        }
    }
    return unlimited;
}

std::optional<std::int64_t> readNumber(const std::string& path)
{
    std::ifstream file(path);
    std::int64_t number = 0;
    // "max" is not a number: no limit
    return file >> number ? std::optional(number) : std::nullopt;
}

struct GroupMemory {
    Bytes limit = unlimited;
    Bytes free = unlimited;
};

void restrictTo(GroupMemory& memory, const std::string& folder, const char* limitName, const char* usageName)
{
    if (const auto limit = readNumber(folder + limitName)) {
        memory.limit = std::min(memory.limit, Bytes(*limit));
        memory.free = std::min(memory.free,
                               Bytes(std::max<std::int64_t>(0, *limit - readNumber(folder + usageName).value_or(0))));
    }
}

// Returns the limits of this process's control groups (version 2 and 1) and of all their ancestors.
GroupMemory groupMemory()
{
    GroupMemory memory;
    std::ifstream file("/proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        const bool unified = line.starts_with("0::");
        if (!unified && line.find(":memory:") == std::string::npos) {
            continue;
        }
        const std::string root = unified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
        std::string group = line.substr(line.rfind(':') + 1);
        while (true) {
            const std::string folder = root + (group == "/" ? "" : group) + "/";
            restrictTo(memory, folder, unified ? "memory.max" : "memory.limit_in_bytes",
                       unified ? "memory.current" : "memory.usage_in_bytes");
            if (group.size() <= 1) {
                break;
            }
            group.resize(std::max<std::size_t>(1, group.rfind('/')));
        }
    }
    return memory;
}

// Returns the bytes of this process in a field of /proc/self/statm.
std::int64_t countedBytes(int field)
{
    std::ifstream file("/proc/self/statm");
    std::int64_t pages = 0;
    for (int i = 0; i <= field && file >> pages; ++i) {}
    return pages * sysconf(_SC_PAGESIZE);
}

// Private writable memory, which RLIMIT_DATA limits.
std::int64_t dataSize()
{
    return countedBytes(5);
}

// Address space, which RLIMIT_AS limits.
std::int64_t addressSpace()
{
    return countedBytes(0);
}

template <typename Resource>
Bytes leftOf(Resource resource, std::int64_t (*counted)())
{
    rlimit limit {};
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur > static_cast<rlim_t>(unlimited.value)) {
        return unlimited;
    }
    return Bytes(std::max<std::int64_t>(0, static_cast<std::int64_t>(limit.rlim_cur) - counted()));
}

}

Bytes hostMemory()
{
    return std::min(memoryInfo("MemTotal"), groupMemory().limit);
}

FreeHostMemory freeHostMemory()
{
    const std::array limits {
        FreeHostMemory {memoryInfo("MemAvailable"), words::worker::machine_memory},
        FreeHostMemory {groupMemory().free, words::worker::group_limit},
        FreeHostMemory {leftOf(RLIMIT_DATA, dataSize), words::worker::data_limit},
        FreeHostMemory {leftOf(RLIMIT_AS, addressSpace), words::worker::address_limit},
    };
    return *std::min_element(limits.begin(), limits.end(),
                             [](const FreeHostMemory& a, const FreeHostMemory& b) { return a.free < b.free; });
}

Bytes availableHostMemory()
{
    return freeHostMemory().free;
}

std::optional<std::int64_t> outOfMemoryKills()
{
    std::ifstream file("/proc/vmstat");
    std::string name;
    std::int64_t number = 0;
    while (file >> name >> number) {
        if (name == "oom_kill") {
            return number;
        }
    }
    return std::nullopt;
}

HostMemoryLimit::HostMemoryLimit()
{
    rlimit limit {};
    const Bytes available = availableHostMemory();
    if (available == unlimited || getrlimit(RLIMIT_DATA, &limit) != 0) {
        return;
    }
    m_before = limit.rlim_cur;
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, static_cast<rlim_t>(dataSize() + available.value));
    m_set = setrlimit(RLIMIT_DATA, &limit) == 0;
}

HostMemoryLimit::~HostMemoryLimit()
{
    rlimit limit {};
    if (m_set && getrlimit(RLIMIT_DATA, &limit) == 0) {
        limit.rlim_cur = m_before;
        setrlimit(RLIMIT_DATA, &limit);
    }
}

}
