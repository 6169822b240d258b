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

// How work on libtorch failed.
struct RunFailure {
    bool out_of_memory = false;
    Message message; // one line
};

// Thrown by work that can say what is wrong itself.
class WorkFailure : public std::runtime_error {
public:
    explicit WorkFailure(Message message) : std::runtime_error(message.phrase->code()), m_message(std::move(message)) {}

    const Message& message() const { return m_message; }

private:
    Message m_message;
};

// Runs `work` and turns what it throws into a value: the border between libtorch's exceptions and the rest.
std::optional<RunFailure> runGuarded(const std::function<void()>& work);

c10::Device torchDevice(const RuntimeDevice& device);

// Gives memory that the allocator keeps in stock back to the device.
void releaseCached(const RuntimeDevice& device);

}
