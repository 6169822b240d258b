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

// Where a stage runs and where its output goes; no next place at the end of the chain, and none where the next stage is
// on the same place.
struct StagePlace {
    int place = 0;
    std::optional<int> next {};
    std::optional<BytesPerSecond> host {}; // each way; of layers that swap and state that lies there
    bool receives = false; // from a stage elsewhere
};

// How the devices of a place share its work. Device (place * data + replica) * ranks() + context rank * tensor + tensor
// rank: those that send each other most lie side by side. Expert ranks are replicas that follow one another.
struct PlaceDegrees {
    int data = 1;
    int tensor = 1;
    int context = 1;
    int expert = 1;

    int ranks() const { return tensor * context; } // that work on one sample together
    int devices() const { return data * ranks(); }
};
PlaceDegrees placeDegrees(const Plan& plan);
PlaceDegrees placeDegrees(const LayerDegrees& degrees, int data);

// What a stage does with its state and with what it sends.
struct StageUse {
    int zero = 0; // ZeRO stage
    bool split = false; // the schedule puts off the gradients of weights
    bool told = false; // the buckets are told, too
    TrainingOptions training {};
    BytesPerSecond host_memory {}; // for the optimizer of one device on the host
    Precision precision = Precision::Fp32;
};
StageUse stageUse(const Problem& problem, const Plan& plan);
StageUse stageUse(const Problem& problem, const Constraints& fixed); // of plans with these constraints

// Of the optimizer's work on a stage's whole state what a device does: its share of the state, nothing where the host
// does.
double optimizerShare(const StageUse& use, const PlaceDegrees& degrees);

// Times of the layers [first, last) as one stage; where it runs decides which links it uses. The gradients are
// all-reduced in buckets beside the last backward pass (core/simulation/gradientreduction.h), experts' among those that
// have the same. ZeRO 1 scatters the sums and gathers the parameters after the optimizer step, of which each device
// makes its part. ZeRO 2 scatters them in each backward pass and gathers the parameters after the optimizer step; ZeRO
// 3 gathers the parameters in each pass as well (core/simulation/fsdppass.h): what compute does not hide is waiting.
// Parameters on the host come over its link before that. An optimizer there takes hostUpdateTail(), or is told
// (StageTimes::host_updates): of each parameter its state is read and written, as is the parameter itself, and its
// gradient read. Pipelined, without ZeRO, the hosts of replicas on several nodes add up and exchange the gradients in
// place of the devices (core/memory/outofcore/karmadistributed.h). Replicas that average or are dealt
// subnets exchange parameters, a share of it each step, instead of gradients. Codecs of boundaries make passes longer.
// Half of a backward pass is taken to be the gradient of the weights, where a stage learns (Qi et al. 2024, "Zero
// Bubble Pipeline Parallelism": about the same work). Safe from any thread; no errors.
StageTimes stageTimes(const ChainCosts& costs, LayerRange range, const PlaceDegrees& degrees, StagePlace where,
                      const ClusterGroup& group, const StageUse& use = {}, TimeBound bound = TimeBound::Middle);

// Whether the stages of such plans are simulated layer by layer.
bool simulatedByLayer(const LayerPolicies& policies, int zero, const TrainingOptions& training);

// Time in which first and last stage all-reduce the gradient of tied weights, each device with its like; none if the
// chain has no such weights or only one stage.
std::optional<Seconds> tiedExchange(const ChainCosts& costs, const PlaceDegrees& degrees, int places,
                                    const ClusterGroup& group);

// Between a device and its host, each way: what the problem says, else what the type of device has, and no more than
// its share of the node's memory while all of the node's devices copy both ways (unless the problem tells the one and
// not the other); nothing where neither is known.
std::optional<BytesPerSecond> hostBandwidth(const Problem& problem);

// Whether all rates are known that such policies and options ask for. Errors: OptionUnsupported.
Result<void> requireRates(const Problem& problem, const LayerPolicies& policies, const TrainingOptions& training);

// The link of the slowest of `count` pairs of devices x and x + distance, x from `first` on; distance >= count. Some
// pair crosses nodes exactly if the first device and the last one lie on two.
LinkSpeed slowestPair(const ClusterGroup& group, int first, int count, int distance);

}
