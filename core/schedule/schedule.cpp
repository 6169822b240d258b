// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/schedule.h"

#include <algorithm>

namespace stagecraft {

std::vector<Operation> operationsOf(ScheduleKind schedule, int stage, int stages, std::int64_t micro_batches)
{
    const std::int64_t warm_up =
        schedule == ScheduleKind::GPipe ? micro_batches : std::min<std::int64_t>(micro_batches, stages - 1 - stage);
    std::vector<Operation> operations;
    operations.reserve(static_cast<std::size_t>(2 * micro_batches));
    std::int64_t forwards = 0;
    std::int64_t backwards = 0;
    while (forwards < warm_up) {
        operations.push_back({OperationKind::Forward, forwards++});
    }
    while (forwards < micro_batches) {
        operations.push_back({OperationKind::Forward, forwards++});
        operations.push_back({OperationKind::Backward, backwards++});
    }
    while (backwards < micro_batches) {
        operations.push_back({OperationKind::Backward, backwards++});
    }
    return operations;
}

std::int64_t inFlight(ScheduleKind schedule, int stage, int stages, std::int64_t micro_batches)
{
    return schedule == ScheduleKind::GPipe ? micro_batches : std::min<std::int64_t>(micro_batches, stages - stage);
}

}
