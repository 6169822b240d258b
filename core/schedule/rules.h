// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/schedule/order.h"
#include "core/schedule/weightuse.h"

#include <optional>

namespace stagecraft {

// Why a schedule cannot have a shape, and the nearest one that works, where there is one.
struct ShapeRefusal {
    Message reason;
    Message nearest;

    friend bool operator==(const ShapeRefusal&, const ShapeRefusal&) = default;
};

// All that makes a schedule: one such value for each kind, in a file of its own (kinds/). The functions are pure; all
// but the first need a shape that is not refused.
struct ScheduleRules {
    std::optional<ShapeRefusal> (*refusal)(const PipelineShape& shape) = nullptr;
    std::vector<ScheduledStage> (*stages)(const PipelineShape& shape) = nullptr;
    std::vector<Operation> (*operations)(const PipelineShape& shape, int pipeline_rank) = nullptr;
    WeightUse (*weights)(const PipelineShape& shape, int stage) = nullptr;
    // Most micro-batches in flight at a stage, in closed form; none where they must be counted.
    std::int64_t (*in_flight)(const PipelineShape& shape, int stage) = nullptr;
    // Where a pipeline rank has several stages: the micro-batches that one of them, numbered in any order, holds as the
    // pipeline rank's first backward pass begins, its own among them; in closed form.
    std::int64_t (*filled)(const PipelineShape& shape, int pipeline_rank, int stage) = nullptr;
    // Each pipeline rank begins with in_flight() forwards, those before it with no fewer, then takes one micro-batch
    // back and one forth in turn, then those back that are left, and updates.
    bool in_rounds = false;
    bool flushes = true; // all gradients of a step are in before anybody goes on
    bool whole_mini_batches = false; // all micro-batches of a step go one way before any of them comes back
    bool splits_backward = false;
    bool changes_training = false; // other results than training on one device: stale weights, local losses
    int stages_per_rank = 1; // of one pipeline; 0: as many as the plan has
    bool local_losses = false; // backward waits for no other stage
    // A pipeline rank's forward pass and the backward pass after it are independent, and run at once: what experts
    // exchange in one of them is hidden by the products of the other.
    bool combines_passes = false;
    int pipelines = 1; // in opposite directions, each with all weights
};

}
