// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/calibration/validation.h"

#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// What of a validated run is looked at: its peak in bytes, its step in seconds, its speed in tokens a second.
enum class ComparedQuantity { Memory, Step, Speed };

template <>
inline constexpr auto enumNames<ComparedQuantity> = std::array {
    std::pair {ComparedQuantity::Memory, std::string_view("memory")},
    std::pair {ComparedQuantity::Step, std::string_view("step")},
    std::pair {ComparedQuantity::Speed, std::string_view("speed")},
};

// One run that could be compared, in the quantity's unit.
struct RunPoint {
    std::size_t row = 0; // of the validation
    double measured = 0;
    double predicted = 0;
    double low = 0;
    double high = 0;

    double error() const { return predicted / measured - 1; }
};

// Those of the rows that can be compared, in their order.
std::vector<RunPoint> comparedPoints(const Validation& validation, ComparedQuantity quantity);

ErrorFigures figuresOf(const std::vector<RunPoint>& points);
// Share of the points that were measured between low and high; nothing of no points.
std::optional<double> coverageOf(const std::vector<RunPoint>& points);
// Indices of the points, the largest error first.
std::vector<std::size_t> worstFirst(const std::vector<RunPoint>& points);

// By what runs are told apart. Tensor and Pipeline: by that degree.
enum class RunGrouping { Model, Device, Framework, Tensor, Pipeline };

template <>
inline constexpr auto enumNames<RunGrouping> = std::array {
    std::pair {RunGrouping::Model, std::string_view("model")},
    std::pair {RunGrouping::Device, std::string_view("device")},
    std::pair {RunGrouping::Framework, std::string_view("framework")},
    std::pair {RunGrouping::Tensor, std::string_view("tensor")},
    std::pair {RunGrouping::Pipeline, std::string_view("pipeline")},
};

// Points that have one model, device, framework or degree.
struct RunGroup {
    std::string name; // empty: the rows do not tell it
    std::vector<std::size_t> points;
    ErrorFigures figures;
    std::optional<double> coverage;
};

// Every point is in one group. Degrees go upwards, other groups by how many runs they have.
std::vector<RunGroup> groupRuns(const Validation& validation, const std::vector<RunPoint>& points,
                                RunGrouping grouping);

// How often errors of which size occur: bins of equal width around 0, and what lies beyond them.
struct ErrorHistogram {
    double width = 0.01;
    int negative = 0; // bins below 0
    std::vector<int> counts; // of [from(i), from(i + 1))
    int below = 0;
    int above = 0;

    double from(int bin) const { return width * (bin - negative); }
    // -1: below the first; as many as there are bins: above the last.
    int binOf(double error) const;
};

// The narrowest round width with which at most 24 bins hold 95 % of the errors; none is below -100 %.
ErrorHistogram errorHistogram(const std::vector<double>& errors);

}
