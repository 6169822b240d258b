// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/profile/measurement.h"

#include <optional>
#include <vector>

namespace stagecraft {

// How a stage that was run whole compares with what its layers, measured alone, predict of it.
struct Additivity {
    Bytes measured; // peak of a step
    Bytes predicted; // by the ledger
    Seconds measured_time; // forward and backward of one micro-batch
    Seconds predicted_time;

    double memoryError() const { return (predicted - measured) / measured; }
    double timeError() const { return (predicted_time - measured_time) / measured_time; }
};

// Of a check that succeeded. Nothing where its layers have not been measured alone on the same device.
std::optional<Additivity> additivityOf(const Measurement& check, const std::vector<Measurement>& known);

}
