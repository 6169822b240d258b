// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/calibration/comparison.h"

#include <map>
#include <string>
#include <vector>

namespace stagecraft {

// Possible causes of a prediction error that can be read from the rows, most significant first.
enum class CauseKind {
    SlowRun, // pipeline run far slower than the upper bound of its plan
    RepeatsDiffer, // `count` runs with the same configuration differ by `value` (relative)
    InSample, // the device type was calibrated on runs of the same file
    FilledIn, // the row lacks `feature`, and the framework's default was assumed
    WithinBounds, // the measured value is within the bounds of the prediction
};

template <>
inline constexpr auto enumNames<CauseKind> = std::array {
    std::pair {CauseKind::SlowRun, std::string_view("slow_run")},
    std::pair {CauseKind::RepeatsDiffer, std::string_view("repeats_differ")},
    std::pair {CauseKind::InSample, std::string_view("in_sample")},
    std::pair {CauseKind::FilledIn, std::string_view("filled_in")},
    std::pair {CauseKind::WithinBounds, std::string_view("within_bounds")},
};

// Feature of a run that a cause refers to.
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

// Finds causes of errors among compared runs. Keeps no reference to them. Safe from any thread.
class ErrorCauses {
public:
    explicit ErrorCauses(const std::vector<Run>& runs);

    // Returns the causes for a row of a validation of these runs whose quantity was compared. Empty if none is known.
    std::vector<ErrorCause> of(const ValidatedRun& row, ComparedQuantity quantity) const;

private:
    // Range of one quantity over runs with the same configuration.
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
