// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <vector>

namespace stagecraft {

// Number of occurrences of each reason, in descending order.
struct SkippedRuns {
    Message reason;
    int count = 0;

    friend bool operator==(const SkippedRuns&, const SkippedRuns&) = default;
};
std::vector<SkippedRuns> countReasons(const std::vector<Message>& reasons);

// Formats the counts: "12 x no measured speed", "3 x encoder-decoder".
ArgumentList reasonList(const std::vector<SkippedRuns>& skipped);

// Joins two reasons: "no measured speed; no measured memory". Omits duplicates and empty ones.
Message bothReasons(const Message& a, const Message& b);

// Returns the reason why a run's plan cannot be estimated.
Message refusal(const Error& error);

}
