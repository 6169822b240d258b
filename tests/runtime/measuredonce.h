// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testing.h"

#include "core/base/english.h"
#include "core/runtime/measurelayer.h"

#include <map>
#include <string>
#include <utility>

namespace stagecraft::testing {

// Measures the bytes of a point on first use: the same point gives the same bytes (tst_measurelayer.cpp), and most
// cases of a test file share their points.
inline const Measurement& measuredOnce(const ProfilePoint& point, const RuntimeDevice& device)
{
    static std::map<std::pair<DeviceKind, std::string>, Measurement> known;
    const auto key = std::pair(device.description.kind, pointKey(point));
    if (const auto found = known.find(key); found != known.end()) {
        return found->second;
    }
    auto measurement = measureLayer(point, device, Seconds(0));
    REQUIRE_MESSAGE(measurement, (measurement ? "" : describe(measurement.error())));
    REQUIRE_MESSAGE(measurement->status == MeasurementStatus::Done, measurement->message);
    return known.emplace(key, *std::move(measurement)).first->second;
}

}
