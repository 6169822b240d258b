// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/search/stagetable.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// A partition of a table, with what tells which of two is better.
struct TableAnswer {
    const StageTable* table = nullptr;
    std::vector<PartitionStage> stages;
    Message note;
    int devices = 0;
    Bytes peak; // the largest of its devices
    Seconds work; // all passes of a step and the optimizer of its slowest stage: no step is shorter
    bool fits = true;
};

// `stages`: of the whole chain, in order. Keeps a pointer to the table.
TableAnswer tableAnswer(const StageTable& table, std::vector<PartitionStage> stages, Message note = {});

// The least peak of all pipelines of the table, of `pipeline_ranks` stages if that is given, and among those a slowest
// stage within a hundredth of the fastest. Nothing where the devices do not suffice, or when stopped.
std::optional<TableAnswer> leastPeakAnswer(const StageTable& table, std::optional<int> pipeline_ranks,
                                           const std::stop_token& stop);

// True if `a` comes before `b`: by the least peak; else what fits first, and of that the fastest.
bool precedes(const TableAnswer& a, const TableAnswer& b, bool by_peak);

}
