// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/problem/layerpolicy.h"

#include <optional>

namespace stagecraft {

// Times of a layer of a stage for one micro-batch.
struct LayerTimes {
    Seconds forward;
    Seconds backward; // whole pass, including the two parts below
    Seconds recompute {}; // part of `backward`: recomputed forward pass
    Seconds weight_gradient {}; // part of `backward` that schedules may postpone
    // Exposed communication after each pass, among the ranks that share the layer.
    Seconds forward_waiting {};
    Seconds backward_waiting {};
    // Copies of its saved activations, if they are swapped: one in each direction.
    std::optional<SwapWindow> window {};
    int shared = 0; // SwappedLayer::shared
    Seconds swap_out {};
    Seconds swap_in {};
    // Copy of its parameters from the host before each pass, while the previous layer runs; 0 if they are on the
    // device.
    Seconds fetch {};
    // All-gather of its parameters after the fetch, before each pass, while the previous layer runs; 0 if they are
    // replicated.
    Seconds gather {};
    // Reduce-scatter of its gradients after its backward pass; 0 if they are not sharded.
    Seconds scatter {};
};

}
