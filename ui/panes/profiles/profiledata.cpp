// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/profiles/profiledata.h"

#include "core/cost/leaveoneout.h"
#include "core/cost/measuredlayers.h"

#include <algorithm>

namespace stagecraft {

namespace {

int indexOf(const std::vector<MeasuredDevice>& devices, const std::optional<MeasuredDevice>& wanted)
{
    const auto found = std::find_if(devices.begin(), devices.end(), [&](const MeasuredDevice& device) {
        return wanted && measureIdentically(device, *wanted);
    });
    return found == devices.end() ? -1 : static_cast<int>(found - devices.begin());
}

// Fits and bounds are computed lazily. Compute them here, outside the GUI thread.
void makeNow(const CostModel& fit, const Coverage& coverage, DeviceKind kind)
{
    std::int64_t most = 0;
    for (const PointPlace& place : coverage.places) {
        most = std::max(most, place.micro_batch);
    }
    for (const SignatureCoverage& row : coverage.rows) {
        if (fit.layer(row.layers.front(), most + 1, kind)) { // measured points need no bounds
            return;
        }
    }
}

std::map<std::int64_t, CostModel> fitsOf(const Problem& problem, const Coverage& coverage,
                                         const Measurements& measurements, DeviceKind kind)
{
    const CostModel all(problem.model, problem.workload, measurements);
    std::map<std::int64_t, CostModel> fits;
    for (const PointPlace& place : coverage.places) {
        if (!fits.contains(place.sequence)) {
            makeNow(fits.try_emplace(place.sequence, all.atSequence(place.sequence)).first->second, coverage, kind);
        }
    }
    return fits;
}

std::vector<std::map<PointPlace, LayerCost>> unseenOf(const Problem& problem, const Coverage& coverage,
                                                      const Measurements& measurements, const MeasuredDevice& device)
{
    MeasuredLayers layers(device);
    for (const Measurement& measurement : measurements) {
        layers.add(measurement);
    }
    std::vector<std::map<PointPlace, LayerCost>> unseen(coverage.rows.size());
    const auto points = chainPoints(problem.model, problem.workload, 1);
    if (!points) {
        return unseen;
    }
    const auto measured = layers.measured(problem.model, problem.workload, {}, *points);
    for (std::size_t row = 0; row < unseen.size(); ++row) {
        const auto layer = static_cast<std::size_t>(coverage.rows[row].layers.front());
        for (const PointPlace& place : coverage.places) {
            const Extent scale {place.micro_batch, std::max<std::int64_t>(1, place.sequence), 1};
            if (auto cost = costFromOthers(measured[layer], scale)) {
                unseen[row].emplace(place, *std::move(cost));
            }
        }
    }
    return unseen;
}

// True if the layers and measurements are unchanged. Fits are expensive, and other parts of the problem change often.
bool hasSameFits(const ProfileData& before, const ProfileData& now)
{
    Workload workload = now.session->problem.workload;
    workload.global_batch = before.session->problem.workload.global_batch; // does not affect layers
    return before.source == now.source && before.device == now.device && before.session->problem.workload == workload
        && before.model() == now.model();
}

void fillFits(ProfileData& data, const ProfileData* before)
{
    const Problem& problem = data.session->problem;
    const auto shown = static_cast<std::size_t>(data.device);
    const bool same = before && hasSameFits(*before, data);
    if (same) {
        data.fits = before->fits;
        data.unseen = before->unseen;
    } else {
        data.fits = fitsOf(problem, *data.coverage, data.measurements, data.devices[shown].kind);
        data.unseen = unseenOf(problem, *data.coverage, data.measurements, data.devices[shown]);
    }
    if (data.other >= 0) {
        const auto beside = static_cast<std::size_t>(data.other);
        data.other_fits = same && before->other == data.other
            ? before->other_fits
            : fitsOf(problem, *data.other_coverage, data.other_measurements, data.devices[beside].kind);
    }
}

// Devices with measurements, and the selected ones.
void fillCoverage(ProfileData& data, const ProfileViewChoice& choice)
{
    const Problem& problem = data.session->problem;
    std::vector<Coverage> coverages;
    std::vector<Measurements> measurements;
    std::size_t most = 0;
    for (const MeasuredDevice& device : measuredDevices(*choice.measurements)) {
        Measurements own = onDevice(*choice.measurements, device);
        auto coverage = coverageOf(problem.model, problem.workload, own);
        if (!coverage) {
            data.error = coverage.error();
            return;
        }
        if (coverage->isEmpty()) {
            continue;
        }
        data.devices.push_back(device);
        measurements.push_back(std::move(own));
        coverages.push_back(std::move(*coverage));
        most = coverages.back().measurements() > coverages[most].measurements() ? coverages.size() - 1 : most;
    }
    if (coverages.empty()) {
        auto none = coverageOf(problem.model, problem.workload, *choice.measurements);
        if (none) {
            data.coverage = std::move(*none);
        } else {
            data.error = none.error();
        }
        return;
    }
    data.device = indexOf(data.devices, choice.device);
    data.device = data.device < 0 ? static_cast<int>(most) : data.device;
    data.other = indexOf(data.devices, choice.other);
    data.other = data.other == data.device ? -1 : data.other;
    const auto shown = static_cast<std::size_t>(data.device);
    data.measurements = measurements[shown];
    data.coverage = coverages[shown];
    if (data.other >= 0) {
        const auto beside = static_cast<std::size_t>(data.other);
        data.other_measurements = measurements[beside];
        data.other_coverage = coverages[beside];
        data.comparison = compareDevices(*data.coverage, *data.other_coverage);
    }
    fillFits(data, choice.before.get());
}

void fillSummary(ProfileData& data)
{
    const Problem& problem = data.session->problem;
    auto summary = summarize(problem.model, 1, problem.workload.sequence);
    if (!summary) {
        data.error = summary.error();
        return;
    }
    data.groups = equalNeighbors(problem.model, *summary);
    data.summary = std::move(*summary);
    data.costs.resize(data.groups.size());
    if (!data.isMeasured()) {
        return;
    }
    const auto fitted = data.fits.find(problem.workload.sequence);
    const CostModel costs =
        fitted != data.fits.end() ? fitted->second : CostModel(problem.model, problem.workload, data.measurements);
    const DeviceKind kind = data.devices[static_cast<std::size_t>(data.device)].kind;
    for (std::size_t i = 0; i < data.groups.size(); ++i) {
        data.costs[i] = costs.layer(data.groups[i].first, 1, kind);
    }
}

}

const LayerCost* ProfileData::predictedFromOthers(int row, const PointPlace& place) const
{
    if (row < 0 || row >= static_cast<int>(unseen.size())) {
        return nullptr;
    }
    const auto& places = unseen[static_cast<std::size_t>(row)];
    const auto found = places.find(place);
    return found == places.end() ? nullptr : &found->second;
}

std::shared_ptr<const ProfileData> makeProfileData(const ProfileViewChoice& choice)
{
    auto data = std::make_shared<ProfileData>();
    data->session = choice.session;
    data->source = choice.measurements;
    if (!hasGivenCosts(data->model())) {
        fillCoverage(*data, choice);
    }
    fillSummary(*data);
    return data;
}

}
