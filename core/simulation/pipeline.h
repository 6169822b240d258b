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

// Gradient all-reduce that is ready during the last backward pass.
struct GradientBucket {
    Seconds before_end; // ready time before the end of that backward pass
    Seconds time;

    friend bool operator==(const GradientBucket&, const GradientBucket&) = default;
};

// Input of the simulation for a stage: times per micro-batch, and the link to the next stage.
struct StageTimes {
    Seconds forward;
    Seconds backward; // whole pass, including the two parts below
    Seconds weight_gradient; // part of `backward` that schedules may postpone
    Seconds recompute; // part of `backward`, at its beginning: recomputed forward pass
    // Link that sends this stage's output to the next one and the gradient back. It carries one message at a time in
    // each direction.
    Seconds transfer; // bytes divided by bandwidth
    Seconds latency;
    // Exposed data-parallel reduction after the last backward pass, followed by the optimizer.
    Seconds reduction;
    Seconds optimizer;
    Seconds parameters {}; // exchange of updated parameters between replicas after the optimizer
    // All-reduces whose exposed part is `reduction`, first to last; empty if only that time is modeled.
    std::vector<GradientBucket> buckets {};
    // Host optimizer step by layer, last to first, during and after the last backward pass; empty if not modeled.
    // `optimizer` excludes it and begins when all parameters are back.
    std::vector<HostUpdateStep> host_updates {};
    // Parts of both passes in which compute waits for communication within the pipeline rank; modeled at the ends of
    // the passes.
    Seconds forward_waiting {};
    Seconds backward_waiting {};
    // Times by layer, if the stage is simulated layer by layer: in a pipeline with swapped layers (then for all its
    // stages), or with layers sharded over replicas. `forward` and `backward` then contain the layers' compute times,
    // and the waiting times above exclude the layers' own.
    std::vector<LayerTimes> layers {};
};

// Gradients of weights that several pipeline ranks share: the ranks wait for each other before their
// optimizer steps.
struct GradientExchange {
    std::vector<int> stages; // indices into OperationOrder::stages
    Seconds time;
};

struct SimulatedStep {
    Seconds step; // time until the last stage has its new weights; without a flush: from one step to the next
    Seconds makespan; // time until the last backward pass; without a flush: equal to `step`
    double bubble_fraction = 0; // idle share of all pipeline ranks' time in the makespan (GPipe's convention)
    double bubble_of_ideal = 0; // idle time divided by busy time (Megatron-LM's convention)
    Seconds inner_idle; // largest idle time of a pipeline rank between its first operation and its last

    friend bool operator==(const SimulatedStep&, const SimulatedStep&) = default;
};

// Input of a simulation. `times`: by stage of the chain.
struct PipelineRun {
    const OperationOrder& order;
    const std::vector<StageTimes>& times;
    std::vector<GradientExchange> exchanges {};
};

// Simulates all operations in order, each as soon as its inputs have arrived. Compute, each link, collectives, copies
// to and from the host, and the host's optimizer are serial resources of a pipeline rank that do not slow each other
// down. Saved activations of swapped layers are copied during the layers' passes (SwapEvents), which wait for them. The
// order may be in short form. `timeline`: null, or receives all spans. Every order of core/schedule terminates
// (tests/unit); the run time is linear in the operations. Thread-safe; no errors.
SimulatedStep simulate(const PipelineRun& run, Timeline* timeline = nullptr);

// Returns the gradient exchanges of an order: for stages that run in several pipelines (`replicas`: time by stage of
// the chain; empty for no exchange), and for the first and last stage of the chain if they share weights (with several
// pipelines: for all copies of both).
std::vector<GradientExchange> exchangesOf(const OperationOrder& order, const std::vector<Seconds>& replicas,
                                          std::optional<Seconds> tied_exchange);

// Simulates a schedule with one stage per pipeline rank for as many pipeline ranks as `stages`. `tied_exchange`: time
// of the gradient exchange of tied weights between first and last stage before their optimizer steps; empty for no
// exchange.
SimulatedStep simulatePipeline(const std::vector<StageTimes>& stages, ScheduleKind schedule, std::int64_t micro_batches,
                               std::optional<Seconds> tied_exchange = {});

}
