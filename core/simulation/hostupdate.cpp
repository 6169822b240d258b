// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/hostupdate.h"

#include <algorithm>
#include <array>

namespace stagecraft {

std::vector<HostUpdateStep> hostUpdateSteps(const std::vector<HostUpdateLayer>& layers, const HostRates& rates,
                                            bool pipelined)
{
    std::vector<HostUpdateStep> steps;
    HostUpdateLayer all;
    Bytes phase;
    for (const HostUpdateLayer& layer : layers) {
        HostUpdateStep step {static_cast<int>(steps.size()), all.backward + layer.backward,
                             layer.gradients / rates.link};
        const bool last = steps.size() + 1 == layers.size();
        all.backward += layer.backward;
        all.touched += layer.touched;
        all.weights += layer.weights;
        phase += layer.gradients;
        step.waits = !last && (!pipelined || phase < rates.phase);
        if (!step.waits && rates.hosts > 1 && phase > Bytes(0)) {
            step.exchange = ringAllReduce(phase, rates.hosts, rates.network);
        }
        phase = step.waits ? phase : Bytes(0);
        if (pipelined || last) {
            step.update = (pipelined ? layer.touched : all.touched) / rates.memory;
            step.back = (pipelined ? layer.weights : all.weights) / rates.link;
        }
        steps.push_back(step);
    }
    for (HostUpdateStep& step : steps) { // convert to the time before the end
        step.before_end = all.backward - step.before_end;
    }
    return steps;
}

Seconds hostUpdateTail(const std::vector<HostUpdateStep>& steps)
{
    if (steps.empty()) {
        return {};
    }
    const Seconds begin = steps.front().before_end;
    std::array<Seconds, 4> free {}; // end of each resource's work, from `begin` on
    playHostUpdate(
        steps, [&](const HostUpdateStep& step) { return begin - step.before_end; },
        [&](HostWork work, Seconds asked, Seconds time) {
            Seconds& resource = free[static_cast<std::size_t>(work)];
            return resource = std::max(resource, asked) + time;
        });
    return std::max(Seconds(0), free[static_cast<std::size_t>(HostWork::Back)] - begin);
}

}
