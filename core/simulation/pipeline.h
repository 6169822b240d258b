// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/schedule/schedule.h"
#include "core/simulation/hostupdate.h"
#include "core/simulation/swapcopies.h"
#include "core/simulation/timeline.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stagecraft {

// An all-reduce of gradients that is ready while the last backward pass still runs.
struct GradientBucket {
    Seconds before_end; // of that backward pass
    Seconds time;

    friend bool operator==(const GradientBucket&, const GradientBucket&) = default;
};

// What the simulation knows of a stage: times for one micro-batch, and the way to the next stage.
struct StageTimes {
    Seconds forward;
    Seconds backward; // all of it
    Seconds weight_gradient; // the part of it that schedules may put off
    Seconds recompute; // the part of it in which the forward pass is run again, at its beginning
    // Sending the output of this stage to the next one, and the gradient back. A link carries one message at a time
    // each way.
    Seconds transfer; // bytes over bandwidth
    Seconds latency;
    // After the last backward: what of the data-parallel reduction it did not hide, then the optimizer.
    Seconds reduction;
    Seconds optimizer;
    Seconds parameters {}; // what replicas send each other after it: of what was updated
    // The all-reduces of which `reduction` is what stays, first to last; empty where only that counts.
    std::vector<GradientBucket> buckets {};
    // Where the host makes the optimizer step, and it is told: by layer, last to first, beside and after the last
    // backward pass. `optimizer` is without it then, and begins when all is back.
    std::vector<HostUpdateStep> host_updates {};
    // The parts of both passes in which compute waits for what the ranks of the pipeline rank send each other; told as
    // if it came at their ends.
    Seconds forward_waiting {};
    Seconds backward_waiting {};
    // Of each layer, where the stage is simulated layer by layer: those of a pipeline where some are swapped (of all
    // its stages then), or divided over replicas. `forward` and `backward` have what they take beside the links, the
    // waiting above has none of theirs.
    std::vector<LayerTimes> layers {};
};

// Gradients that several pipeline ranks hold the same weights for: they wait for each other before their optimizer
// steps.
struct GradientExchange {
    std::vector<int> stages; // indices into OperationOrder::stages
    Seconds time;
};

struct SimulatedStep {
    Seconds step; // until the last stage has its new weights; without a flush, from one step to the next
    Seconds makespan; // until the last backward; without a flush the same as step
    double bubble_fraction = 0; // idle share of all places' time until then (GPipe's convention)
    double bubble_of_ideal = 0; // the same over the time that is not idle (Megatron-LM's convention)
    Seconds inner_idle; // most that a pipeline rank is idle between its first operation and its last

    friend bool operator==(const SimulatedStep&, const SimulatedStep&) = default;
};

// A pipeline to be simulated. `times`: of each stage of the chain.
struct PipelineRun {
    const OperationOrder& order;
    const std::vector<StageTimes>& times;
    std::vector<GradientExchange> exchanges {};
};

// Runs all operations in order, each as soon as what it needs has arrived. Compute, each link, the collectives and the
// copies to and from the host, and the host's optimizer, are resources of a pipeline rank that do one thing after
// another; they do not slow each other down. Saved activations of swapped layers leave and return beside the passes of
// layers (SwapEvents), which wait for them. The order may be in short. `timeline` gets what happened, if it is asked
// for. Every order of core/schedule ends (tests/unit); the time taken is linear in the operations. Safe from any
// thread; no errors.
SimulatedStep simulate(const PipelineRun& run, Timeline* timeline = nullptr);

// The exchanges that follow from an order: of stages that run in several pipelines (`replicas`: time by stage of the
// chain; none: nothing), and of the first and the last stage of the chain if they share weights: of these, or of all
// that both have where several pipelines do.
std::vector<GradientExchange> exchangesOf(const OperationOrder& order, const std::vector<Seconds>& replicas,
                                          std::optional<Seconds> tied_exchange);

// The same for a schedule with one stage a pipeline rank, which has this shape. `tied_exchange`: first and last stage
// wait for each other and exchange the gradient of tied weights before their optimizer steps; none if they need not.
SimulatedStep simulatePipeline(const std::vector<StageTimes>& stages, ScheduleKind schedule, std::int64_t micro_batches,
                               std::optional<Seconds> tied_exchange = {});

}
