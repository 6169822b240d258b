// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/stacks/calibration.h"

#include <vector>

namespace stagecraft {

// What is predicted of a run, with its bounds.
template <typename Amount>
struct Bounded {
    Amount value;
    Amount low;
    Amount high;
};

// What a stack says of a measured run, beside what was measured.
struct ValidatedRun {
    Run run;
    std::string stack; // its name
    StackPrediction prediction;
    std::string memory_skipped; // why the memories are not compared; empty: they are
    std::string time_skipped;
    std::optional<Seconds> measured_step;
    double tokens = 0; // of a step; 0 where it is not known
    // For a run that the stack was calibrated from: what it says when fitted without it, in the band of all its other
    // runs.
    std::optional<Bounded<Bytes>> unseen_peak;
    std::optional<Bounded<Seconds>> unseen_step;
    bool evidence = false;

    // The prediction with its bounds. Of what is compared only.
    Bounded<Bytes> seenPeak() const;
    Bounded<Seconds> seenStep() const;
    // What had not seen the run, where the stack has: the prediction and bounds to go by. Of what is compared only.
    Bounded<Bytes> heldOutPeak() const;
    Bounded<Seconds> heldOutStep() const;

    bool skipped() const { return !memory_skipped.empty() && !time_skipped.empty(); }
    // Why neither is compared; empty where one is.
    std::string skippedText() const;
};

// Memory or time of all runs that could be compared.
struct ComparedRuns {
    ErrorFigures figures; // by the stack as it is: in-sample for the runs that it was calibrated from
    double coverage = 0; // share of the runs that lie in bounds which have not seen them, as those of `held_out`
    ErrorFigures uncorrected;
    ErrorFigures unseen; // of the runs that the stack was calibrated from, each from a fit without it
    ErrorFigures held_out; // of all, those the stack was calibrated from as in `unseen`: the figures to go by
};

struct Validation {
    std::vector<ValidatedRun> rows;
    ComparedRuns memory;
    ComparedRuns time;
    int skipped = 0;
    std::vector<SkippedRuns> reasons;
};

// Never fails: what a stack cannot express or does not predict is skipped with the reason. Where a stop is requested,
// the runs from there on are missing. Safe from any thread.
Validation validateRuns(const std::vector<Run>& runs, const Stack& stack, const std::stop_token& stop = {});

// The figures over these rows, which may be of several files and stacks.
Validation validationOf(std::vector<ValidatedRun> rows);

}
