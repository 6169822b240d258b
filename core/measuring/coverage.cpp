// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/measuring/coverage.h"

#include "core/measuring/additivity.h"
#include "core/model/summary.h"
#include "core/profile/published.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace stagecraft {

namespace {

// Keys of the rows at one sequence, without the micro-batch.
using Keys = std::vector<std::string>;

Result<Keys> keysOfChain(const Model& model, Workload workload, std::int64_t sequence,
                         const LayerRunOptions& run_options = {})
{
    workload.sequence = sequence;
    const auto points = chainPoints(model, workload, 0, run_options);
    if (!points) {
        return failure(points.error());
    }
    Keys keys;
    for (const ProfilePoint& point : *points) {
        keys.push_back(pointKey(point));
    }
    return keys;
}

// Rows whose names would be equal get the names of their first layers.
void nameRows(Coverage& coverage, const Model& model)
{
    std::map<std::string, int> uses;
    for (SignatureCoverage& row : coverage.rows) {
        row.name = sharedName(model, row.layers);
        ++uses[row.name];
    }
    for (SignatureCoverage& row : coverage.rows) {
        if (uses[row.name] > 1) {
            row.name = model.layers[static_cast<std::size_t>(row.layers.front())].name;
        }
    }
}

// Makes one row per distinct layer of the chain; returns the row of each layer.
std::vector<std::size_t> makeRows(Coverage& coverage, const Model& model, const Keys& keys)
{
    std::map<std::string_view, std::size_t> rows;
    std::vector<std::size_t> row_of_layer;
    for (std::size_t layer = 0; layer < keys.size(); ++layer) {
        const auto [row, is_new] = rows.try_emplace(keys[layer], coverage.rows.size());
        if (is_new) {
            coverage.rows.emplace_back().kind = kindName(model.layers[layer].spec);
        }
        coverage.rows[row->second].layers.push_back(static_cast<int>(layer));
        row_of_layer.push_back(row->second);
    }
    nameRows(coverage, model);
    return row_of_layer;
}

bool answers(const Measurement& measurement, const PointPlace& place)
{
    const PointPlace at = placeOf(measurement);
    switch (measurement.status) {
    case MeasurementStatus::Done:
        return at == place;
    case MeasurementStatus::OutOfMemory:
        return at.sequence == place.sequence && at.micro_batch <= place.micro_batch;
    case MeasurementStatus::Failed:
        break;
    }
    return false;
}

// Orders by place, and at each place by relevance: successes before others, newer before older.
bool comesBefore(const Measurement& a, const Measurement& b)
{
    const auto rank = [](const Measurement& m) {
        return std::pair(placeOf(m), m.status == MeasurementStatus::Done ? 0 : 1);
    };
    return rank(a) != rank(b) ? rank(a) < rank(b) : a.measured_at > b.measured_at;
}

void assess(SignatureCoverage& row, const std::vector<PointPlace>& places)
{
    std::stable_sort(row.points.begin(), row.points.end(), comesBefore);
    const auto end = std::unique(row.points.begin(), row.points.end(),
                                 [](const Measurement& a, const Measurement& b) { return placeOf(a) == placeOf(b); });
    row.points.erase(end, row.points.end());
    for (const Measurement& point : row.points) {
        if (point.status == MeasurementStatus::Done) {
            row.largest_spread =
                std::max({row.largest_spread, relativeSpread(point.forward), relativeSpread(point.backward)});
        }
    }
    std::copy_if(places.begin(), places.end(), std::back_inserter(row.missing), [&](const PointPlace& place) {
        return std::none_of(row.points.begin(), row.points.end(),
                            [&](const Measurement& point) { return answers(point, place); });
    });
}

std::map<PointPlace, const Measurement*> successes(const SignatureCoverage& row)
{
    std::map<PointPlace, const Measurement*> all;
    for (const Measurement& point : row.points) {
        if (point.status == MeasurementStatus::Done) {
            all.try_emplace(placeOf(point), &point);
        }
    }
    return all;
}

// Keeps the worst check.
void note(SignatureCoverage& row, const std::optional<Additivity>& check)
{
    if (check) {
        row.additivity = std::max(row.additivity.value_or(0), std::abs(check->memoryError()));
        row.time_additivity = std::max(row.time_additivity.value_or(0), std::abs(check->timeError()));
    }
}

double ratio(Seconds second, Seconds first)
{
    return first.value > 0 ? second / first : 0;
}

}

double relativeSpread(const Timing& timing)
{
    return timing.median.value > 0 ? timing.spread / timing.median : 0;
}

std::int64_t Coverage::measurements() const
{
    std::int64_t count = 0;
    for (const SignatureCoverage& row : rows) {
        count += static_cast<std::int64_t>(row.points.size());
    }
    return count;
}

std::int64_t Coverage::answered() const
{
    std::int64_t count = 0;
    for (const SignatureCoverage& row : rows) {
        count += static_cast<std::int64_t>(places.size() - row.missing.size());
    }
    return count;
}

