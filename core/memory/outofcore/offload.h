// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/memory/outofcore/swaprate.h"

#include <array>
#include <cstdint>

namespace stagecraft {

// State on the host instead of the device, as ZeRO-Offload and DeepSpeed keep it: 16-bit weights and gradients where it
// computes, fp32 weights and moments of Adam on the host, which makes the step.

// What of the memory of a host Adam reads and writes for a parameter: weight, moments, gradient, the copy in 16 bits.
inline constexpr std::int64_t hostAdamTraffic = 30;

// Zero2Optimizer: parameters whole on each device, gradients and optimizer of ZeRO 2 on the host. Zero3Optimizer: the
// optimizer of ZeRO 3. Zero3All: parameters too.
enum class OffloadKind { Zero2Optimizer, Zero3Optimizer, Zero3All };

template <>
inline constexpr auto enumNames<OffloadKind> = std::array {
    std::pair {OffloadKind::Zero2Optimizer, std::string_view("zero2-optimizer")},
    std::pair {OffloadKind::Zero3Optimizer, std::string_view("zero3-optimizer")},
    std::pair {OffloadKind::Zero3All, std::string_view("zero3-all")},
};

struct OffloadCase {
    std::int64_t parameters = 0;
    std::int64_t largest_layer = 0; // parameters of it
    int nodes = 1;
    int devices_per_node = 1;
    SwapRate rate; // of one device while all copy
    BytesPerSecond host_memory; // of a node, as its optimizer gets it
    double headroom = 1.5; // the factor that DeepSpeed gives the host's bytes, for buffers

    int devices() const { return nodes * devices_per_node; }
    friend bool operator==(const OffloadCase&, const OffloadCase&) = default;
};

struct OffloadCosts {
    Bytes device; // state on each device
    Bytes host; // on each node
    Bytes out; // of a device for each step
    Bytes in;
    Seconds copying; // the longer way
    Seconds updating; // Adam on each node's host
    // What a step adds where a share of both is hidden by computing (0 to 1).
    Seconds exposed(double hidden) const { return (copying + updating) * (1 - hidden); }
};

// Bytes: DeepSpeed's estimators (deepspeed/runtime/zero/stage_1_and_2.py and stage3.py, estimate_zero2_model_states_
// and estimate_zero3_model_states_mem_needs, with zero.Init), for Adam in mixed precision. Traffic: a gradient out and
// an updated weight in, of 16 bits, for each parameter, divided among the devices (Ren et al. 2021, "ZeRO-Offload",
// section 4.1); weights on the host come in for forward and backward instead (Rajbhandari et al. 2021,
// "ZeRO-Infinity"). Updating: by host memory, each node its share (derived, see hostUpdate()).
OffloadCosts offloadCosts(OffloadKind kind, const OffloadCase& what);

}
