// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/units.h"

#include <cstdint>
#include <optional>

namespace stagecraft {

// Returns the memory of this machine or of the control group of this process, whichever is less.
Bytes hostMemory();
// Memory that this process can allocate without swapping or being killed, and the reason for the limit.
struct FreeHostMemory {
    Bytes free;
    Message limit;
};
// Returns the minimum of the free memory of the machine and of the control groups, and of RLIMIT_DATA and RLIMIT_AS
// minus their current use.
FreeHostMemory freeHostMemory();
Bytes availableHostMemory();
// Number of processes that the kernel has killed for lack of memory since boot, on the whole machine. Empty if unknown.
std::optional<std::int64_t> outOfMemoryKills();

// Limits the process to the memory available at construction, until destroyed. Requests beyond that throw an ordinary
// out-of-memory exception; without the limit the kernel would kill the process or make the machine swap.
class HostMemoryLimit {
public:
    HostMemoryLimit();
    ~HostMemoryLimit();
    HostMemoryLimit(const HostMemoryLimit&) = delete;
    HostMemoryLimit& operator=(const HostMemoryLimit&) = delete;

private:
    unsigned long m_before = 0;
    bool m_set = false;
};

}
