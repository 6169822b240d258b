// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.h"

namespace stagecraft {

// Use of a model's dropout in training.
enum class DropoutUse { Configured, Off };

template <>
inline constexpr auto enumNames<DropoutUse> = std::array {
    std::pair {DropoutUse::Configured, std::string_view("configured")},
    std::pair {DropoutUse::Off, std::string_view("off")},
};

// True if any layer has dropout.
bool hasDropout(const Model& model);

// Returns the model unchanged, or without any dropout. Layer tables have none.
Model withDropout(const Model& model, DropoutUse use);

}
