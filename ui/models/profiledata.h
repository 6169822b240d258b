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

// All that the profiles pane shows of one question, on one device and perhaps beside another. Immutable.
struct ProfileData {
    std::shared_ptr<const Question> question;
    std::shared_ptr<const Measurements> source; // all of the workspace
    std::vector<MeasuredDevice> devices; // that measured layers of this chain for this workload
    int device = -1; // of them the one on show; -1: none has measured
    int other = -1; // to compare with; -1: none
    Measurements measurements; // of the device on show
    Measurements other_measurements;
    std::optional<Coverage> coverage; // empty for layer tables and where the model cannot take the sequence
    std::optional<Coverage> other_coverage;
    std::map<std::int64_t, CostModel> fits; // by measured sequence, of the device on show
    std::map<std::int64_t, CostModel> other_fits;
    // By row of the coverage: what the fit of the layer's other measurements says at each place, where it says
    // anything.
    std::vector<std::map<PointPlace, LayerCost>> unseen;
    DeviceComparison comparison;
    std::optional<ModelSummary> summary; // one sample
    std::vector<LayerGroup> groups;
    std::vector<std::optional<LayerCost>> costs; // of each group's layers for one sample, where they are known
    std::optional<Error> error; // why there is no coverage or no summary

    const Model& model() const { return question->problem.model; }
    bool isMeasured() const { return device >= 0; }
    // Whether the device on show computed: a dry run has bytes alone.
    bool hasTimes() const { return isMeasured() && !devices[static_cast<std::size_t>(device)].isDry(); }
    const LayerCost* predictedFromOthers(int row, const PointPlace& place) const; // null where nothing is
};

// What the user chose to look at, and what there is.
struct ProfileViewChoice {
    std::shared_ptr<const Question> question; // not null
    std::shared_ptr<const Measurements> measurements; // not null
    std::optional<MeasuredDevice> device; // where it did not measure: the one that measured most
    std::optional<MeasuredDevice> other;
    std::shared_ptr<const ProfileData> before; // may be null; its fits are taken over where they are the same
};

// Safe on any thread.
std::shared_ptr<const ProfileData> makeProfileData(const ProfileViewChoice& view);

}
