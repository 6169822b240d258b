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

// Coverage of a chain by measurements: measured points, their quality, and gaps.

// Coordinates of a measured point within one workload.
struct PointPlace {
    std::int64_t sequence = 0;
    std::int64_t micro_batch = 0;

    friend auto operator<=>(const PointPlace&, const PointPlace&) = default;
};

inline PointPlace placeOf(const Measurement& measurement)
{
    return {measurement.point.sequence, measurement.point.micro_batch};
}

// Returns the spread divided by the median; 0 if the median is 0.
double relativeSpread(const Timing& timing);

// One distinct layer of the chain; it represents every layer with the same signature and input.
struct SignatureCoverage {
    std::string name; // "block"; the layer's name if it is the only one
    std::string kind;
    std::vector<int> layers; // indices in the chain
    // Measurements of the workload, ordered by place; the relevant one if a point was measured several times.
    std::vector<Measurement> points;
    std::vector<PointPlace> missing; // places at which another layer was tried and this one has no result
    double largest_spread = 0; // largest relative spread of the successful forward and backward times
    // Relative error of the sum of single layers against a run of the whole stage that begins with this layer: worst
    // check, for the peak and for the time. Empty if there was no check.
    std::optional<double> additivity;
    std::optional<double> time_additivity;
};

struct Coverage {
    std::vector<SignatureCoverage> rows; // in chain order
    std::vector<PointPlace> places; // places at which any layer was tried, ascending
    std::int64_t other_run_options = 0; // measurements of the same workload as one rank's share, or with recomputation
    std::int64_t other_workloads = 0; // measurements of the same layers with another optimizer, attention, ...

    // Number of layer runs for the workload, including shares, recomputed layers and checks. Each completed measurement
    // counts its layers: two for a pair; micro-batches in flight do not multiply the count.
    std::int64_t layer_runs = 0;

    std::int64_t measurements() const; // number over all rows, with any status
    std::int64_t answered() const; // number of (row, place) that need no further measurement
    bool isEmpty() const { return places.empty(); }
};

// Computes the coverage. `measurements` may include those of other models; those of several devices count together (see
// onDevice()). A place is answered by a success, or by an out-of-memory there or at a smaller micro-batch of the same
// sequence. Errors: LayerMismatch if the model cannot take the workload's sequence.
Result<Coverage> coverageOf(const Model& model, const Workload& workload, const std::vector<Measurement>& measurements);

// Returns the distinct measuring devices (measureIdentically()), in order of first appearance.
std::vector<MeasuredDevice> measuredDevices(const std::vector<Measurement>& measurements);
std::vector<Measurement> onDevice(const std::vector<Measurement>& measurements, const MeasuredDevice& device);
// Returns the distinct variants of `device`, one per driver and amount of memory, in order of first appearance. If
// several measured a point, the newest success counts.
std::vector<MeasuredDevice> variantsOf(const std::vector<Measurement>& measurements, const MeasuredDevice& device);

// Returns a request for the missing points at one sequence: the workload's if it has gaps, else the first sequence that
// has. Empty if the coverage has no gaps.
std::optional<ProfileRequest> continuation(const Coverage& coverage, const Model& model, const Workload& workload,
                                           DeviceKind device);

// One point measured by two devices.
struct ComparedPoint {
    int row = 0; // row index in both coverages
    PointPlace place;
    double forward_ratio = 0; // the second device's time divided by the first's; 0 if the first's is 0
    double backward_ratio = 0;
    Bytes saved_difference; // second minus first
    bool equal_bytes = false; // true if all memory figures agree

    friend bool operator==(const ComparedPoint&, const ComparedPoint&) = default;
};

struct DeviceComparison {
    std::vector<ComparedPoint> points; // ordered by row, then place; only points at which both succeeded

    std::optional<double> timeRatio() const; // median of forward and backward ratios; empty without points
    std::int64_t equalBytes() const; // number of points with equal bytes
};

// Compares two coverages, which must be of the same model and workload.
DeviceComparison compareDevices(const Coverage& first, const Coverage& second);

// Number of layer runs that each published profiling strategy needs for a chain on a pipeline of this many devices.
// Empty if a strategy rejects the sizes (core/profile/published.h) or they are too large to count at once.
struct LayerRunCounts {
    std::optional<std::int64_t> mcap;
    std::optional<std::int64_t> capslog;
};

LayerRunCounts publishedLayerRuns(int devices, int layers);

}
