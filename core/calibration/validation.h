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

// By what runs are predicted.
struct ValidationSetting {
    // Who trained them; runs of others are left out. None: each run's own framework, and for rows that do not say it
    // likelyFramework() of those of their file.
    std::optional<FrameworkChoice> framework {};
    // The type of their devices; runs of other chips are left out. None: the catalogue's of each row's name.
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

// What is predicted of a measured run, beside what was measured.
struct ValidatedRun {
    Run run;
    Framework framework = Framework::Libtorch; // that it is predicted by
    std::string device_type; // whose figures count; empty: its devices are not known
    bool in_sample = false; // the device type was calibrated on this run's file
    Message memory_skipped; // why memories are not compared; empty: they are
    Message time_skipped;
    Bounded<Bytes> peak; // in the kind of bytes that was measured; of what is compared only
    MemoryKind kind = MemoryKind::Allocated;
    Bounded<Seconds> step;
    std::optional<Seconds> measured_step;
    double tokens = 0; // of a step; 0 where that is not known

    bool skipped() const { return !memory_skipped.empty() && !time_skipped.empty(); }
    // Why neither is compared; empty where one is.
    Message skippedReason() const;
};

// Memory or time of all runs that could be compared.
struct ComparedRuns {
    ErrorFigures figures;
    double coverage = 0; // share of the runs that lie in their bounds
    int in_sample = 0; // of devices that were calibrated on their files
};

struct Validation {
    std::vector<ValidatedRun> rows;
    ComparedRuns memory;
    ComparedRuns time;
    int skipped = 0;
    std::vector<SkippedRuns> reasons;
};

// The framework that can train most of the runs (of long tables of a part of them), of equal ones the first by
// Framework, and libtorch last. Megatron-Core where none can train any.
Framework likelyFramework(const std::vector<Run>& runs);

// Never fails: what cannot be predicted is left out with the reason. Where a stop is requested, runs are missing. Safe
// from any thread; takes milliseconds a run.
Validation validateRuns(const std::vector<Run>& runs, const ValidationSetting& setting,
                        const std::stop_token& stop = {});

// The figures over these rows, which may be of several files.
Validation validationOf(std::vector<ValidatedRun> rows);

}
