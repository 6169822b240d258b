// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/costmodel.h"
#include "core/measuring/coverage.h"
#include "core/model/summary.h"
#include "core/session/document.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace stagecraft {

// Data of the profiles pane for one device and an optional second device. Immutable.
struct ProfileData {
    std::shared_ptr<const PlanningSession> session;
    std::shared_ptr<const Measurements> source; // all measurements of the workspace
    std::vector<MeasuredDevice> devices; // devices with measurements for this model and workload
    int device = -1; // index of the displayed device; -1 if none
    int other = -1; // index of the compared device; -1 if none
    Measurements measurements; // measurements of the displayed device
    Measurements other_measurements;
    std::optional<Coverage> coverage; // empty for layer tables, or if the model does not support the sequence length
    std::optional<Coverage> other_coverage;
    std::map<std::int64_t, CostModel> fits; // cost model of the displayed device, by measured sequence length
    std::map<std::int64_t, CostModel> other_fits;
    // Predictions fitted to the layer's other measurements: by row of the coverage, then by point.
    std::vector<std::map<PointPlace, LayerCost>> unseen;
    DeviceComparison comparison;
    std::optional<ModelSummary> summary; // for one sample
    std::vector<LayerGroup> groups;
    std::vector<std::optional<LayerCost>> costs; // cost of each group's layers for one sample, if known
    std::optional<Error> error; // reason why there is no coverage or no summary

    const Model& model() const { return session->problem.model; }
    bool isMeasured() const { return device >= 0; }
    // True if the displayed device has times; dry runs have only bytes.
    bool hasTimes() const { return isMeasured() && !devices[static_cast<std::size_t>(device)].isDry(); }
    const LayerCost* predictedFromOthers(int row, const PointPlace& place) const; // null if there is no prediction
};

// Selected devices and available data.
struct ProfileViewChoice {
    std::shared_ptr<const PlanningSession> session; // not null
    std::shared_ptr<const Measurements> measurements; // not null
    std::optional<MeasuredDevice> device; // default: the device with the most measurements
    std::optional<MeasuredDevice> other;
    std::shared_ptr<const ProfileData> before; // may be null; unchanged fits are reused
};

// Thread-safe.
std::shared_ptr<const ProfileData> makeProfileData(const ProfileViewChoice& view);

}
