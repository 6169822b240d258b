// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

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
};

// What of an optimizer step on the host comes after the step's last backward pass. `layers`: in the order of that pass.
// Gradients leave as each layer's backward ends. Pipelined: a layer is updated as its gradients arrive, and returns
// beside the next one's; else everything is updated once all gradients have arrived, and returns then. Ways and the
// host's memory do one thing after another each. No errors; safe from any thread.
Seconds hostUpdateTail(const std::vector<HostUpdateLayer>& layers, const HostRates& rates, bool pipelined);

}
