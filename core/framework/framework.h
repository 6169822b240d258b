// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/framework/layerstyle.h"
#include "core/problem/problem.h"

#include <optional>
#include <string_view>

namespace stagecraft {

// Properties of a framework: implementation of operators and handling of state. Ledger, search, simulation and timeline
// are common to all frameworks.
struct ExecutionMode {
    std::string_view title; // name for display
    std::string_view read_from; // version of the sources that this follows
    LayerStyle style {};
    std::optional<GradientHandling> gradients {}; // overrides the constraints if set
    bool fused_optimizer = false; // the optimizer step needs no temporaries
    bool shards_masters = false; // Replication::shards_masters
    std::int64_t reduce_bucket = 0; // Replication::reduce_bucket
    std::int64_t live_parameters = 0; // Replication::live_parameters
    bool keeps_head = false; // Replication::keeps_head
    bool keeps_buckets = false; // Replication::keeps_buckets
    bool widens_gradients = false; // Replication::widens_gradients
    // Selective recomputation keeps the results of every second matrix product, of attention and of reductions over
    // tensor-parallel ranks, and recomputes everything else (Linear::stored); if false, it drops the scores of
    // attention.
    bool selects_operators = false;
    // Default partition: by cost, a stage ends once it has its share of the work; with counts_ends, embedding and head
    // count as one block each; otherwise all stages have equally many blocks.
    bool divides_by_cost = false;
    bool counts_ends = false;
    // Modeled parallelism besides data parallelism.
    bool pipelines = true;
    // ZeRO stage in effect with several pipeline ranks, which then have Replication::boundary_buffers; 0: the same as
    // without a pipeline.
    int pipelined_zero = 0;
    bool divides_layers = true; // over tensor-parallel and expert-parallel ranks
    bool divides_either = false; // but not over both at once
    bool divides_tokens = true; // over context-parallel ranks
    // Context parallelism is torch's ring attention alone: it returns heads first, which are copied for the next
    // product.
    bool only_torch_ring = false;
    bool replays = true; // the order of allocations is known, for reserved bytes
    bool needs_replicas = false; // without data parallelism it trains in another mode
    int least_zero = 0; // range of supported ZeRO stages
    int most_zero = 1;
    bool always_sequence_parallel = false; // whenever tensor parallelism is used
    // Attention's output is saved on both sides of the exchange between token and head sharding (Ulysses).
    bool keeps_exchanged = false;
    // Hidden states are [tokens, samples, ...], so attention's output for several samples is copied for the next
    // product.
    bool tokens_first = false;
    // Half-width of the bounds of a layer's bytes, relative. Empty: that of analytic costs.
    std::optional<double> memory_width {};
};

ExecutionMode modeOf(const FrameworkChoice& framework);

// Returns the export target that corresponds to a framework; Any if there is none.
Target targetOf(Framework framework);

// Returns the framework of a stack, as older files name it: "megatron", "torchtitan", "nanotron", "none". Errors:
// StackUnknown.
Result<Framework> frameworkOfStack(const std::string& stack);

// Returns the lowest ZeRO stage that a framework supports.
int leastZeroStage(Framework framework);

// Returns the ZeRO stage in effect with `pipeline_ranks` if stage `asked` is requested.
int zeroStageOf(const FrameworkChoice& framework, int asked, int pipeline_ranks);

// Sets the framework of a problem, raises its ZeRO stage to the framework's minimum, and sets its target unless the
// problem names another.
void useFramework(Problem& problem, Framework framework);

// Returns the handling of gradients: the framework's, else that of the constraints.
GradientHandling gradientsOf(const Constraints& fixed);

}
