// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/outofcore/threestreams.h"

#include <array>

namespace stagecraft {

// Data-parallel training out of core over several hosts: gradients leave block by block while the backward pass goes
// on, are exchanged between the hosts, which also update the parameters, and come back as weights. The idea is KARMA's
// (Wahib et al. 2020); the formulas are derived.

struct HostTraining {
    int nodes = 1;
    int devices_per_node = 1; // each with a replica; a host adds up its devices' gradients
    BytesPerSecond network; // of a host, each way
    Seconds latency; // of a message between hosts
    BytesPerSecond host_memory; // of a host, all that its optimizer gets of it
    Bytes phase; // blocks whose gradients are exchanged together: consecutive ones until they have so many bytes
    std::int64_t gradient_bytes = 2; // of a parameter, as it is sent
    bool fp32_gradients = false; // the host keeps them that wide

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
    Seconds iteration; // of the steady state
    std::array<Seconds, 5> busy; // of each HostResource, in their order; computing with what it waits for
    HostResource bottleneck = HostResource::Compute; // the busiest one
    Seconds tail; // iteration less what the busiest one takes: the way of what is made last and needed first
    double device_bytes = 0; // of weights and gradients, a parameter
    double host_bytes = 0; // a parameter of one replica's model, all on one host

    Seconds busyOf(HostResource resource) const { return busy[static_cast<std::size_t>(resource)]; }
};

// The iteration of a step whose labels take this timeline, with everything in order on each resource: gradients to the
// host as each block's backward ends, exchange of a phase when all of it is there, update, weights to the device before
// the next forward of the block. Nothing where the labels do not fit. Without parameters it is the step itself.
std::optional<HostStep> hostStep(const std::vector<OutOfCoreBlock>& blocks, const BlockLabels& labels,
                                 const StreamRules& rules, const HostTraining& training);

// A ring all-reduce between the hosts: 2 (n-1)/n of the bytes and 2 (n-1) messages (Patarasu and Yuan 2009). As in
// core/simulation/collectives.h, which is behind this folder.
Seconds hostExchange(Bytes bytes, const HostTraining& training);

// Adam on the host, by its memory alone: it reads parameter, two moments and gradient (16 bytes a parameter), writes
// the first three (12) and the copy in 16 bits (2): 30 (derived; ZeRO-Offload, Ren et al. 2021, has the same division
// of state). Gradients of several devices are added up before: each read once, the sum written once.
Seconds hostUpdate(std::int64_t parameters, const HostTraining& training);

}