Result<Coverage> coverageOf(const Model& model, const Workload& workload, const std::vector<Measurement>& measurements)
{
    Coverage coverage;
    const auto keys = keysOfChain(model, workload, workload.sequence);
    if (!keys) {
        return failure(keys.error());
    }
    const auto row_of_layer = makeRows(coverage, model, *keys);
    const Model trained = trainedModel(model, workload).value_or(model);
    std::set<std::string> signatures;
    for (const SignatureCoverage& row : coverage.rows) {
        signatures.insert(signatureOf(trained.layers[static_cast<std::size_t>(row.layers.front())].spec));
    }
    // A row contains the same layers at every sequence and with all run options, but its key differs.
    std::map<std::tuple<std::int64_t, int, int, bool, bool>, std::map<std::string, std::size_t>> row_of_key;
    std::set<PointPlace> places;
    for (const Measurement& measurement : measurements) {
        if (!signatures.contains(signatureOf(measurement.point.spec))) {
            continue;
        }
        const ProfilePoint& point = measurement.point;
        const LayerRunOptions run_options {point.sharding, point.recompute};
        const auto [rows, is_new] = row_of_key.try_emplace(
            {point.sequence, point.sharding.tensor, point.sharding.expert, point.sharding.sequence, point.recompute});
        if (is_new) {
            const auto there = keysOfChain(model, workload, point.sequence, run_options);
            for (std::size_t layer = 0; there && layer < there->size(); ++layer) {
                rows->second.try_emplace((*there)[layer], row_of_layer[layer]);
            }
        }
        const auto row = rows->second.find(lineKey(firstOf(point)));
        if (row == rows->second.end()) {
            ++coverage.other_workloads;
            continue;
        }
        if (measurement.status == MeasurementStatus::Done) {
            coverage.layer_runs += point.following ? 2 : point.in_flight; // counts every run of each layer
        }
        if (point.isCheck()) {
            note(coverage.rows[row->second], additivityOf(measurement, measurements));
        } else if (run_options != LayerRunOptions {}) {
            ++coverage.other_run_options;
        } else {
            coverage.rows[row->second].points.push_back(measurement);
            places.insert(placeOf(measurement));
        }
    }
    coverage.places.assign(places.begin(), places.end());
    for (SignatureCoverage& row : coverage.rows) {
        assess(row, coverage.places);
    }
    return coverage;
}

std::vector<MeasuredDevice> measuredDevices(const std::vector<Measurement>& measurements)
{
    std::vector<MeasuredDevice> devices;
    for (const Measurement& measurement : measurements) {
        if (std::none_of(devices.begin(), devices.end(), [&](const MeasuredDevice& device) {
                return measureIdentically(device, measurement.device);
            })) {
            devices.push_back(measurement.device);
        }
    }
    return devices;
}

std::vector<Measurement> onDevice(const std::vector<Measurement>& measurements, const MeasuredDevice& device)
{
    std::vector<Measurement> found;
    std::copy_if(measurements.begin(), measurements.end(), std::back_inserter(found),
                 [&](const Measurement& measurement) { return measureIdentically(measurement.device, device); });
    return found;
}

std::vector<MeasuredDevice> variantsOf(const std::vector<Measurement>& measurements, const MeasuredDevice& device)
{
    std::vector<MeasuredDevice> variants;
    for (const Measurement& m : measurements) {
        if (measureIdentically(m.device, device)
            && std::find(variants.begin(), variants.end(), m.device) == variants.end()) {
            variants.push_back(m.device);
        }
    }
    return variants;
}

std::optional<ProfileRequest> continuation(const Coverage& coverage, const Model& model, const Workload& workload,
                                           DeviceKind device)
{
    std::map<std::int64_t, std::set<std::int64_t>> missing; // micro-batches by sequence
    for (const SignatureCoverage& row : coverage.rows) {
        for (const PointPlace& place : row.missing) {
            missing[place.sequence].insert(place.micro_batch);
        }
    }
    if (missing.empty()) {
        return std::nullopt;
    }
    const auto wanted = missing.find(workload.sequence);
    const auto& [sequence, micro_batches] = wanted != missing.end() ? *wanted : *missing.begin();
    ProfileRequest request;
    request.model = model;
    request.workload = workload;
    request.workload.sequence = sequence;
    request.micro_batches.assign(micro_batches.begin(), micro_batches.end());
    request.sequences = {sequence};
    request.device.kind = device;
    return request;
}

DeviceComparison compareDevices(const Coverage& first, const Coverage& second)
{
    DeviceComparison comparison;
    for (std::size_t row = 0; row < std::min(first.rows.size(), second.rows.size()); ++row) {
        const auto others = successes(second.rows[row]);
        for (const auto& [place, point] : successes(first.rows[row])) {
            const auto other = others.find(place);
            if (other == others.end()) {
                continue;
            }
            comparison.points.push_back(
                {static_cast<int>(row), place, ratio(other->second->forward.median, point->forward.median),
                 ratio(other->second->backward.median, point->backward.median),
                 other->second->memory.saved - point->memory.saved, other->second->memory == point->memory});
        }
    }
    return comparison;
}

std::optional<double> DeviceComparison::timeRatio() const
{
    std::vector<double> ratios;
    for (const ComparedPoint& point : points) {
        for (const double one : {point.forward_ratio, point.backward_ratio}) {
            if (one > 0) {
                ratios.push_back(one);
            }
        }
    }
    if (ratios.empty()) {
        return std::nullopt;
    }
    std::sort(ratios.begin(), ratios.end());
    const std::size_t half = ratios.size() / 2;
    return ratios.size() % 2 == 1 ? ratios[half] : (ratios[half - 1] + ratios[half]) / 2;
}

std::int64_t DeviceComparison::equalBytes() const
{
    return std::count_if(points.begin(), points.end(), [](const ComparedPoint& point) { return point.equal_bytes; });
}

LayerRunCounts publishedLayerRuns(int devices, int layers)
{
    // Limit for the stages of all runs: about the number of layers times the number of devices.
    constexpr std::int64_t most = 1 << 21;
    LayerRunCounts counts;
    if (std::int64_t(devices) * layers > most) {
        return counts;
    }
    if (const auto runs = mcapRuns(devices, layers)) {
        counts.mcap = layerRuns(*runs);
    }
    if (const auto runs = capslogRuns(devices, layers)) {
        counts.capslog = layerRuns(*runs);
    }
    return counts;
}

}
