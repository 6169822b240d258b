// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/launcher.h"
#include "core/model/decoderfacts.h"
#include "core/search/targets.h"

// Settings writers, one file per target, and their shared helpers.
namespace stagecraft::launchers {

using Notes = std::vector<Message>;

// Writers of the settings. `notes`: parts of the plan that the target cannot express, found so far; writers append to
// them.
LauncherSettings megatron(const PlanDocument& document, const DecoderFacts& facts, Notes notes);
LauncherSettings deepspeed(const PlanDocument& document, Notes notes);
LauncherSettings torchtitan(const PlanDocument& document, const DecoderFacts& facts, Notes notes);

// Returns the header lines of the file, without comment marks.
std::vector<std::string> headOf(const PlanDocument& document, Target target);

// Prefixes each line with "# ".
std::string commented(const std::vector<std::string>& lines);
// Prefixes each note with "# Not expressed: ".
std::string commented(const Notes& notes);

// Parallel sizes and batch of a plan with equal stages.
struct Shape {
    int tensor = 1;
    int data = 1;
    int context = 1;
    int expert = 1;
    int pipeline_ranks = 1;
    int stages_per_rank = 1;
    std::int64_t micro_batch = 1;
    std::int64_t micro_batches = 1;
    std::int64_t global_batch = 1;
    int zero = 0; // ZeRO stage; 0 if there is nothing to shard
    bool sequence = false;
};
Shape shapeOf(const PlanDocument& document);

}
