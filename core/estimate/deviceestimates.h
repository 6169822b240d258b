// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/collectivebytes.h"
#include "core/memory/breakdown.h"

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// Memory estimate of one device of a plan. It has three separate peaks: allocated (tensors), reserved (allocator) and
// device (reserved, libraries, context and collectives).
struct DeviceEstimate {
    int stage = 0;
    int replica = 0;
    int rank = 0; // index among the ranks that work on one sample together
    std::string device_type;
    Bytes peak; // allocated
    Bytes peak_low;
    Bytes peak_high;
    Bytes reserved;
    // Fraction of the reserved bytes without a tensor at their peak; empty unless the allocator was replayed.
    std::optional<double> fragmentation;
    Bytes libraries; // workspaces for matrix products
    Bytes context; // driver context
    CollectiveBytes collectives; // `middle` is part of `device`, `high` of `device_high`
    Bytes device;
    Bytes device_high;
    Bytes host; // host memory used for this device
    Bytes capacity; // device memory minus the reserve
    MemoryBreakdown breakdown;
    PeakMoment moment;
    bool fits = false;

    friend bool operator==(const DeviceEstimate&, const DeviceEstimate&) = default;
};

// Devices that differ only in `replica` and `rank`, one for each rank of each replica. `first`: the one estimated.
struct IdenticalDevices {
    DeviceEstimate first;
    int replicas = 1;
    int ranks = 1;
};

// Devices of a plan, thousands of which may be equal: expanded into single devices on first access. Cheap to copy; the
// content that copies share is safe to read from any thread.
class DeviceEstimates {
public:
    DeviceEstimates() = default;
    // Grouped by pipeline rank.
    explicit DeviceEstimates(std::vector<IdenticalDevices> pipeline_ranks);
    // One group per device.
    DeviceEstimates(std::vector<DeviceEstimate> all); // NOLINT(google-explicit-constructor,hicpp-explicit-conversions)
    DeviceEstimates(std::initializer_list<DeviceEstimate> all);

    // One entry per group of equal devices, in order.
    const std::vector<IdenticalDevices>& pipelineRanks() const;
    template <typename Change>
    void changePipelineRanks(const Change& change)
    {
        std::vector<IdenticalDevices> changed = pipelineRanks();
        for (IdenticalDevices& pipeline_rank : changed) {
            change(pipeline_rank.first);
        }
        *this = DeviceEstimates(std::move(changed));
    }

    // Ordered by pipeline rank, then by replica, then by rank.
    const std::vector<DeviceEstimate>& all() const;
    operator const std::vector<DeviceEstimate>&() const { return all(); } // NOLINT(google-explicit-constructor)
    auto begin() const { return all().begin(); }
    auto end() const { return all().end(); }
    const DeviceEstimate& operator[](std::size_t index) const { return all()[index]; }
    const DeviceEstimate& at(std::size_t index) const { return all().at(index); }
    const DeviceEstimate& front() const { return all().front(); }
    const DeviceEstimate& back() const { return all().back(); }
    std::size_t size() const;
    bool empty() const { return size() == 0; }

    friend bool operator==(const DeviceEstimates& a, const DeviceEstimates& b);

private:
    struct Content;

    const Content& content() const;

    std::shared_ptr<const Content> m_content; // null: no devices
};

}
