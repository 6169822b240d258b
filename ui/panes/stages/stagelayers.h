// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "core/session/document.h"

#include <QString>

#include <optional>
#include <vector>

namespace stagecraft {

// Quantity that determines the width of a layer in the strip.
enum class LayerMeasure { Memory, Time, Parameters };

// A layer on one device of a plan, for one micro-batch.
struct ShownLayer {
    QString name;
    double bytes = 0; // parameters, gradients, optimizer state and saved activations
    double seconds = 0; // forward + backward
    double parameters = 0; // bytes

    double measure(LayerMeasure by) const
    {
        return by == LayerMeasure::Memory ? bytes : by == LayerMeasure::Time ? seconds : parameters;
    }
};

// Input of stageLayers(), for any thread.
struct StageLayersInput {
    std::shared_ptr<const PlanningSession> session; // not null
    std::shared_ptr<const Measurements> measurements; // not null
    Probes probes; // null if not measured
    Plan plan;
};

// All layers of the chain, with the parallel sizes of their stages. Errors: those of planCosts().
Result<std::vector<ShownLayer>> stageLayers(const StageLayersInput& input);

// Memory policy of all layers of a stage; empty if layers differ.
std::optional<LayerPolicy> policyOf(const Stage& stage);
// The fullest device of the stage; null if the estimate has no device of its pipeline rank.
const DeviceEstimate* fullestOf(const Plan& plan, const Estimate& estimate, int stage);

}
