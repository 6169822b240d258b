// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/probe/probedevice.h"

#include "core/runtime/failures.h"
#include "core/runtime/hostmemory.h"
#include "core/runtime/probe/devicelinks.h"
#include "core/runtime/probe/fixedbytes.h"
#include "core/runtime/probe/hostcopies.h"
#include "core/runtime/probe/managedmemory.h"
#include "core/runtime/probe/matrixproducts.h"
#include "core/runtime/probe/memorystream.h"
#include "core/runtime/probe/processmessages.h"
#include "core/runtime/timestamp.h"

#include <algorithm>
#include <chrono>

namespace stagecraft {

namespace {

std::vector<ProbeSeries> seriesOf(const RuntimeDevice& device, const std::string& rankProgram)
{
    std::vector<ProbeSeries> all {fixedSeries(device)};
    const auto append = [&](std::vector<ProbeSeries> more) {
        std::move(more.begin(), more.end(), std::back_inserter(all));
    };
    append(matrixSeries(device));
    append({memorySeries(device)});
    append(copySeries(device));
    append(linkSeries(device));
    append(allReduceSeries(device));
    append(messageSeries(device, rankProgram));
    return all;
}

// Memory used by all processes before this one allocates any.
std::optional<Bytes> usedBefore(const ProbeRequest& request)
{
    return request.device.kind == DeviceKind::Cuda ? usedByAllProcesses(request.device.index) : std::nullopt;
}

}

Result<DeviceProbe> probeDevice(const ProbeRequest& request, const std::string& rankProgram, const ProbeEvents& events)
{
    const auto start = std::chrono::steady_clock::now();
    const auto before = usedBefore(request);
    const auto device = openDevice(request.device);
    if (!device) {
        return failure(device.error());
    }
    DeviceProbe probe;
    probe.device = device->description;
    probe.device_index = request.device.index;
    probe.measured_at = utcNow();
    probe.left_out = request.leave_out;
    if (const auto after = before ? usedByAllProcesses(request.device.index) : std::nullopt) {
        probe.fixed.context = std::max(Bytes(0), *after - *before);
    }
    events.opened(probe.device);

    std::optional<HostMemoryLimit> limit;
    if (request.device.kind == DeviceKind::Cpu) {
        limit.emplace();
    }
    std::vector<ProbeSeries> all;
    if (const auto failed = runGuarded([&] { all = seriesOf(*device, rankProgram); })) {
        return failure(ErrorCode::DeviceUnavailable, {probe.device.name, failed->message});
    }
    std::erase_if(all, [&](const ProbeSeries& series) {
        return std::any_of(request.leave_out.begin(), request.leave_out.end(),
                           [&](const ProbeOmission& omission) { return omission.part == series.part; });
    });
    runSeries(all, request.budget, events.begins, probe);
    probe.taken = Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    return probe;
}

}
