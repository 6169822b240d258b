// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/profile/measurement.h"

#include <optional>
#include <vector>

namespace stagecraft {

// Comparison of a stage that was run as a whole with the prediction from its layers, which were measured alone.
struct Additivity {
    Bytes measured; // peak of a step
    Bytes predicted; // from the memory ledger
    Seconds measured_time; // forward and backward of one micro-batch
    Seconds predicted_time;

    double memoryError() const { return (predicted - measured) / measured; }
    double timeError() const { return (predicted_time - measured_time) / measured_time; }
};

// Compares a successful check with its layers. Empty if they have not been measured alone on the same device.
std::optional<Additivity> additivityOf(const Measurement& check, const std::vector<Measurement>& known);

}
