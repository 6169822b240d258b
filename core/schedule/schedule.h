// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/problem/problem.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

enum class OperationKind { Forward, Backward };

// One operation of one stage on one micro-batch.
struct Operation {
    OperationKind kind = OperationKind::Forward;
    std::int64_t micro_batch = 0;

    friend bool operator==(const Operation&, const Operation&) = default;
};

// Operations of stage `stage` (0 first) of `stages`, in order. Needs 0 <= stage < stages and micro_batches >= 1.
// 1F1B (PipeDream-Flush): min(m, p-1-s) forwards, then forward and backward in turn, then the backwards left. GPipe:
// all forwards, all backwards.
std::vector<Operation> operationsOf(ScheduleKind schedule, int stage, int stages, std::int64_t micro_batches);

// Most micro-batches in flight at a stage: min(m, p - s) for 1F1B, m for GPipe.
std::int64_t inFlight(ScheduleKind schedule, int stage, int stages, std::int64_t micro_batches);

}
