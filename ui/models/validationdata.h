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

// Runs to compare, and settings of their predictions.
struct ValidationRequest {
    QStringList files; // bundled files begin with ":/"
    std::optional<Framework> framework {}; // empty: the framework of each run
    QString type {}; // user-defined device type; empty: from each run

    friend bool operator==(const ValidationRequest&, const ValidationRequest&) = default;
};

// Measured runs with predictions and likely causes of errors. Immutable.
struct ValidationData {
    ValidationRequest request;
    Validation validation;
    std::vector<Framework> frameworks; // frameworks of compared runs, most frequent first
    bool other_types = false; // true if the device type of a prediction differs from its run's
    std::vector<std::vector<ErrorCause>> memory_causes; // by row of the validation
    std::vector<std::vector<ErrorCause>> step_causes;
    std::vector<std::vector<ErrorCause>> speed_causes;
    QStringList words; // filter text by row

    const std::vector<ErrorCause>& causes(std::size_t row, ComparedQuantity quantity) const;
};

// Reads the runs of a file or of a bundled file. Errors: those of readRuns(). Thread-safe.
Result<std::vector<Run>> readRunsOf(const QString& file, const std::stop_token& stop = {});
// Reads the runs of several files in order.
Result<std::vector<Run>> readRunsOf(const QStringList& files, const std::stop_token& stop = {});

// Errors: those of readRunsOf() and userHardware(), DeviceTypeUnknown, Cancelled. Thread-safe.
Result<std::shared_ptr<const ValidationData>> makeValidationData(const ValidationRequest& request,
                                                                 const std::stop_token& stop);

// Paths of the bundled files of published runs, for readRunsOf().
QStringList publishedRuns();

// One quantity of the data with one grouping, as shown by charts and tables. Immutable.
struct ValidationView {
    std::shared_ptr<const ValidationData> data;
    ComparedQuantity quantity = ComparedQuantity::Memory;
    RunGrouping grouping = RunGrouping::Model;
    std::vector<RunPoint> points;
    std::vector<RunGroup> groups;
    std::vector<int> group_of; // group of each point
    ErrorFigures figures;
    std::optional<double> coverage;
    ErrorHistogram histogram;

    const ValidatedRun& run(int point) const;
    const std::vector<ErrorCause>& causes(int point) const;
    int inSample() const; // compared runs whose device type was calibrated on their files
    // Likely causes of a point's error, in sentences; empty if unknown.
    QString causeWords(int point) const;
};

std::shared_ptr<const ValidationView> makeView(const std::shared_ptr<const ValidationData>& data,
                                               ComparedQuantity quantity, RunGrouping grouping);

// "PP2 TP8 DP4": the parallelism of a run. VPP, CP, EP and +SP are shown only if used; sizes that the file omits count
// as 1.
QString runDegrees(const Run& run);

}
