// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/output.h"
#include "core/base/result.h"
#include "core/problem/framework.h"
#include "core/runs/run.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagecraft {

// A device type to calibrate on runs.
struct TypeCalibrationOptions {
    std::optional<Framework> framework; // empty: framework of the rows
    std::string type; // catalogue type; empty: the most frequent type
    std::string name; // name of the calibrated type
    std::string output; // catalogue file to write
};

// Calibrates the type, writes it and reports the prediction errors before and after. Errors: those of calibrateType()
// and writeFile(); DeviceTypeUnknown.
Result<ExitCode> runTypeCalibration(const std::vector<Run>& runs, const TypeCalibrationOptions& options,
                                    const Output& output, const std::stop_token& stop);

}
