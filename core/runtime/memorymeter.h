// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/hardware/cluster.h"
#include "core/profile/allocationtrace.h"

#include <memory>
#include <utility>

namespace stagecraft {

// Bytes of a phase relative to its start.
struct PhaseBytes {
    Bytes peak;
    Bytes change;
};

// Counts the bytes of libtorch's tensors on one device.
// CPU: exact bytes, from zero, of every allocation and release by the thread that made the meter and by its backward
// passes. Memory allocated under a meter must be released under it, and meters must be destroyed in reverse order.
// CUDA: statistics of the device's caching allocator, in blocks of 512 bytes.
class MemoryMeter {
public:
    MemoryMeter() = default;
    MemoryMeter(const MemoryMeter&) = delete;
    MemoryMeter& operator=(const MemoryMeter&) = delete;
    virtual ~MemoryMeter() = default;

    virtual Bytes alive() const = 0;
    // Peak of live bytes since the last mark().
    virtual Bytes peak() const = 0;
    virtual void mark() = 0;
    // Peak of live bytes since the meter began, regardless of marks.
    virtual Bytes highestPeak() const = 0;
    // Peak of the bytes reserved by the allocator since the meter began; on the CPU the peak of live bytes.
    virtual Bytes reservedPeak() const = 0;
    // Starts recording allocations and frees.
    virtual void startTrace() = 0;
    // Number of events so far. Excludes frees of memory allocated before the trace began.
    virtual std::int64_t tracedEvents() const = 0;
    virtual AllocationTrace takeTrace() = 0;
    // Returns the bytes that a tensor of this size occupies.
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

// Starts a meter. CUDA: needs a device that openDevice() has accepted.
std::unique_ptr<MemoryMeter> startMeter(DeviceKind kind, int index);

}
