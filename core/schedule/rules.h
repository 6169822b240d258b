// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/schedule/order.h"
#include "core/schedule/weightuse.h"

#include <optional>

namespace stagecraft {

// Reason why a schedule cannot have a shape, and the nearest shape that works; `nearest` is empty if there is none.
struct ShapeRefusal {
    Message reason;
    Message nearest;

    friend bool operator==(const ShapeRefusal&, const ShapeRefusal&) = default;
};

// Definition of a schedule, one value per kind, in a file of its own (kinds/). The functions are pure; all except
// `refusal` need a shape that is not refused.
struct ScheduleRules {
    std::optional<ShapeRefusal> (*refusal)(const PipelineShape& shape) = nullptr;
    std::vector<ScheduledStage> (*stages)(const PipelineShape& shape) = nullptr;
    std::vector<Operation> (*operations)(const PipelineShape& shape, int pipeline_rank) = nullptr;
    WeightUse (*weights)(const PipelineShape& shape, int stage) = nullptr;
    // Peak number of micro-batches in flight at a stage, in closed form; null if they must be counted.
    std::int64_t (*in_flight)(const PipelineShape& shape, int stage) = nullptr;
    // Number of micro-batches in flight on one of several stages of a pipeline rank, numbered in any order, when the
    // rank's first backward pass begins, its own included; in closed form.
    std::int64_t (*filled)(const PipelineShape& shape, int pipeline_rank, int stage) = nullptr;
    // True if each pipeline rank begins with in_flight() forward passes, earlier ones with no fewer, then alternates
    // one backward and one forward pass, runs the remaining backward passes, and updates.
    bool in_rounds = false;
    bool flushes = true; // all gradients of a step are complete before the next one begins
    bool whole_mini_batches = false; // all micro-batches of a step go forward before any goes backward
    bool splits_backward = false;
    bool changes_training = false; // results differ from training on one device: stale weights, local losses
    int stages_per_rank = 1; // per pipeline; 0: as many as the plan has
    bool local_losses = false; // backward passes wait for no other stage
    // True if a pipeline rank's forward pass and the following backward pass are independent and run concurrently: the
    // expert communication of one overlaps with the products of the other.
    bool combines_passes = false;
    int pipelines = 1; // pipelines in opposite directions, each with all weights
};

}
