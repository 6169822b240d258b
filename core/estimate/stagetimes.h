// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/memory/outofcore/compression.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"
#include "core/simulation/collectives.h"
#include "core/simulation/pipeline.h"

#include <optional>

namespace stagecraft {

// Bound of the measured times: median - spread, median, or median + spread.
enum class TimeBound { Low, Middle, High };

// Pipeline rank of the next stage, if it differs from this stage's.
struct NextPipelineRank {
    LinkSpeed link; // slowest link between its devices and those of the stage
    int devices = 1;
    const ChainCosts* costs = nullptr; // costs of the stage there; null: equal to those of this stage
};

// Devices of a stage and destination of its output. `next` is empty at the end of the chain and if the next stage is on
// the same pipeline rank.
struct StageLocation {
    int first = 0; // first device, index in its group
    std::optional<NextPipelineRank> next {};
    std::optional<BytesPerSecond> host {}; // each direction; for swapped layers and state on the host
    bool receives = false; // true if its input comes from another pipeline rank
};

// Parallel sizes within a pipeline rank. Device index: first + replica * ranks() + context rank * tensor + tensor rank,
// with `first` the pipeline rank's first device, so that the ranks that communicate most are adjacent. Expert-parallel
// ranks are consecutive replicas.
struct PipelineRankDegrees {
    int data = 1;
    int tensor = 1;
    int context = 1;
    int expert = 1;

    int ranks() const { return tensor * context; } // ranks that work on one sample together
    int devices() const { return data * ranks(); }
};
PipelineRankDegrees pipelineRankDegrees(const Plan& plan, const Stage& stage);
PipelineRankDegrees pipelineRankDegrees(const LayerDegrees& degrees, int data);

// Returns the location of a pipeline rank in a pipeline of equal pipeline ranks, consecutive on a group of devices.
StageLocation equalPipelineRank(const ClusterGroup& group, const PipelineRankDegrees& degrees, int pipeline_rank,
                                std::optional<int> next = {});

// Handling of a stage's state and of its communication.
struct StageUse {
    int zero = 0; // ZeRO stage
    bool split = false; // the schedule defers weight gradients
    bool detailed = false; // also lists the gradient buckets
    TrainingOptions training {};
    BytesPerSecond host_memory {}; // for the optimizer of one device on the host
    Precision precision = Precision::Fp32;
    int reduced_wider = 1; // bytes of a reduced gradient per byte of a computed one
};
StageUse stageUse(const Problem& problem, const Plan& plan, int device_group = 0);
StageUse stageUse(const Problem& problem, const Constraints& fixed); // for plans with these constraints, on group 0

// Returns the fraction of the optimizer's work on a layer's whole state that a device does: its shard of the state, 0
// if the host does it.
double optimizerShare(const StageUse& use, const PipelineRankDegrees& degrees, const LayerCost& layer);

// Returns the times of the layers [first, last) as one stage; `where` determines the links. Gradients are all-reduced
// in buckets that overlap the last backward pass (core/simulation/gradientreduction.h), those of experts among the
// ranks with the same experts. ZeRO 1 reduce-scatters the gradients and all-gathers the parameters after the optimizer
// step, of which each device computes its shard. ZeRO 2 reduce-scatters in each backward pass and all-gathers the
// parameters after the optimizer step; ZeRO 3 all-gathers the parameters in each pass as well
// (core/simulation/fsdppass.h): communication not hidden by compute is waiting time. Parameters on the host are first
// copied over its link.
//
// An optimizer on the host adds hostUpdateTail(), or is listed in StageTimes::host_updates: it reads and writes each
// parameter and its state, and reads its gradient. Pipelined, without ZeRO, the hosts of replicas on several nodes
// reduce the gradients instead of the devices (core/memory/outofcore/karmadistributed.h). Replicas with averaging or
// subnets exchange parameters instead of gradients, a fraction of them per step. boundaryMessage() gives the bytes to
// the next pipeline rank, and of the gradient back. Codecs of boundaries extend the passes. The weight gradient is
// assumed to be half of the backward pass of a stage with trainable parameters (Qi et al. 2024,
// "Zero Bubble Pipeline Parallelism": about the same work). Safe from any thread; no errors.
StageTimes stageTimes(const ChainCosts& costs, LayerRange range, const PipelineRankDegrees& degrees,
                      StageLocation where, const ClusterGroup& group, const StageUse& use = {},
                      TimeBound bound = TimeBound::Middle);

// True if the stages of plans with these settings are simulated layer by layer.
bool simulatedByLayer(const LayerPolicies& policies, int zero, const TrainingOptions& training);

// Returns the larger of the bytes that a device sends to the next pipeline rank per micro-batch and those of the
// gradient that it receives. Each device before the boundary needs `before` bytes of the boundary tensor (its replica's
// samples), each device after it `behind`: a device sends at least the bytes of one receiver, which only it serves, and
// its share of the bytes of all receivers.
Bytes boundaryMessage(Bytes before, int devices_before, Bytes behind, int devices_behind);

// Returns the bytes of a stage's reduced gradients that one device has, and exchanges with other pipeline ranks that
// have the same weights: all, or its shard under ZeRO.
Bytes reducedShare(Bytes gradients, int zero, const PipelineRankDegrees& degrees);

// Returns the gradient bytes of weights tied between the first and the last layer; 0 if none.
Bytes tiedGradients(const ChainCosts& costs);

// Returns the time in which the first and last of `pipeline_ranks` all-reduce `tied` bytes over `link`, each device
// with its counterpart. Empty if there are no tied bytes or only one pipeline rank.
std::optional<Seconds> tiedExchange(Bytes tied, int pipeline_ranks, const LinkSpeed& link);

// Returns the bandwidth between a device of a group and its host, each direction: the problem's value, else the device
// type's. Limited by the device's share of the node's memory bandwidth while all devices of the node copy both ways
// (unless the problem sets the former but not the latter). Empty if neither is known.
std::optional<BytesPerSecond> hostBandwidth(const Problem& problem, int device_group = 0);

// Checks that all rates needed by these policies and options are known for a group of devices, and that a compressor
// reduces the size. Errors: OptionUnsupported.
Result<void> requireRates(const Problem& problem, const LayerPolicies& policies, const TrainingOptions& training,
                          int device_group = 0);

// Returns the slowest link between two disjoint pipeline ranks of one group: some pair crosses nodes if and only if the
// first device of both and the last one are on different nodes.
LinkSpeed slowestPair(const ClusterGroup& group, const DeviceRange& one, const DeviceRange& other);

// Overload for any two pipeline ranks. Messages between groups run at the pace of the slower of both networks.
LinkSpeed slowestPair(const Cluster& cluster, const DeviceRange& one, const DeviceRange& other);

}
