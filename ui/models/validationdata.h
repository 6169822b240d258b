// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/calibration/errorcause.h"

#include <QStringList>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// Which runs are compared, and how they are predicted.
struct ValidationRequest {
    QStringList files; // those that come along begin with ":/"
    std::optional<Framework> framework {}; // none: as the runs say
    QString type {}; // one of the user's own device types; empty: as the runs say

    friend bool operator==(const ValidationRequest&, const ValidationRequest&) = default;
};

// Predictions beside measured runs, with what is known of the causes of errors. Immutable.
struct ValidationData {
    ValidationRequest request;
    Validation validation;
    std::vector<Framework> frameworks; // of compared runs, that of most runs first
    bool other_types = false; // a run is predicted by another type than its device's
    std::vector<std::vector<ErrorCause>> memory_causes; // by row of the validation
    std::vector<std::vector<ErrorCause>> step_causes;
    std::vector<std::vector<ErrorCause>> speed_causes;
    QStringList words; // by row: what a filter looks at

    const std::vector<ErrorCause>& causes(std::size_t row, ComparedQuantity quantity) const;
};

// Runs of a file, or of one that comes along. Errors: those of readRuns(). Safe on any thread.
Result<std::vector<Run>> readRunsOf(const QString& file, const std::stop_token& stop = {});
// The runs of several, one after the other.
Result<std::vector<Run>> readRunsOf(const QStringList& files, const std::stop_token& stop = {});

// Errors: those of readRunsOf() and ownHardware(), DeviceTypeUnknown, Cancelled. Safe on any thread.
Result<std::shared_ptr<const ValidationData>> makeValidationData(const ValidationRequest& request,
                                                                 const std::stop_token& stop);

// The files of published runs that come along, as paths that readRunsOf() takes.
QStringList publishedRuns();

// One quantity of it, grouped in one way: what charts and tables show. Immutable.
struct ValidationView {
    std::shared_ptr<const ValidationData> data;
    ComparedQuantity quantity = ComparedQuantity::Memory;
    RunGrouping grouping = RunGrouping::Model;
    std::vector<RunPoint> points;
    std::vector<RunGroup> groups;
    std::vector<int> group_of; // of each point
    ErrorFigures figures;
    std::optional<double> coverage;
    ErrorHistogram histogram;

    const ValidatedRun& run(int point) const;
    const std::vector<ErrorCause>& causes(int point) const;
    int inSample() const; // compared runs whose device type was calibrated on their files
    // All that is known of a point's error, in sentences; empty: nothing.
    QString causeWords(int point) const;
};

std::shared_ptr<const ValidationView> makeView(const std::shared_ptr<const ValidationData>& data,
                                               ComparedQuantity quantity, RunGrouping grouping);

// "PP2 TP8 DP4": the parallelism of a run; DP is missing if it is unknown.
QString runDegrees(const Run& run);

}
