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

// Which stages a pipeline may have: layers, the stage's pipeline rank, how many pipeline ranks there are. Empty: any.
// Pure; safe from any thread.
using StagePredicate = std::function<bool(LayerRange layers, int pipeline_rank, int pipeline_ranks)>;

// A rule by which a target cuts chains of its own accord, so that of each depth it has one partition.
struct PartitionMethod {
    std::string name; // as the target spells it
    std::vector<std::vector<int>>
        split_points; // by pipeline ranks; entry 0 is unused, and none where the rule leaves a stage empty

    // The stages of these partitions alone.
    StagePredicate stages() const;
};

// Of longer chains no method is followed.
inline constexpr std::size_t mostPartitionedLayers = 1000;

// How the problem's target cuts, where it cannot be told where to: DeepSpeed's PipelineModule (deepspeed/runtime/pipe/
// module.py, _partition_layers), by number of layers, of parameters that learn (of one tensor rank, where layers are
// spread over `tensor` of them), or of blocks, up to `most_pipeline_ranks` stages. Empty for targets that take any
// split points (Megatron-LM: --pipeline-model-parallel-layout; torchtitan: module_fqns_per_model_part).
std::vector<PartitionMethod> partitionMethods(const Problem& problem, Target target, int tensor,
                                              int most_pipeline_ranks);

}
