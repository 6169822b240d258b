// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measuring/request.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// What has been measured of a chain, how well, and what is missing.

// Where a layer is measured, among the points of one workload.
struct PointPlace {
    std::int64_t sequence = 0;
    std::int64_t micro_batch = 0;

    friend auto operator<=>(const PointPlace&, const PointPlace&) = default;
};

inline PointPlace placeOf(const Measurement& measurement)
{
    return {measurement.point.sequence, measurement.point.micro_batch};
}

// The spread over the median; 0 where there is no time.
double relativeSpread(const Timing& timing);

// One distinct layer of the chain: every layer with the same signature and input.
struct SignatureCoverage {
    std::string name; // "block"; a layer that stands alone has its own name
    std::string kind;
    std::vector<int> layers; // of the chain
    std::vector<Measurement> points; // of the workload, by place; where several measured one, that which counts
    std::vector<PointPlace> missing; // places where another layer was tried and this one is not answered
    double largest_spread = 0; // relative, of the forward and backward times that succeeded
    // How far a stage that begins with this layer and was run whole is from what its layers alone predict, relative: of
    // the peak and of the time the worst check. Empty while nothing was checked.
    std::optional<double> additivity;
    std::optional<double> time_additivity;
};

struct Coverage {
    std::vector<SignatureCoverage> rows; // in the order of the chain
    std::vector<PointPlace> places; // where any of them was tried, ascending
    std::int64_t other_run_options = 0; // measurements of the same workload as one rank's share, or with recomputation
    std::int64_t other_workloads = 0; // measurements of the same layers with another optimizer, attention, ...

    // Layers that were run for the workload, shares, recomputed ones and checks among them: each measurement that was
    // done counts the layers that it holds, a pair two of them, several micro-batches in flight those of one.
    std::int64_t layer_runs = 0;

    std::int64_t measurements() const; // of all rows, whatever came of them
    std::int64_t answered() const; // (row, place) that need not be measured again
    bool isEmpty() const { return places.empty(); }
};

// Measurements of other models may be among the given; those of several devices count together: see onDevice().
// A place is answered by a success, or by an out-of-memory there or at a smaller micro-batch of the same sequence.
// Errors: LayerMismatch where the model cannot take the workload's sequence.
Result<Coverage> coverageOf(const Model& model, const Workload& workload, const std::vector<Measurement>& measurements);

// The devices that measured, each once (measureIdentically), in the order in which they first appear.
std::vector<MeasuredDevice> measuredDevices(const std::vector<Measurement>& measurements);
std::vector<Measurement> onDevice(const std::vector<Measurement>& measurements, const MeasuredDevice& device);
// What of such a device measured, each once, in the same order: one for each driver and amount of memory. Where several
// of them measured a point, the newest that succeeded counts.
std::vector<MeasuredDevice> variantsOf(const std::vector<Measurement>& measurements, const MeasuredDevice& device);

// Measures what is missing at one sequence: the workload's if anything is missing there, else the first that lacks
// something. Nothing if the coverage has no gaps.
std::optional<ProfileRequest> continuation(const Coverage& coverage, const Model& model, const Workload& workload,
                                           DeviceKind device);

// One point that two devices measured.
struct ComparedPoint {
    int row = 0; // of both coverages
    PointPlace place;
    double forward_ratio = 0; // the second device's time over the first's; 0 where the first took none
    double backward_ratio = 0;
    Bytes saved_difference; // the second's less the first's
    bool equal_bytes = false; // all figures of the memory agree

    friend bool operator==(const ComparedPoint&, const ComparedPoint&) = default;
};

struct DeviceComparison {
    std::vector<ComparedPoint> points; // by row, then place; only where both succeeded

    std::optional<double> timeRatio() const; // median of forward and backward ratios; empty without points
    std::int64_t equalBytes() const; // points
};

// Both must be of the same model and workload.
DeviceComparison compareDevices(const Coverage& first, const Coverage& second);

// How many layers each way of profiling runs for a chain on a pipeline of this many devices. Empty where a strategy
// refuses the sizes (core/profile/published.h), or they are too large to count at once.
struct LayerRunCounts {
    std::optional<std::int64_t> mcap;
    std::optional<std::int64_t> capslog;
};

LayerRunCounts publishedLayerRuns(int devices, int layers);

}
