// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <vector>

namespace stagecraft {

// How often each reason came up, the most frequent first.
struct SkippedRuns {
    Message reason;
    int count = 0;

    friend bool operator==(const SkippedRuns&, const SkippedRuns&) = default;
};
std::vector<SkippedRuns> countReasons(const std::vector<Message>& reasons);

// "12 x no measured speed", "3 x encoder-decoder".
ArgumentList reasonList(const std::vector<SkippedRuns>& skipped);

// Two reasons as one: "no measured speed; no measured memory". Equal ones once, an empty one not at all.
Message bothReasons(const Message& a, const Message& b);

// Why a run's plan cannot be estimated.
Message refusal(const Error& error);

}
