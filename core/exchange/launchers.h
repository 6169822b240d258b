// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/launcher.h"
#include "core/model/decoderfacts.h"
#include "core/search/targets.h"

// One file for each target, and what they share.
namespace stagecraft::launchers {

using Notes = std::vector<Message>;

// `notes`: what of the plan has no words there so far; the writers add theirs.
LauncherSettings megatron(const PlanDocument& document, const DecoderFacts& facts, Notes notes);
LauncherSettings deepspeed(const PlanDocument& document, Notes notes);
LauncherSettings torchtitan(const PlanDocument& document, const DecoderFacts& facts, Notes notes);

// What the file is about, for its head: lines without marks of comments.
std::vector<std::string> headOf(const PlanDocument& document, Target target);

// "# " before each line.
std::string commented(const std::vector<std::string>& lines);
// "# Not expressed: " before each note.
std::string commented(const Notes& notes);

// Of the plan's stages, all alike.
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
    int zero = 0; // 0 where there is nothing to divide
    bool sequence = false;
};
Shape shapeOf(const PlanDocument& document);

}
