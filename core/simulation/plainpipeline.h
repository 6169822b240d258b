// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/pipeline.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// What PipelineEngine does, for the pipelines that searches have by the thousand, and without a timeline: a chain of
// stages, each on a pipeline rank of its own and in whole passes, a flush, nothing beside the passes but boundaries and
// reductions. Each pipeline rank begins with some forwards, those before it with no fewer, then takes one micro-batch
// back and one forth in turn: 1F1B and its kin, and GPipe.
//
// A round is a backward and a forward pass of every pipeline rank. What a round begins with are sums and maxima of what
// the one before began with: once all of it is later by the same time than some rounds ago, it will be again, and so
// many rounds are added at once. Then times differ from the engine's by rounding; else they are the same to the bit
// (tests/unit/simulation/tst_pipeline.cpp). Needs the order and the times as long as it lives; for one thread.
class PlainPipeline {
public:
    static bool canRun(const PipelineRun& run);
    explicit PlainPipeline(const PipelineRun& run);

    void run();

    double firstStart(int pipeline_rank) const { return at(pipeline_rank).first_start; }
    double lastPass(int pipeline_rank) const { return at(pipeline_rank).last_pass; }
    double end(int pipeline_rank) const { return at(pipeline_rank).end; }
    double busy(int pipeline_rank) const { return at(pipeline_rank).busy; }
    // Rounds that were added without being run.
    std::int64_t repeated() const { return m_repeated; }

private:
    struct PipelineRank {
        double forward = 0;
        double forward_waiting = 0;
        double recompute = 0;
        double backward = 0; // without it, and without waiting
        double backward_waiting = 0;
        double transfer = 0; // to the next pipeline rank
        double latency = 0;
        std::int64_t ahead = 0; // forwards before the first backward
        double clock = 0;
        double down = 0; // when the links are free
        double up = 0;
        double gradients = 0;
        double collective = 0;
        double first_start = 0;
        double last_pass = 0;
        double end = 0;
        double busy = 0;
        // Inputs that have come and were not taken yet: a ring in m_inputs.
        std::size_t ring = 0;
        std::size_t capacity = 0;
        std::size_t oldest = 0;
        std::size_t newest = 0; // behind it
    };
    // When a round ended.
    struct Snapshot {
        std::int64_t round = 0;
        std::vector<double> times;
        std::vector<double> busy;
    };

    const PipelineRank& at(int pipeline_rank) const
    {
        return m_pipeline_ranks[static_cast<std::size_t>(pipeline_rank)];
    }
    void makeRings();
    void warmUp();
    void runRound(std::int64_t round);
    double backward(std::size_t index, double arrived);
    void forwardOf(std::size_t index, std::int64_t round);
    double forward(PipelineRank& pipeline_rank, double arrived) const;
    std::int64_t repeat(std::int64_t round);
    bool isLaterByOneTime();
    void addSinceSnapshot(double times);
    void takeSnapshot(std::int64_t round);
    template <typename Function>
    bool eachTime(const Function& function);
    void reduce(std::size_t index);
    void exchange();
    void update(std::size_t index);

    const std::vector<StageTimes>& m_stages;
    const GradientExchange* m_exchange; // of the ends of the chain; null: none
    std::int64_t m_micro_batches;
    bool m_waiting = false; // each pipeline rank, but the first, begins a round with inputs that have come
    std::vector<PipelineRank> m_pipeline_ranks;
    std::vector<double> m_inputs;
    Snapshot m_snapshot;
    std::int64_t m_repeated = 0;
};

}
