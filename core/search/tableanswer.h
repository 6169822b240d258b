// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/search/stagetable.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// A partition of a table, with the values that order partitions.
struct TableAnswer {
    const StageTable* table = nullptr;
    std::vector<PartitionStage> stages;
    Message note;
    int devices = 0;
    Bytes peak; // peak of the fullest device
    Seconds work; // all passes of a step and the optimizer, for the slowest stage; a lower bound of the step time
    bool fits = true;
};

// `stages`: cover the whole chain, in order. Keeps a pointer to the table.
TableAnswer tableAnswer(const StageTable& table, std::vector<PartitionStage> stages, Message note = {});

// Returns the lowest peak of all pipelines of the table, or of those with `pipeline_ranks` stages; among equal peaks,
// the slowest stage is within 1 % of the fastest possible. Empty if there are too few devices, or when stopped.
std::optional<TableAnswer> leastPeakAnswer(const StageTable& table, std::optional<int> pipeline_ranks,
                                           const std::stop_token& stop);

// True if `a` is better than `b`: by lowest peak if `by_peak`; else first by fitting, then by speed.
bool precedes(const TableAnswer& a, const TableAnswer& b, bool by_peak);

}
