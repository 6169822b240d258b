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

// One device of a plan. Three peaks, never mixed: allocated (tensors), reserved (allocator), device (reserved,
// libraries, context and collectives).
struct DeviceEstimate {
    int stage = 0;
    int replica = 0;
    int rank = 0; // of those that work on one sample together
    std::string device_type;
    Bytes peak; // allocated
    Bytes peak_low;
    Bytes peak_high;
    Bytes reserved;
    // Share of the reserved bytes that no tensor had when their peak was reached; where the allocator was replayed.
    std::optional<double> fragmentation;
    Bytes libraries; // workspaces for matrix products
    Bytes context; // of the driver
    CollectiveBytes collectives; // `middle` counts in `device`, `high` in `device_high`
    Bytes device;
    Bytes device_high;
    Bytes host; // what lies in the host's memory for it
    Bytes capacity; // of the device, less the reserve
    MemoryBreakdown breakdown;
    PeakMoment moment;
    bool fits = false;

    friend bool operator==(const DeviceEstimate&, const DeviceEstimate&) = default;
};

// Devices that are alike but for `replica` and `rank`: one of each replica's ranks, the first as it is told.
struct IdenticalDevices {
    DeviceEstimate first;
    int replicas = 1;
    int ranks = 1;
};

// The devices of a plan, of which thousands may be alike: told one by one once someone looks at them. A value that is
// cheap to copy; what copies share is safe to read from any thread.
class DeviceEstimates {
public:
    DeviceEstimates() = default;
    // Pipeline rank by pipeline rank.
    explicit DeviceEstimates(std::vector<IdenticalDevices> pipeline_ranks);
    // Each by itself.
    DeviceEstimates(std::vector<DeviceEstimate> all); // NOLINT(google-explicit-constructor,hicpp-explicit-conversions)
    DeviceEstimates(std::initializer_list<DeviceEstimate> all);

    // One of those that are alike, in their order.
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

    // Pipeline rank by rank, replica by replica.
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

    std::shared_ptr<const Content> m_content; // null: none
};

}
