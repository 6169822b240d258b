// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "pending.h"

#include <algorithm>
#include <set>

namespace stagecraft {

std::vector<ProfilePoint> pendingPoints(const WorkerRequest& request)
{
    std::set<std::string> failed;
    for (const Measurement& measurement : request.known) {
        if (measurement.status == MeasurementStatus::Failed) {
            failed.insert(pointKey(measurement.point));
        }
    }
    std::vector<ProfilePoint> points = missingPoints(request.profile, request.known);
    std::erase_if(points, [&](const ProfilePoint& point) { return failed.contains(pointKey(point)); });
    return points;
}

void forgetOtherDevices(WorkerRequest& request, const MeasuredDevice& device)
{
    std::erase_if(request.known, [&](const Measurement& m) {
        const bool full = m.status == MeasurementStatus::OutOfMemory && m.device.memory != device.memory;
        return full || !measureAlike(m.device, device);
    });
}

void forgetFailures(WorkerRequest& request)
{
    std::erase_if(request.known, [](const Measurement& m) { return m.status == MeasurementStatus::Failed; });
}

std::string pointInWords(const ProfilePoint& point, SampleKind sample)
{
    std::string kind = kindName(point.spec);
    std::replace(kind.begin(), kind.end(), '_', ' ');
    return kind + ", micro-batch " + std::to_string(point.micro_batch)
        + (sample == SampleKind::Image ? ", side " : ", sequence ") + std::to_string(point.sequence);
}

}
