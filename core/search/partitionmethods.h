// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace stagecraft {

// Predicate for the stages that a pipeline may have: layers, pipeline rank of the stage, number of pipeline ranks.
// Empty: any stage. Pure; safe from any thread.
using StagePredicate = std::function<bool(LayerRange layers, int pipeline_rank, int pipeline_ranks)>;

// A partitioning rule built into a target; it gives one partition per depth.
struct PartitionMethod {
    std::string name; // as the target spells it
    std::vector<std::vector<int>>
        split_points; // by number of pipeline ranks; entry 0 is unused; empty if the rule leaves a stage empty

    // Returns a predicate for the stages of these partitions only.
    StagePredicate stages() const;
};

// Longest chain, in layers, that partitionMethods() covers.
inline constexpr std::size_t mostPartitionedLayers = 1000;

// Returns the partitions of targets that do not accept split points: DeepSpeed's PipelineModule
// (deepspeed/runtime/pipe/module.py, _partition_layers), by number of layers, of trainable parameters (of one
// tensor-parallel rank with TP size `tensor`), or of blocks, up to `most_pipeline_ranks` stages. Empty for targets that
// accept any split points (Megatron-LM: --pipeline-model-parallel-layout; torchtitan: module_fqns_per_model_part).
std::vector<PartitionMethod> partitionMethods(const Problem& problem, Target target, int tensor,
                                              int most_pipeline_ranks);

}
