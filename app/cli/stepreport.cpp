// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/stepreport.h"

#include "core/base/format.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace stagecraft {

nlohmann::json criticalJson(const ShownStep& step)
{
    auto path = nlohmann::json::array();
    for (const CriticalShare& share : step.timeline.critical) {
        path.push_back({{"kind", nameOf(share.kind)}, {"seconds", share.time.value}});
    }
    const ExposedCommunication& exposed = step.exposed;
    return {{"steps", step.timeline.timeline.steps},
            {"critical_path", path},
            {"exposed_boundaries_seconds", exposed.boundaries.value},
            {"exposed_reductions_seconds", exposed.reductions.value},
            {"exposed_exchanges_seconds", exposed.exchanges.value},
            {"exposed_layer_collectives_seconds", exposed.layers.value},
            {"exposed_zero_seconds", exposed.zero.value},
            {"exposed_host_copies_seconds", exposed.host.value}};
}

std::string criticalText(const PlanTimeline& timeline)
{
    constexpr std::size_t shown = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(shown, timeline.critical.size()); ++i) {
        std::string kind(nameOf(timeline.critical[i].kind));
        std::replace(kind.begin(), kind.end(), '_', ' ');
        text += (text.empty() ? "" : ", ") + kind + " " + formatSeconds(timeline.critical[i].time);
    }
    if (text.empty()) {
        return {};
    }
    const int steps = timeline.timeline.steps;
    const std::string of = steps > 1 ? " of the " + std::to_string(steps) + " simulated steps" : "";
    return "Critical path" + of + ": " + text + "\n";
}

nlohmann::json weightsJson(const Plan& plan)
{
    auto list = nlohmann::json::array();
    for (const WeightUse& use : weightUses(plan)) {
        list.push_back({{"versions", use.versions},
                        {"predicted_copies", use.predicted},
                        {"staleness_steps", use.staleness},
                        {"forward_prediction_steps", use.forward_distance},
                        {"backward_prediction_steps", use.backward_distance}});
    }
    return list;
}

}
