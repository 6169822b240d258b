// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/profiledata.h"

#include <algorithm>

namespace stagecraft {

namespace {

int indexOf(const std::vector<MeasuredDevice>& devices, const std::optional<MeasuredDevice>& wanted)
{
    const auto found = std::find_if(devices.begin(), devices.end(), [&](const MeasuredDevice& device) {
        return wanted && measureAlike(device, *wanted);
    });
    return found == devices.end() ? -1 : static_cast<int>(found - devices.begin());
}

std::map<std::int64_t, CostModel> fitsOf(const Problem& problem, const Coverage& coverage,
                                         const Measurements& measurements)
{
    const CostModel all(problem.model, problem.workload, measurements);
    std::map<std::int64_t, CostModel> fits;
    for (const PointPlace& place : coverage.places) {
        if (!fits.contains(place.sequence)) {
            fits.try_emplace(place.sequence, all.atSequence(place.sequence));
        }
    }
    return fits;
}

// The devices that measured, and which of them are looked at.
void fillCoverage(ProfileData& data, const ProfileViewChoice& choice)
{
    const Problem& problem = data.question->problem;
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
    data.fits = fitsOf(problem, *data.coverage, data.measurements);
    if (data.other >= 0) {
        const auto beside = static_cast<std::size_t>(data.other);
        data.other_measurements = measurements[beside];
        data.other_coverage = coverages[beside];
        data.other_fits = fitsOf(problem, *data.other_coverage, data.other_measurements);
        data.comparison = compareDevices(*data.coverage, *data.other_coverage);
    }
}

void fillSummary(ProfileData& data)
{
    const Problem& problem = data.question->problem;
    auto summary = summarize(problem.model, 1, problem.workload.sequence);
    if (!summary) {
        data.error = summary.error();
        return;
    }
    data.groups = equalNeighbours(problem.model, *summary);
    data.summary = std::move(*summary);
    data.costs.resize(data.groups.size());
    if (!data.isMeasured()) {
        return;
    }
    const CostModel costs(problem.model, problem.workload, data.measurements);
    const DeviceKind kind = data.devices[static_cast<std::size_t>(data.device)].kind;
    for (std::size_t i = 0; i < data.groups.size(); ++i) {
        data.costs[i] = costs.layer(data.groups[i].first, 1, kind);
    }
}

}

std::shared_ptr<const ProfileData> makeProfileData(const ProfileViewChoice& choice)
{
    auto data = std::make_shared<ProfileData>();
    data->question = choice.question;
    if (!hasGivenCosts(data->model())) {
        fillCoverage(*data, choice);
        data->published = publishedLayerRuns(choice.question->problem.cluster.devices(),
                                             static_cast<int>(data->model().layers.size()));
    }
    fillSummary(*data);
    return data;
}

}
