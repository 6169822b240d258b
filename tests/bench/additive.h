// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/runtime/device.h"
#include "core/runtime/stagerun.h"

#include <map>
#include <string>
#include <vector>

namespace stagecraft::bench {

// Black-box predictors that profile stages: the peak of a stage is that of its first layer alone, plus the difference
// that each further layer adds to its predecessor (mCAP; CAPSlog derives the same figures from fewer runs). Measured by
// the published method on stages that actually run, with the same micro-batch size and number of micro-batches in
// flight.
class AdditivePredictor {
public:
    explicit AdditivePredictor(const RuntimeDevice& device) : m_device(device) {}

    // Predicts the peak in bytes with `in_flight` micro-batches measured, as mCAP does. `points`: layers of the stage.
    Bytes predict(const std::vector<ProfilePoint>& points, std::int64_t in_flight)
    {
        Bytes peak = measured({points.front()}, in_flight);
        for (std::size_t l = 1; l < points.size(); ++l) {
            peak += measured({points[l - 1], points[l]}, in_flight) - measured({points[l - 1]}, in_flight);
        }
        return peak;
    }

    // Predicts from measurements with 1 and 2 in flight and a line through both (the extension of mCAP to 1F1B).
    Bytes predictLinearly(const std::vector<ProfilePoint>& points, std::int64_t in_flight)
    {
        const Bytes one = predict(points, 1);
        return one + (predict(points, 2) - one) * (in_flight - 1);
    }

private:
    Bytes measured(const std::vector<ProfilePoint>& points, std::int64_t in_flight)
    {
        std::string key = std::to_string(in_flight);
        for (const ProfilePoint& point : points) {
            key += "|" + pointKey(point);
        }
        const auto [known, is_new] = m_known.try_emplace(key);
        if (is_new) {
            const auto operations = operationsOf(ScheduleKind::GPipe, 0, 1, in_flight);
            known->second = peakOfStage(points, operations, m_device).value_or(Bytes(0));
        }
        return known->second;
    }

    RuntimeDevice m_device;
    std::map<std::string, Bytes> m_known;
};

}
