// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model.h"

#include <string>

namespace stagecraft {

inline constexpr Bytes largestScript = gibibytes(64); // of a file that is read

// Which TorchScript file to describe as a model, and what one of its samples is; no shape: the file says it, as those
// of `stagecraft-cli describe` do.
struct DescribeRequest {
    std::string file;
    ExampleInput input;
    bool trust = false; // the user allows to load the file, which runs code from it

    friend bool operator==(const DescribeRequest&, const DescribeRequest&) = default;
};

// Errors: ScriptUntrusted, OptionOutOfRange where a sample has too many numbers.
Result<void> validate(const DescribeRequest& request);

}
