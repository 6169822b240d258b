// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/hardware/cluster.h"
#include "core/profile/allocationtrace.h"

#include <memory>
#include <utility>

namespace stagecraft {

// Bytes of a phase, counted from its start.
struct PhaseBytes {
    Bytes peak;
    Bytes change;
};

// Counts the bytes of libtorch's tensors on one device.
// On the CPU every allocation and release of the thread that made the meter (and of the backward passes it runs), to
// the byte, from zero; whatever is allocated under a meter must be released under it, and meters end in the reverse
// order of their beginning. On CUDA the caching allocator's statistics of the device, in blocks of 512 bytes.
class MemoryMeter {
public:
    MemoryMeter() = default;
    MemoryMeter(const MemoryMeter&) = delete;
    MemoryMeter& operator=(const MemoryMeter&) = delete;
    virtual ~MemoryMeter() = default;

    virtual Bytes alive() const = 0;
    // Most bytes alive since the last mark().
    virtual Bytes peak() const = 0;
    virtual void mark() = 0;
    // Most bytes alive since the meter began, whatever was marked.
    virtual Bytes highestPeak() const = 0;
    // Most bytes that the allocator held since the meter began; on the CPU the most that were alive.
    virtual Bytes reservedPeak() const = 0;
    // Begins to write down what is allocated and freed.
    virtual void startTrace() = 0;
    // Events so far. What was allocated before the trace began is not in it.
    virtual std::int64_t tracedEvents() const = 0;
    virtual AllocationTrace takeTrace() = 0;
    // What a tensor of this size occupies.
    virtual Bytes footprint(Bytes size) const = 0;

    template <typename Run>
    PhaseBytes observe(Run&& run)
    {
        mark();
        const Bytes before = alive();
        std::forward<Run>(run)();
        return {peak() - before, alive() - before};
    }
};

// Begins to count. CUDA: needs a device that openDevice() has accepted.
std::unique_ptr<MemoryMeter> startMeter(DeviceKind kind, int index);

}
