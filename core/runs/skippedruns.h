// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <string>
#include <vector>

namespace stagecraft {

// How often each reason came up, the most frequent first.
struct SkippedRuns {
    std::string reason;
    int count = 0;

    friend bool operator==(const SkippedRuns&, const SkippedRuns&) = default;
};
std::vector<SkippedRuns> countReasons(const std::vector<std::string>& reasons);

// "12 x no measured speed, 3 x encoder-decoder".
std::string reasonsText(const std::vector<SkippedRuns>& skipped);

// Two reasons as one: "no measured speed; no measured memory". Equal ones once, an empty one not at all.
std::string bothReasons(const std::string& a, const std::string& b);

// Why a run's plan cannot be estimated.
std::string refusedText(const Error& error);

}
