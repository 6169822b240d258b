// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/outofcore/threestreams.h"

#include <array>

namespace stagecraft {

// Out-of-core data-parallel training over several hosts: gradients are copied out block by block during the backward
// pass, exchanged between the hosts, which also update the parameters, and copied back as weights. The idea is KARMA's
// (Wahib et al. 2020); the formulas are derived.

struct HostTraining {
    int nodes = 1;
    int devices_per_node = 1; // one replica each; a host sums its devices' gradients
    BytesPerSecond network; // per host, each way
    Seconds latency; // per message between hosts
    BytesPerSecond host_memory; // per host, available to its optimizer
    Bytes phase; // minimum bytes of consecutive blocks whose gradients are exchanged together
    std::int64_t gradient_bytes = 2; // per parameter, as sent
    bool fp32_gradients = false; // the host stores gradients in fp32

    friend bool operator==(const HostTraining&, const HostTraining&) = default;
};

enum class HostResource { Compute, ToHost, ToDevice, Network, Optimizer };

template <>
inline constexpr auto enumNames<HostResource> = std::array {
    std::pair {HostResource::Compute, std::string_view("compute")},
    std::pair {HostResource::ToHost, std::string_view("to_host")},
    std::pair {HostResource::ToDevice, std::string_view("to_device")},
    std::pair {HostResource::Network, std::string_view("network")},
    std::pair {HostResource::Optimizer, std::string_view("optimizer")},
};

struct HostStep {
    Seconds iteration; // steady state
    std::array<Seconds, 5> busy; // [HostResource]; compute includes its waiting time
    HostResource bottleneck = HostResource::Compute; // busiest resource
    Seconds tail; // iteration minus the busiest resource's time: latency of the data produced last and needed first
    double device_bytes = 0; // weights and gradients, per parameter
    double host_bytes = 0; // per parameter of one replica's model, all on one host

    Seconds busyOf(HostResource resource) const { return busy[static_cast<std::size_t>(resource)]; }
};

// Computes the iteration of a step with these labels, with all work in order on each resource: gradients are copied to
// the host as each block's backward pass ends, a phase is exchanged when it is complete, then updated, and weights are
// copied to the device before the block's next forward pass. Empty if the labels do not fit. Without parameters it
// equals the step.
std::optional<HostStep> hostStep(const std::vector<OutOfCoreBlock>& blocks, const BlockLabels& labels,
                                 const StreamRules& rules, const HostTraining& training);

// Time of a ring all-reduce between the hosts: 2 (n-1)/n of the bytes and 2 (n-1) messages (Patarasu and Yuan 2009).
// The same formula as in core/simulation/collectives.h, which depends on this folder.
Seconds hostExchange(Bytes bytes, const HostTraining& training);

// Time of an Adam update on the host, bound by its memory: it reads parameter, two moments and gradient (16 bytes per
// parameter), writes the first three (12) and the 16-bit copy (2): 30 (derived; ZeRO-Offload, Ren et al. 2021,
// partitions the state in the same way). The gradients of several devices are summed first: each is read once, the sum
// is written once.
Seconds hostUpdate(std::int64_t parameters, const HostTraining& training);

}
