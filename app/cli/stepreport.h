// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/plantimeline.h"
#include "core/estimate/steptime.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stagecraft {

// The simulated step of an estimate.
struct ShownStep {
    PlanTimeline timeline;
    ExposedCommunication exposed;
};

// Composition of the step time: exposed communication by kind, and the critical path.
nlohmann::json criticalJson(const ShownStep& step);
// One line with the longest parts of the critical path.
std::string criticalText(const PlanTimeline& timeline);

// Weight versions and staleness of each stage.
nlohmann::json weightsJson(const Plan& plan);

}
