// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/collectives.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// Data that one device exchanges with the host for a layer's optimizer step there.
struct HostUpdateLayer {
    Seconds backward; // compute time in the step's last backward pass
    Bytes gradients; // copied out
    Bytes touched; // host memory traffic of the optimizer, reads and writes
    Bytes weights; // copied back
};

struct HostRates {
    BytesPerSecond link; // each direction
    BytesPerSecond memory; // host memory bandwidth available to this device
    // Hosts that exchange their replicas' gradients before the update over `network`; consecutive layers are exchanged
    // together once they have at least `phase` bytes.
    int hosts = 1;
    LinkSpeed network {};
    Bytes phase {};
};

// Path of a layer through an optimizer step on the host. Both copy directions, the exchange and the host memory are
// serial resources.
struct HostUpdateStep {
    int layer = 0; // index into the given layers, in the order of the backward pass
    Seconds before_end; // time before the end of the step's last backward pass at which its gradients are ready
    Seconds out;
    bool waits = false; // waits for the exchange or update of a later step
    Seconds exchange {}; // exchange between hosts, of its gradients and those waiting for it
    Seconds update {};
    Seconds back {};

    friend bool operator==(const HostUpdateStep&, const HostUpdateStep&) = default;
};

enum class HostWork : std::uint8_t { Out, Exchange, Update, Back };

// Plays the steps. `ready(step)` returns the time at which a layer's gradients are ready; `run(work, asked, time)`
// returns the end of work requested at `asked` that lasts `time`.
template <typename Ready, typename Run>
void playHostUpdate(const std::vector<HostUpdateStep>& steps, const Ready& ready, const Run& run)
{
    std::size_t first = 0; // first waiting step
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto arrived = run(HostWork::Out, ready(steps[i]), steps[i].out);
        if (steps[i].waits) {
            continue;
        }
        const auto exchanged = run(HostWork::Exchange, arrived, steps[i].exchange);
        for (; first <= i; ++first) {
            const auto updated = run(HostWork::Update, exchanged, steps[first].update);
            run(HostWork::Back, updated, steps[first].back);
        }
    }
}

// Returns the host update steps of `layers`, given in the order of the step's last backward pass. Gradients are copied
// out as each layer's backward pass ends. Pipelined: a layer is updated as its gradients arrive, with several hosts
// after their exchange (a ring over the hosts, as in core/memory/outofcore/karmadistributed.h), and is copied back
// during the next one's update; otherwise everything is updated and copied back after all gradients have arrived. No
// errors; thread-safe.
std::vector<HostUpdateStep> hostUpdateSteps(const std::vector<HostUpdateLayer>& layers, const HostRates& rates,
                                            bool pipelined);

// Returns the time of a host optimizer step after the step's last backward pass.
Seconds hostUpdateTail(const std::vector<HostUpdateStep>& steps);

}
