// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/units.h"

#include <cstdint>
#include <optional>

namespace stagecraft {

// Memory of this machine, or of the control group this process is confined to, whichever is less.
Bytes hostMemory();
// What this process can still take without swapping or being killed, and what limits it.
struct FreeHostMemory {
    Bytes free;
    Message limit;
};
// The least of what the machine and the control groups have left, and of RLIMIT_DATA and RLIMIT_AS less what they
// count.
FreeHostMemory freeHostMemory();
Bytes availableHostMemory();
// How many processes the kernel has ended so far, on the whole machine, because memory had run out. Nothing where it
// does not say.
std::optional<std::int64_t> outOfMemoryKills();

// While it lives, the process cannot take more than what was available when it began: a request beyond that fails with
// an ordinary out-of-memory exception, where the kernel would otherwise kill the process or make the machine swap.
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
