// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"

#include <QString>
#include <QStringList>

#include <memory>

namespace stagecraft::test {

// Parses plans in a readable format, one per line:
//   PARTITIONER  LABELS  P D  PEAK(GiB)  CAPACITY(GiB)  STEP(s)
// with "-" for no labels. A plan has P stages of three layers on D devices each; 16 samples of 512 tokens per step,
// micro-batch size 1.
inline std::shared_ptr<const SearchResult> plansFrom(const char* text)
{
    auto result = std::make_shared<SearchResult>();
    for (const QString& line : QString::fromUtf8(text).split(u'\n', Qt::SkipEmptyParts)) {
        const QStringList words = line.simplified().split(u' ', Qt::SkipEmptyParts);
        if (words.size() != 7) {
            continue;
        }
        Candidate candidate;
        candidate.partitioner = words[0].toStdString();
        for (const QString& label : words[1].split(u',')) {
            if (const auto known = fromName<Label>(label.toStdString())) {
                candidate.labels.push_back(*known);
            }
        }
        const int stages = words[2].toInt();
        const int data = words[3].toInt();
        std::vector<int> split_points;
        for (int i = 0; i <= stages; ++i) {
            split_points.push_back(i * 3);
        }
        candidate.plan = uniformPlan(split_points, data, 1, 16 / data, ScheduleKind::OneForwardOneBackward);
        Estimate& estimate = candidate.estimate;
        estimate.peak = gibibytes(words[4].toDouble());
        estimate.peak_low = estimate.peak_high = estimate.peak;
        estimate.step = estimate.step_low = estimate.step_high = Seconds(words[6].toDouble());
        estimate.samples_per_second = 16 / estimate.step.value;
        estimate.tokens_per_second = estimate.samples_per_second * 512;
        estimate.bubble_fraction = 0.25;
        estimate.fits = words[4].toDouble() <= words[5].toDouble();
        std::vector<DeviceEstimate> devices;
        for (int device = 0; device < stages * data; ++device) {
            DeviceEstimate entry;
            entry.stage = device / data;
            entry.replica = device % data;
            entry.device_type = "cpu";
            entry.peak = estimate.peak - Bytes(1000) * entry.stage;
            entry.peak_low = entry.peak_high = entry.reserved = entry.device = entry.device_high = entry.peak;
            entry.capacity = gibibytes(words[5].toDouble());
            entry.breakdown.parameters = entry.peak / 4;
            entry.breakdown.optimizer = entry.peak / 2;
            entry.breakdown.activations = entry.peak - entry.breakdown.parameters - entry.breakdown.optimizer;
            entry.moment = {MemoryPhase::Backward, 3, entry.stage * 3};
            entry.fits = estimate.fits;
            devices.push_back(entry);
        }
        estimate.devices = devices;
        result->candidates.push_back(std::move(candidate));
    }
    result->configurations = static_cast<std::int64_t>(result->candidates.size());
    result->elapsed = Seconds(0.038);
    return result;
}

inline constexpr const char* fourPlans = R"(
    stagecraft         recommended,balanced,front   4 1   3.0  8  2.4
    stagecraft         fastest,front                2 2   5.0  8  2.0
    deepspeed-uniform  -                            4 1   4.0  8  2.5
    stagecraft         -                            1 4   9.5  8  1.8
)";

}
