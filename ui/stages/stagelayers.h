// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "core/session/document.h"

#include <QString>

#include <optional>
#include <vector>

namespace stagecraft {

// By what a layer is wide in the strip of stages.
enum class LayerMeasure { Memory, Time, Parameters };

// A layer of the chain as a plan runs it: on one of its devices, for one micro-batch.
struct StageLayer {
    QString name;
    double bytes = 0; // parameters, gradients, optimizer state, and what is saved for the backward pass
    double seconds = 0; // both passes
    double parameters = 0; // bytes

    double measure(LayerMeasure by) const
    {
        return by == LayerMeasure::Memory ? bytes : by == LayerMeasure::Time ? seconds : parameters;
    }
};

// What stageLayers() needs, on whichever thread.
struct StageLayersWish {
    std::shared_ptr<const Question> question; // not null
    std::shared_ptr<const Measurements> measurements; // not null
    Probes probes; // or null
    Plan plan;
};

// The layers of the chain, each as its stage runs it. Errors: those of planCosts().
Result<std::vector<StageLayer>> stageLayers(const StageLayersWish& wish);

// The policy of all layers of a stage; nothing where they differ.
std::optional<LayerPolicy> policyOf(const Stage& stage);
// The device of the stage that is nearest to its limit; null where the estimate has none of its place.
const DeviceEstimate* fullestOf(const Plan& plan, const Estimate& estimate, int stage);

}
