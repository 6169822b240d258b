// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/framework/layerstyle.h"
#include "core/problem/problem.h"

#include <optional>
#include <string_view>

namespace stagecraft {

// A framework as a way to run the same layers: how their operators run, how state is kept. Ledger, search, simulation
// and timeline are those of all.
struct ExecutionMode {
    std::string_view title; // as people write it
    std::string_view read_from; // the version whose sources this follows
    LayerStyle style {};
    std::optional<GradientHandling> gradients {}; // whatever the constraints say
    bool fused_optimizer = false; // its step needs no temporaries
    bool shards_masters = false; // Replication::shards_masters
    std::int64_t reduce_bucket = 0; // Replication::reduce_bucket
    std::int64_t live_parameters = 0; // Replication::live_parameters
    bool keeps_head = false; // Replication::keeps_head
    bool keeps_buckets = false; // Replication::keeps_buckets
    bool widens_gradients = false; // Replication::widens_gradients
    // Selective recomputation keeps what every second product, attention and the sums over tensor ranks give, and runs
    // all else again (Linear::stored); otherwise it is of attention's scores.
    bool selects_operators = false;
    // Of its own division into stages: a stage ends where it has its share of the work, or embedding and head count as
    // a block each; else stages have equally many blocks.
    bool divides_by_cost = false;
    bool counts_ends = false;
    // What is known of how it divides a model beside replicas and tensor ranks.
    bool pipelines = true;
    // The ZeRO stage that says what is divided where there are several pipeline ranks, which then have
    // Replication::boundary_buffers; 0: the same as without them.
    int pipelined_zero = 0;
    bool divides_layers = true; // over tensor and expert ranks
    bool divides_either = false; // but not over both
    bool divides_tokens = true; // over context ranks
    bool replays = true; // the order of its allocations, for reserved bytes
    bool needs_replicas = false; // without them it trains in another way
    int least_zero = 0; // ZeRO stages that it has
    int most_zero = 1;
    bool always_sequence_parallel = false; // beside tensor ranks
    // Between ranks that have the tokens in one part and the heads in the other (Ulysses), what attention gives is kept
    // on both sides of the exchange.
    bool keeps_exchanged = false;
    // Hidden states have the tokens in front of the samples, so that what attention gives for several samples is copied
    // for the next product.
    bool tokens_first = false;
    // Half-width of the bounds of a layer's bytes, relative. Empty: that of formulas.
    std::optional<double> memory_width {};
};

ExecutionMode modeOf(const FrameworkChoice& framework);

// What plans for a framework can be told; Any where nothing binds them.
Target targetOf(Framework framework);

// The framework of a stack, as files of before name who trains: "megatron", "torchtitan", "nanotron",
// "none". Errors: StackUnknown.
Result<Framework> frameworkOfStack(const std::string& stack);

// The lowest ZeRO stage that a framework has.
int leastZeroStage(Framework framework);

// The ZeRO stage of plans with so many pipeline ranks, where that one is asked for.
int zeroStageOf(const FrameworkChoice& framework, int asked, int pipeline_ranks);

// Makes it the framework that trains: a ZeRO stage that it has, and its target, unless the problem names another.
void useFramework(Problem& problem, Framework framework);

// How gradients are kept.
GradientHandling gradientsOf(const Constraints& fixed);

}
