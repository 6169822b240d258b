// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/pipeline.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace stagecraft {

// Single run of a pipeline (simulate()). Each pipeline rank works through its operations until one has to wait; an
// arrival wakes it up. Every resource serves requests in the order of its pipeline rank, so no event queue is needed
// and the work is linear in the operations.
class PipelineEngine {
public:
    PipelineEngine(const PipelineRun& run, Timeline* timeline);

    void run();

    double firstStart(int pipeline_rank) const { return state(pipeline_rank).first_start; }
    double lastPass(int pipeline_rank) const
    {
        return state(pipeline_rank).last_pass;
    } // end of the last pass that is not an update
    double end(int pipeline_rank) const { return state(pipeline_rank).end; }
    double busy(int pipeline_rank) const { return state(pipeline_rank).busy; } // excludes the updates after a flush
    // Step time of a run of several steps without fill and drain: from one step's last update to the next step's; at
    // least the busy time of a pipeline rank per step.
    double period() const;

private:
    using Event = SwapCopies::Moment; // span -1: none, or no timeline
    struct Edge {
        int stage = 0;
        int link = 0;
    };
    struct Node {
        int pipeline_rank = 0;
        int chain_stage = 0;
        int exchange = -1;
        const StageTimes* times = nullptr;
        std::vector<Edge> down;
        std::vector<Edge> up;
        Event gradients; // step's gradients reduced over all replicas
        Event passed; // end of its last pass in the step
        std::vector<Event> layer_ends; // layers' ends in that pass, if simulated by layer and needed
        std::int64_t steps_done = 0;
    };
    struct PipelineRank {
        std::size_t next = 0;
        Event clock;
        Event collective;
        SwapCopies::Lanes copies; // copies to and from the host
        Event host; // lane of the host's optimizer
        std::unique_ptr<SwapCopies> swaps; // null if no layer of its stages is swapped
        double first_start = -1;
        double last_pass = 0;
        double end = 0;
        double busy = 0;
        double stalled = 0; // waiting time within operations
        bool woken = false;
    };
    // Arrival times of inputs or gradients, by stage and micro-batch: when the last part arrived.
    struct Arrivals {
        std::vector<double> times; // negative: not yet
        std::vector<std::int32_t> spans; // empty without a timeline
        std::vector<std::uint8_t> missing; // number of missing senders; empty if all stages have at most one

        bool arrived(std::size_t slot) const { return times[slot] >= 0; }
        Event event(std::size_t slot) const { return {times[slot], spans.empty() ? -1 : spans[slot]}; }
        // Records an arrival; true if it was the last one.
        bool arrive(std::size_t slot, const Event& event);
    };
    struct Exchange {
        const GradientExchange* what = nullptr;
        std::size_t waiting = 0; // members without gradients
        Event ready;
        std::int64_t rounds = 0; // completed rounds
    };

    static std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }
    const PipelineRank& state(int pipeline_rank) const { return m_pipeline_ranks[at(pipeline_rank)]; }
    std::size_t slot(int stage, std::int64_t micro_batch) const { return at(stage * m_micro_batches + micro_batch); }

    void joinStages();
    Arrivals arrivals(bool inputs) const;
    void joinExchanges();
    void markLastPasses();
    bool completes(int pipeline_rank, std::size_t operation) const;
    bool advance(int pipeline_rank);
    bool ready(const Operation& operation, Event& from) const;
    void joinHosts();
    Event compute(int pipeline_rank, std::size_t at, Event from);
    Event passes(const Operation& operation, Event from);
    Event layerPasses(int pipeline_rank, std::size_t at, Event from);
    Event layerPass(const Operation& operation, const LayerTimes& layer, Event from);
    Event waitForRanks(const Operation& operation, Event from);
    Event exchangeParameters(PipelineRank& pipeline_rank, const Operation& operation, Event updated);
    Event pass(SpanKind kind, const Operation& operation, Event from, Seconds time);
    Event bring(const Operation& operation, const LayerTimes& layer, Event asked);
    Event transfer(SpanKind kind, Lane lane, Event& free, const Node& node, std::int64_t micro_batch, Event asked,
                   Seconds time);
    void finish(const Operation& operation, Event end, bool completes);
    void send(const Node& node, const std::vector<Edge>& edges, const Operation& operation, Event from, bool down);
    void reduce(int stage, const Operation& operation, Event from);
    void exchange(int stage, const Operation& operation);
    void updateOnHost(Node& node, const Operation& operation);
    std::int32_t during(std::int32_t span, double moment) const;
    void wake(int pipeline_rank);
    std::int32_t record(SpanKind kind, Lane lane, const Node& node, std::int64_t micro_batch, double start, double end,
                        std::int32_t waited_for);

    const PipelineRun& m_run;
    Timeline* m_timeline;
    std::int64_t m_micro_batches;
    std::vector<Node> m_nodes;
    std::vector<PipelineRank> m_pipeline_ranks;
    std::vector<Exchange> m_exchanges;
    std::vector<Event> m_links;
    // Flags by pipeline rank and operation: the stage's last pass before an update. Empty if nothing depends on it.
    std::vector<std::vector<std::uint8_t>> m_completes;
    Arrivals m_inputs;
    Arrivals m_gradients;
    std::vector<int> m_awake;
    std::vector<double> m_step_ends;
};

}
