// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/calibration/comparison.h"

#include <map>
#include <string>
#include <vector>

namespace stagecraft {

// What is known of why a prediction is off, the most telling first. Each is read off the rows at hand.
enum class CauseKind {
    SlowRun, // a pipeline that lost far more than its plan explains
    RepeatsDiffer, // `count` runs whose rows tell the same configuration differ by `value`
    InSample, // its device type was calibrated on runs of its file
    FilledIn, // the row leaves out `feature`, which was taken as the framework usually does it
    WithinBounds, // the measured value lies in the bounds of the prediction
};

template <>
inline constexpr auto enumNames<CauseKind> = std::array {
    std::pair {CauseKind::SlowRun, std::string_view("slow_run")},
    std::pair {CauseKind::RepeatsDiffer, std::string_view("repeats_differ")},
    std::pair {CauseKind::InSample, std::string_view("in_sample")},
    std::pair {CauseKind::FilledIn, std::string_view("filled_in")},
    std::pair {CauseKind::WithinBounds, std::string_view("within_bounds")},
};

// What of a run a cause is about.
enum class RunFeature { MicroBatch, Recomputation, Vocabulary, MemoryKind };

template <>
inline constexpr auto enumNames<RunFeature> = std::array {
    std::pair {RunFeature::MicroBatch, std::string_view("micro_batch")},
    std::pair {RunFeature::Recomputation, std::string_view("recomputation")},
    std::pair {RunFeature::Vocabulary, std::string_view("vocabulary")},
    std::pair {RunFeature::MemoryKind, std::string_view("memory_kind")},
};

struct ErrorCause {
    CauseKind kind = CauseKind::WithinBounds;
    RunFeature feature {};
    double value = 0;
    int count = 0;

    friend bool operator==(const ErrorCause&, const ErrorCause&) = default;
};

// Finds causes for runs that were compared. Holds what it needs of them. Safe from any thread.
class ErrorCauses {
public:
    explicit ErrorCauses(const std::vector<Run>& runs);

    // For a row of a validation of these runs whose quantity was compared. Empty: nothing is known.
    std::vector<ErrorCause> of(const ValidatedRun& row, ComparedQuantity quantity) const;

private:
    // The values that one quantity of runs with the same configuration has.
    struct Repeats {
        double least = 0;
        double most = 0;
        int count = 0;
    };

    static void addRepeat(std::map<std::string, Repeats>& repeats, const std::string& key, double value);

    std::map<std::string, Repeats> m_peaks; // by configuration
    std::map<std::string, Repeats> m_speeds;
};

}
