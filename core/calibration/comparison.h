// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/calibration/validation.h"

#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// Compared quantity of a validated run: peak in bytes, step time in seconds, or speed in tokens/s.
enum class ComparedQuantity { Memory, Step, Speed };

template <>
inline constexpr auto enumNames<ComparedQuantity> = std::array {
    std::pair {ComparedQuantity::Memory, std::string_view("memory")},
    std::pair {ComparedQuantity::Step, std::string_view("step")},
    std::pair {ComparedQuantity::Speed, std::string_view("speed")},
};

// Measured and predicted value of one compared run, in the quantity's unit.
struct RunPoint {
    std::size_t row = 0; // index in Validation::rows
    double measured = 0;
    double predicted = 0;
    double low = 0;
    double high = 0;

    double error() const { return predicted / measured - 1; }
};

// Returns the points of all rows that can be compared, in row order.
std::vector<RunPoint> comparedPoints(const Validation& validation, ComparedQuantity quantity);

ErrorFigures figuresOf(const std::vector<RunPoint>& points);
// Returns the share of points whose measured value is between low and high; empty if there are no points.
std::optional<double> coverageOf(const std::vector<RunPoint>& points);
// Returns the indices of the points in descending order of absolute error.
std::vector<std::size_t> worstFirst(const std::vector<RunPoint>& points);

// Property that runs are grouped by. Tensor and Pipeline: the size of that parallel group.
enum class RunGrouping { Model, Device, Framework, Tensor, Pipeline };

template <>
inline constexpr auto enumNames<RunGrouping> = std::array {
    std::pair {RunGrouping::Model, std::string_view("model")},
    std::pair {RunGrouping::Device, std::string_view("device")},
    std::pair {RunGrouping::Framework, std::string_view("framework")},
    std::pair {RunGrouping::Tensor, std::string_view("tensor")},
    std::pair {RunGrouping::Pipeline, std::string_view("pipeline")},
};

// Points with the same model, device, framework or parallel size.
struct RunGroup {
    std::string name; // empty if the rows do not state it
    std::vector<std::size_t> points;
    ErrorFigures figures;
    std::optional<double> coverage;
};

// Divides the points into groups. Parallel sizes are in ascending order, other groups in descending order of size.
std::vector<RunGroup> groupRuns(const Validation& validation, const std::vector<RunPoint>& points,
                                RunGrouping grouping);

// Histogram of errors with bins of equal width around 0.
struct ErrorHistogram {
    double width = 0.01;
    int negative = 0; // number of bins below 0
    std::vector<int> counts; // errors in [from(i), from(i + 1))
    int below = 0;
    int above = 0;

    double from(int bin) const { return width * (bin - negative); }
    // Returns the bin of an error: -1 if below the first bin, counts.size() if above the last or NaN.
    int binOf(double error) const;
};

// Builds a histogram with the narrowest round width for which at most 24 bins cover 95 % of the errors; no bin is below
// -100 %.
ErrorHistogram errorHistogram(const std::vector<double>& errors);

}
