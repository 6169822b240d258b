// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.h"

namespace stagecraft {

// Whether the dropout that a model's layers have is applied in training.
enum class DropoutUse { Configured, Off };

template <>
inline constexpr auto enumNames<DropoutUse> = std::array {
    std::pair {DropoutUse::Configured, std::string_view("configured")},
    std::pair {DropoutUse::Off, std::string_view("off")},
};

// Whether a layer drops anything.
bool hasDropout(const Model& model);

// The model as it is, or without any dropout. Layer tables have none.
Model withDropout(const Model& model, DropoutUse use);

}
