// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/calibration/plannedrun.h"
#include "core/runs/errorfigures.h"
#include "core/runs/skippedruns.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagecraft {

// Framework and device type that runs are predicted with.
struct ValidationSetting {
    // Framework of the runs; runs of other frameworks are skipped. Empty: each run's framework, or likelyFramework()
    // over the rows of the same file that do not state it.
    std::optional<FrameworkChoice> framework {};
    // Device type of the runs; runs on other chips are skipped. Empty: the catalogue type of each row's name.
    std::optional<CatalogueEntry> type {};
};

// A prediction with its bounds.
template <typename Amount>
struct Bounded {
    Amount value;
    Amount low;
    Amount high;

    bool holds(Amount amount) const { return low <= amount && amount <= high; }
};

// Prediction for a measured run and the measured values.
struct ValidatedRun {
    Run run;
    Framework framework = Framework::Libtorch; // framework used for the prediction
    std::string device_type; // device type used for the prediction; empty if its devices are unknown
    bool in_sample = false; // the device type was calibrated on this run's file
    Message memory_skipped; // reason why memory is not compared; empty if it is
    Message time_skipped;
    Bounded<Bytes> peak; // in bytes of `kind`; valid if memory is compared
    MemoryKind kind = MemoryKind::Allocated;
    Bounded<Seconds> step;
    std::optional<Seconds> measured_step;
    double tokens = 0; // tokens per step; 0 if unknown

    bool skipped() const { return !memory_skipped.empty() && !time_skipped.empty(); }
    // Returns the reason why neither quantity is compared; empty if one is.
    Message skippedReason() const;
};

// Memory or step time over all compared runs.
struct ComparedRuns {
    ErrorFigures figures;
    double coverage = 0; // share of runs within their bounds
    int in_sample = 0; // runs whose device type was calibrated on their file
};

struct Validation {
    std::vector<ValidatedRun> rows;
    ComparedRuns memory;
    ComparedRuns time;
    int skipped = 0;
    std::vector<SkippedRuns> reasons;
};

// Returns the framework that can train most of the runs (for long tables, of a sample of them); ties are resolved in
// the order of Framework, with libtorch last. Megatron-Core if none can train any.
Framework likelyFramework(const std::vector<Run>& runs);

// Validates runs. Never fails: runs that cannot be predicted are skipped with a reason. If a stop is requested, some
// runs are missing. Safe from any thread; takes milliseconds per run.
Validation validateRuns(const std::vector<Run>& runs, const ValidationSetting& setting,
                        const std::stop_token& stop = {});

// Returns the figures over these rows, which may come from several files.
Validation validationOf(std::vector<ValidatedRun> rows);

}
