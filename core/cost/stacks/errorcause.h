// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/stacks/comparison.h"

#include <map>
#include <string>
#include <vector>

namespace stagecraft {

// What is known of why a prediction is off, the most telling first. Each is read off the rows at hand.
enum class CauseKind {
    SlowRun, // a pipeline that lost far more than its plan explains
    OtherTensorMode, // the row does not tell how tensor ranks exchange; the other way, `value` is the error
    RepeatsDiffer, // `count` runs whose rows tell the same configuration differ by `value`
    OutsideRange, // `feature` is `value`, that of the runs behind the stack `low` to `high`
    DeviceUnknown, // none of the `total` runs behind the stack is of the run's device
    DeviceRare, // only `count` of the `total` runs are
    FilledIn, // the row leaves out `feature`, which was taken as the stack does it
    FewRuns, // fewer runs than four a coefficient are behind the stack: `total`
    NotCalibrated, // the stack has learned nothing of this quantity
    WithinBand, // the measured value lies in the stack's band, which is of `total` runs, `count` slow ones apart
};

template <>
inline constexpr auto enumNames<CauseKind> = std::array {
    std::pair {CauseKind::SlowRun, std::string_view("slow_run")},
    std::pair {CauseKind::OtherTensorMode, std::string_view("other_tensor_mode")},
    std::pair {CauseKind::RepeatsDiffer, std::string_view("repeats_differ")},
    std::pair {CauseKind::OutsideRange, std::string_view("outside_range")},
    std::pair {CauseKind::DeviceUnknown, std::string_view("device_unknown")},
    std::pair {CauseKind::DeviceRare, std::string_view("device_rare")},
    std::pair {CauseKind::FilledIn, std::string_view("filled_in")},
    std::pair {CauseKind::FewRuns, std::string_view("few_runs")},
    std::pair {CauseKind::NotCalibrated, std::string_view("not_calibrated")},
    std::pair {CauseKind::WithinBand, std::string_view("within_band")},
};

// What of a run a cause is about; the names are those of English texts.
enum class RunFeature {
    Layers,
    Hidden,
    Sequence,
    Vocabulary,
    Devices,
    Pipeline,
    Tensor,
    Context,
    Experts,
    MicroBatch,
    Recomputation,
    MemoryKind,
};

template <>
inline constexpr auto enumNames<RunFeature> = std::array {
    std::pair {RunFeature::Layers, std::string_view("number of layers")},
    std::pair {RunFeature::Hidden, std::string_view("hidden size")},
    std::pair {RunFeature::Sequence, std::string_view("sequence length")},
    std::pair {RunFeature::Vocabulary, std::string_view("vocabulary")},
    std::pair {RunFeature::Devices, std::string_view("number of GPUs")},
    std::pair {RunFeature::Pipeline, std::string_view("pipeline degree")},
    std::pair {RunFeature::Tensor, std::string_view("tensor degree")},
    std::pair {RunFeature::Context, std::string_view("context degree")},
    std::pair {RunFeature::Experts, std::string_view("number of experts")},
    std::pair {RunFeature::MicroBatch, std::string_view("micro-batch")},
    std::pair {RunFeature::Recomputation, std::string_view("recomputation")},
    std::pair {RunFeature::MemoryKind, std::string_view("kind of bytes")},
};

struct ErrorCause {
    CauseKind kind = CauseKind::WithinBand;
    RunFeature feature {};
    double value = 0;
    double low = 0;
    double high = 0;
    int count = 0;
    int total = 0;
    std::string word {}; // the device; the way that tensor ranks would exchange

    friend bool operator==(const ErrorCause&, const ErrorCause&) = default;
};

// One sentence in English without its point; the window has its own (ui/support/causetext.h).
std::string causeText(const ErrorCause& cause);

// Finds causes for the runs that were compared with one stack. Holds what it needs of both. Safe from any thread.
class ErrorCauses {
public:
    ErrorCauses(const std::vector<Run>& runs, Stack stack);

    // For a row of validateRuns(runs, stack) whose quantity was compared. Empty: nothing is known.
    std::vector<ErrorCause> of(const ValidatedRun& row, ComparedQuantity quantity) const;

private:
    // The values that one quantity of runs with the same configuration has.
    struct Repeats {
        double least = 0;
        double most = 0;
        int count = 0;
    };
    struct Range {
        double least = 0;
        double most = 0;
    };
    // Of the runs that a quantity of the stack was fitted on.
    struct Evidence {
        int runs = 0;
        std::map<RunFeature, Range> ranges;
        std::map<std::string, int> devices;
    };

    static void addRepeat(std::map<std::string, Repeats>& repeats, const std::string& key, double value);
    void addEvidence(Evidence& evidence, const Run& run) const;
    void addOtherMode(std::vector<ErrorCause>& causes, const ValidatedRun& row, ComparedQuantity quantity) const;
    void addUnlikeEvidence(std::vector<ErrorCause>& causes, const ValidatedRun& row, bool memory) const;
    static void addFilledIn(std::vector<ErrorCause>& causes, const Run& run, bool memory);

    Stack m_stack;
    std::map<std::string, Repeats> m_peaks; // by configuration
    std::map<std::string, Repeats> m_speeds;
    Evidence m_memory;
    Evidence m_time;
};

}
