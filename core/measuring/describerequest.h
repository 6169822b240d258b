// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model.h"

#include <string>

namespace stagecraft {

inline constexpr Bytes largestScript = gibibytes(64); // largest script file that is read

// A TorchScript file to describe as a model, and the shape of one of its samples. Without a shape the file must contain
// it, as files written by `stagecraft-cli describe` do.
struct DescribeRequest {
    std::string file;
    ExampleInput input;
    bool trust = false; // the user allows loading the file, which executes code from it

    friend bool operator==(const DescribeRequest&, const DescribeRequest&) = default;
};

// Errors: ScriptUntrusted, OptionOutOfRange if a sample has too many elements.
Result<void> validate(const DescribeRequest& request);

}
