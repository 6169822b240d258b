// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/plantimeline.h"
#include "core/estimate/steptime.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stagecraft {

// What is told of the simulated step, where an estimate rests on it.
struct ShownStep {
    PlanTimeline timeline;
    ExposedCommunication exposed;
};

// What the step's time goes to: kinds of communication that nothing hides, and the critical path.
nlohmann::json criticalJson(const ShownStep& step);
// The longest parts of the critical path, in a line.
std::string criticalText(const PlanTimeline& timeline);

// Which weights the stages of a plan keep, and how old they are: by stage.
nlohmann::json weightsJson(const Plan& plan);

}
