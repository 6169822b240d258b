// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/collectives.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// What a layer sends to the host for its optimizer step there, as one device has it.
struct HostUpdateLayer {
    Seconds backward; // compute in the step's last backward pass
    Bytes gradients; // out
    Bytes touched; // of the host's memory, read and written by the optimizer
    Bytes weights; // back
};

struct HostRates {
    BytesPerSecond link; // each way
    BytesPerSecond memory; // of the host, for this device
    // Hosts whose replicas' gradients are exchanged before the update, each by this link; consecutive layers wait for
    // each other until they have so many bytes together.
    int hosts = 1;
    LinkSpeed network {};
    Bytes phase {};
};

// A layer's way through an optimizer step on the host. Each of the ways, the exchange and the host's memory is a
// resource that does one thing after another.
struct HostUpdateStep {
    int layer = 0; // which of those given, first to last in the backward pass
    Seconds before_end; // of the step's last backward pass: when its gradients are there
    Seconds out;
    bool waits = false; // for the exchange, or the update, of a layer behind it
    Seconds exchange {}; // of its gradients and of all that wait for it, between the hosts
    Seconds update {};
    Seconds back {};

    friend bool operator==(const HostUpdateStep&, const HostUpdateStep&) = default;
};

enum class HostWork : std::uint8_t { Out, Exchange, Update, Back };

// Plays the steps: `ready(step)` says when a layer's gradients are there, `run(work, asked, time)` when work has ended
// that was asked for at a moment.
template <typename Ready, typename Run>
void playHostUpdate(const std::vector<HostUpdateStep>& steps, const Ready& ready, const Run& run)
{
    std::size_t first = 0; // that waits
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

// `layers`: in the order of the step's last backward pass. Gradients leave as each layer's backward ends. Pipelined: a
// layer is updated as its gradients arrive, after their exchange where there are several hosts (a ring over the hosts,
// as in core/memory/outofcore/karmadistributed.h), and returns beside the next one's; else everything is updated once
// all gradients have arrived, and returns then. No errors; safe from any thread.
std::vector<HostUpdateStep> hostUpdateSteps(const std::vector<HostUpdateLayer>& layers, const HostRates& rates,
                                            bool pipelined);

// What of an optimizer step on the host comes after the step's last backward pass.
Seconds hostUpdateTail(const std::vector<HostUpdateStep>& steps);

}
