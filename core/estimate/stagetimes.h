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

// Which end of the measured times to use: median less spread, median, median and spread.
enum class TimeBound { Low, Middle, High };

// What follows a stage, on another place.
struct NextPipelineRank {
    LinkSpeed link; // between its devices and those of the stage, the slowest
    int devices = 1;
    const ChainCosts* costs = nullptr; // of the stage there; null: equal to those of this one
};

// Where a stage runs and where its output goes; nothing next at the end of the chain, and where the next stage is on
// the same place.
struct StageLocation {
    int first = 0; // device, of its group's
    std::optional<NextPipelineRank> next {};
    std::optional<BytesPerSecond> host {}; // each way; of layers that swap and state that lies there
    bool receives = false; // from a stage elsewhere
};

// How the devices of a pipeline rank share its work. Device first + replica * ranks() + context rank * tensor + tensor
// rank, where `first` is the pipeline rank's first one: those that send each other most lie side by side. Expert ranks
// are replicas that follow one another.
struct PipelineRankDegrees {
    int data = 1;
    int tensor = 1;
    int context = 1;
    int expert = 1;

    int ranks() const { return tensor * context; } // that work on one sample together
    int devices() const { return data * ranks(); }
};
PipelineRankDegrees pipelineRankDegrees(const Plan& plan, const Stage& stage);
PipelineRankDegrees pipelineRankDegrees(const LayerDegrees& degrees, int data);

// A pipeline rank of a pipeline whose pipeline ranks all have such degrees, one after another on a group of devices.
StageLocation equalPipelineRank(const ClusterGroup& group, const PipelineRankDegrees& degrees, int pipeline_rank,
                                std::optional<int> next = {});

// What a stage does with its state and with what it sends.
struct StageUse {
    int zero = 0; // ZeRO stage
    bool split = false; // the schedule puts off the gradients of weights
    bool detailed = false; // the buckets are told, too
    TrainingOptions training {};
    BytesPerSecond host_memory {}; // for the optimizer of one device on the host
    Precision precision = Precision::Fp32;
    int reduced_wider = 1; // bytes of gradients as they are reduced, over those that they come with
};
StageUse stageUse(const Problem& problem, const Plan& plan, int device_group = 0);
StageUse stageUse(const Problem& problem, const Constraints& fixed); // of plans with these constraints, on group 0

// Of the optimizer's work on a layer's whole state what a device does: its share of the state, nothing where the host
// does.
double optimizerShare(const StageUse& use, const PipelineRankDegrees& degrees, const LayerCost& layer);

// Times of the layers [first, last) as one stage; where it runs decides which links it uses. The gradients are
// all-reduced in buckets beside the last backward pass (core/simulation/gradientreduction.h), experts' among those that
// have the same. ZeRO 1 scatters the sums and gathers the parameters after the optimizer step, of which each device
// makes its part. ZeRO 2 scatters them in each backward pass and gathers the parameters after the optimizer step; ZeRO
// 3 gathers the parameters in each pass as well (core/simulation/fsdppass.h): what compute does not hide is waiting.
// Parameters on the host come over its link before that. An optimizer there takes hostUpdateTail(), or is told
// (StageTimes::host_updates): of each parameter its state is read and written, as is the parameter itself, and its
// gradient read. Pipelined, without ZeRO, the hosts of replicas on several nodes add up and exchange the gradients in
// place of the devices (core/memory/outofcore/karmadistributed.h). Replicas that average or are dealt
// subnets exchange parameters, a share of it each step, instead of gradients. What crosses to the next pipeline rank,
// and the gradient back, is boundaryMessage(). Codecs of boundaries make passes longer. Half of a backward pass is
// taken to be the gradient of the weights, where a stage learns (Qi et al. 2024, "Zero Bubble Pipeline Parallelism":
// about the same work). Safe from any thread; no errors.
StageTimes stageTimes(const ChainCosts& costs, LayerRange range, const PipelineRankDegrees& degrees,
                      StageLocation where, const ClusterGroup& group, const StageUse& use = {},
                      TimeBound bound = TimeBound::Middle);

// Whether the stages of such plans are simulated layer by layer.
bool simulatedByLayer(const LayerPolicies& policies, int zero, const TrainingOptions& training);

// What a device sends the next pipeline rank of a micro-batch, or gets back of its gradient, whichever is more. Of what
// crosses, each device before needs `before` (of its replica's samples) and each of those behind `behind`: a device
// sends at least what one of the others needs, which gets it from that one alone, and its share of what all of them
// need.
Bytes boundaryMessage(Bytes before, int devices_before, Bytes behind, int devices_behind);

// What of a stage's reduced gradients one of its devices has, and exchanges with other pipeline ranks that hold the
// same weights: all, or its part where ZeRO divides what they are for.
Bytes reducedShare(Bytes gradients, int zero, const PipelineRankDegrees& degrees);

// Gradients of weights that the first and the last layer share; 0 if they share none.
Bytes tiedGradients(const ChainCosts& costs);

// Time in which first and last stage of `pipeline_ranks` all-reduce `tied` bytes over `link`, each device with its
// like; none if there are none or only one stage.
std::optional<Seconds> tiedExchange(Bytes tied, int pipeline_ranks, const LinkSpeed& link);

// Between a device of a group and its host, each way: what the problem says, else what the type of device has, and no
// more than its share of the node's memory while all of the node's devices copy both ways (unless the problem tells the
// one and not the other); nothing where neither is known.
std::optional<BytesPerSecond> hostBandwidth(const Problem& problem, int device_group = 0);

// Whether all rates are known that such policies and options ask for on a group of devices, and a compressor makes
// something smaller. Errors: OptionUnsupported.
Result<void> requireRates(const Problem& problem, const LayerPolicies& policies, const TrainingOptions& training,
                          int device_group = 0);

// The slowest link between devices of two pipeline ranks of one group that have nothing in common: some pair crosses
// nodes exactly if the first device of all and the last one lie on two.
LinkSpeed slowestPair(const ClusterGroup& group, const DeviceRange& one, const DeviceRange& other);

// The same of any two pipeline ranks. Between groups messages go at the pace of the slower of both networks.
LinkSpeed slowestPair(const Cluster& cluster, const DeviceRange& one, const DeviceRange& other);

}
