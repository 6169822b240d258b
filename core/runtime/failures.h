// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/device.h"

#include <c10/core/Device.h>

#include <functional>
#include <optional>
#include <string>

namespace stagecraft {

// How work on libtorch failed.
struct RunFailure {
    bool out_of_memory = false;
    std::string message; // one line
};

// Runs `work` and turns what it throws into a value: the border between libtorch's exceptions and the rest.
std::optional<RunFailure> runGuarded(const std::function<void()>& work);

c10::Device torchDevice(const RuntimeDevice& device);

// Gives memory that the allocator keeps in stock back to the device.
void releaseCached(const RuntimeDevice& device);

}
