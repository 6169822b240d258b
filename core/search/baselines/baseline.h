// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/search/stagetable.h"

#include <tl/expected.hpp>

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

// Partitioners of other systems, each by its published rule, on Stagecraft's costs: one small file per system in this
// folder, which documents its source and how its rule treats memory.
namespace stagecraft {

// Input of a baseline. With `pipeline_ranks` and a table of one option, all baselines decide only the split points of
// the same plans (a fair comparison). Without `pipeline_ranks`, each chooses the depth and, from the table's options,
// the degrees by its rule.
struct BaselineTask {
    const StageTable& table;
    int devices = 1;
    std::optional<int> pipeline_ranks = std::nullopt;
    std::stop_token stop {};
};

struct BaselineResult {
    std::vector<PartitionStage> stages; // in order, covering the whole chain; at most the task's devices in total
    Message note {}; // parts of the rule that could not be followed; may be empty

    friend bool operator==(const BaselineResult&, const BaselineResult&) = default;
};

// Partition, or the reason why the rule has none: not an error, as nothing has failed.
using BaselineAnswer = tl::expected<BaselineResult, Message>;

struct Baseline {
    std::string_view name; // spelled as in the options
    Message title; // title of the paper or software
    std::string_view source; // authors and year: "Kim et al. 2020"
    bool hybrid = false; // true if its pipelines may also be data or tensor parallel
    BaselineAnswer (*rule)(const BaselineTask& task) = nullptr;
    bool least_peak = false; // true if it minimizes the peak; others minimize the step of partitions that fit

    // Applies the rule, or returns the reason why no rule can answer the task. Deterministic; safe from any thread.
    BaselineAnswer run(const BaselineTask& task) const;
};

const std::vector<Baseline>& baselines();
const Baseline* findBaseline(std::string_view name); // null if there is none with that name

}
