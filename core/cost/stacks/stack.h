// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/stacks/coefficient.h"
#include "core/runs/errorfigures.h"
#include "core/runs/run.h"
#include "core/runs/skippedruns.h"

#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// How well a stack predicts what it was fitted on, memory or time.
struct StackEvidence {
    ErrorFigures uncorrected;
    ErrorFigures fitted; // on the very runs
    ErrorFigures cross_validated;
    std::string folds; // "5 folds", "each run left out"
    ErrorFigures size_left_out; // every size of model predicted from the others; of no run where there is one size
    int slow_runs = 0; // time only: pipelines that lost far more than their plan explains
    ErrorFigures without_slow; // cross-validated, those left out
    Band band; // of unseen runs, slow ones apart; bandShare() tells what it holds
    double coverage = 0; // of the band, each run against all others
    bool few_runs = false; // fewer than four a coefficient

    // How many runs the band is of.
    int bandRuns() const { return without_slow.count > 0 ? without_slow.count : cross_validated.count; }
    // The share of further runs that the band can be said to hold, slow ones among them.
    double bandShare() const { return stagecraft::bandShare(bandRuns(), slow_runs); }

    friend bool operator==(const StackEvidence&, const StackEvidence&) = default;
};

// A run that a stack was calibrated from, with what the stack says of it when fitted without it (its fold).
struct StackRow {
    Run run;
    std::string memory_skipped; // why its memory was not used; empty: it was
    std::optional<Bytes> predicted_peak;
    std::string time_skipped;
    std::optional<Seconds> measured_step;
    std::optional<Seconds> predicted_step;
    // The same with tensor ranks exchanging the other way, where the row leaves that open.
    std::optional<Bytes> other_mode_peak;
    std::optional<Seconds> other_mode_step;
    bool slow = false;

    friend bool operator==(const StackRow&, const StackRow&) = default;
};

// A training stack: the model of its form with corrections learned from measured runs, and those runs.
struct Stack {
    std::string name;
    StackForm form = StackForm::Nanotron;
    MemoryKind kind = MemoryKind::Allocated; // of the memory that it predicts
    std::string device; // that its times are of; empty: it has none
    std::string made_at; // ISO 8601, UTC
    std::vector<MemoryCoefficient> memory;
    std::vector<TimeCoefficient> time;
    std::optional<StackEvidence> memory_evidence; // none: the coefficients are priors
    std::optional<StackEvidence> time_evidence;
    std::vector<StackRow> rows;

    friend bool operator==(const Stack&, const Stack&) = default;
};

// "nanotron_150.csv", or several with commas: where the rows come from.
std::string filesText(const std::vector<StackRow>& rows);

}
