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

// Partitioners of other systems, each by its published rule, on the costs that Stagecraft decides by: one small file
// each in this folder, with what it follows and what its rule says of memory.
namespace stagecraft {

// What a baseline is asked. With `pipeline_ranks` and a table of one option all decide about the same plans (a fair
// comparison): only where to cut. Without `pipeline_ranks` each takes the depth and, of the table's options, the
// degrees that its own rule chooses.
struct BaselineTask {
    const StageTable& table;
    int devices = 1;
    std::optional<int> pipeline_ranks = std::nullopt;
    std::stop_token stop {};
};

struct BaselineResult {
    std::vector<PartitionStage> stages; // of the whole chain, in order; together of no more than the task's devices
    Message note {}; // what of its rule could not be followed here; may be empty

    friend bool operator==(const BaselineResult&, const BaselineResult&) = default;
};

// Its partition, or why it has none: no error, as nothing has failed.
using BaselineAnswer = tl::expected<BaselineResult, Message>;

struct Baseline {
    std::string_view name; // as options spell it
    Message title; // of the paper or software
    std::string_view source; // authors and year: "Kim et al. 2020"
    bool hybrid = false; // partitions for pipelines that are data or tensor parallel as well
    BaselineAnswer (*rule)(const BaselineTask& task) = nullptr;
    bool least_peak = false; // is what it looks for; the others look for the shortest step that has room

    // What the rule answers to a task that can have one. Deterministic; safe from any thread.
    BaselineAnswer run(const BaselineTask& task) const;
};

const std::vector<Baseline>& baselines();
const Baseline* findBaseline(std::string_view name); // null if there is none of that name

}
