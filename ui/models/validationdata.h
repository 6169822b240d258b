// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/stacks/errorcause.h"
#include "core/exchange/knownstacks.h"

#include <QStringList>

#include <memory>
#include <vector>

namespace stagecraft {

// What is to be compared: runs of some files with one stack, or each file's with the one that can tell most of them.
struct ValidationRequest {
    QStringList files; // those that come along begin with ":/"
    QString stack; // empty: for each file the one that can tell most of its runs
    bool uncorrected = false; // before it has learned from any run
    QString workspace; // whose stacks are known; empty: none's

    friend bool operator==(const ValidationRequest&, const ValidationRequest&) = default;
};

// Predictions beside measured runs, with what is known of the causes of errors. Immutable.
struct ValidationData {
    ValidationRequest request;
    Validation validation;
    QStringList stacks; // used, each once
    std::vector<std::vector<ErrorCause>> memory_causes; // by row of the validation
    std::vector<std::vector<ErrorCause>> step_causes;
    std::vector<std::vector<ErrorCause>> speed_causes;
    QStringList words; // by row: what a filter looks at
    bool has_evidence = false; // a stack was calibrated from some of the runs

    const std::vector<ErrorCause>& causes(std::size_t row, ComparedQuantity quantity) const;
};

// Runs of a file, or of one that comes along. Errors: those of readRuns(). Safe on any thread.
Result<std::vector<Run>> readRunsOf(const QString& file, const std::stop_token& stop = {});
// The runs of several, one after the other.
Result<std::vector<Run>> readRunsOf(const QStringList& files, const std::stop_token& stop = {});

// The stacks that may be chosen with this workspace ("": none). Errors: those of Workspace. Safe on any thread.
Result<std::vector<FoundStack>> stacksFor(const QString& workspace);

// Errors: those of both, StackUnknown, Cancelled. Safe on any thread.
Result<std::shared_ptr<const ValidationData>> makeValidationData(const ValidationRequest& request,
                                                                 const std::stop_token& stop);

// The files of published runs that come along, as paths that readRunsOf() takes.
QStringList publishedRuns();

// One quantity of it, grouped in one way: what charts and tables show. Immutable.
struct ValidationView {
    std::shared_ptr<const ValidationData> data;
    ComparedQuantity quantity = ComparedQuantity::Memory;
    bool unseen = false; // predictions and bounds that have not seen their runs
    RunGrouping grouping = RunGrouping::Model;
    std::vector<RunPoint> points;
    std::vector<RunGroup> groups;
    std::vector<int> group_of; // of each point
    ErrorFigures figures;
    std::optional<double> coverage;
    ErrorHistogram histogram;

    const ValidatedRun& run(int point) const;
    const std::vector<ErrorCause>& causes(int point) const;
    // All that is known of a point's error, in sentences; empty: nothing.
    QString causeWords(int point) const;
};

std::shared_ptr<const ValidationView> makeView(const std::shared_ptr<const ValidationData>& data,
                                               ComparedQuantity quantity, bool unseen, RunGrouping grouping);

// "P2 T8 D4": the degrees of a run that are not 1; "D1" where all are.
QString runDegrees(const Run& run);

}
