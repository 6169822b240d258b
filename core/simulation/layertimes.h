// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/problem/layerpolicy.h"

#include <optional>

namespace stagecraft {

// A layer of a stage, for one micro-batch.
struct LayerTimes {
    Seconds forward;
    Seconds backward; // all of it
    Seconds recompute {}; // of the backward pass: the forward pass again
    Seconds weight_gradient {}; // of the backward pass: what schedules may put off
    // Behind each pass, while ranks that share the layer send each other something.
    Seconds forward_waiting {};
    Seconds backward_waiting {};
    // Where its saved activations are swapped: a copy each way.
    std::optional<SwapWindow> window {};
    int shared = 0; // SwappedLayer::shared
    Seconds swap_out {};
    Seconds swap_in {};
    // Where its parameters lie on the host: a copy from there before each pass, while the layer before it runs.
    Seconds fetch {};
    // Where replicas hold its parameters in parts: behind that, before each pass, while the layer before it runs.
    Seconds gather {};
    // Where they hold its gradients in parts: behind its backward pass.
    Seconds scatter {};
};

}
