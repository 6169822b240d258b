// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/runtime/device.h"

#include <c10/core/Device.h>

#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>

namespace stagecraft {

// Failure of work on libtorch.
struct RunFailure {
    bool out_of_memory = false;
    Message message; // one line
};

// Exception for work that can describe its failure itself.
class WorkFailure : public std::runtime_error {
public:
    explicit WorkFailure(Message message) : std::runtime_error(message.phrase->code()), m_message(std::move(message)) {}

    const Message& message() const { return m_message; }

private:
    Message m_message;
};

// Runs `work` and converts exceptions to a value: the boundary between libtorch's exceptions and the rest of the code.
std::optional<RunFailure> runGuarded(const std::function<void()>& work);

c10::Device torchDevice(const RuntimeDevice& device);

// Returns the allocator's cached memory to the device.
void releaseCached(const RuntimeDevice& device);

}
