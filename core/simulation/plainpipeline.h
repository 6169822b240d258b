// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/pipeline.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// Fast path of PipelineEngine for the thousands of pipelines in a search, without a timeline: a chain of stages, one
// per pipeline rank, whole passes, a flush, and only boundaries and reductions besides the passes. Each pipeline rank
// begins with some forward passes, earlier ones with no fewer, then alternates one backward and one forward pass: 1F1B
// and its variants, and GPipe.
//
// A round is one backward and one forward pass of every pipeline rank. The start times of a round are sums and maxima
// of those of the previous round: once all of them are later by the same time than some rounds ago, this repeats, and
// many rounds are added at once. Then times differ from the engine's by rounding; otherwise they are bitwise equal
// (tests/unit/simulation/tst_pipeline.cpp). Keeps references to order and times; not thread-safe.
class PlainPipeline {
public:
    static bool canRun(const PipelineRun& run);
    explicit PlainPipeline(const PipelineRun& run);

    void run();

    double firstStart(int pipeline_rank) const { return at(pipeline_rank).first_start; }
    double lastPass(int pipeline_rank) const { return at(pipeline_rank).last_pass; }
    double end(int pipeline_rank) const { return at(pipeline_rank).end; }
    double busy(int pipeline_rank) const { return at(pipeline_rank).busy; }
    // Number of rounds that were added without being run.
    std::int64_t repeated() const { return m_repeated; }

private:
    struct PipelineRank {
        double forward = 0;
        double forward_waiting = 0;
        double recompute = 0;
        double backward = 0; // time without recomputation and waiting
        double backward_waiting = 0;
        double transfer = 0; // link time to the next pipeline rank
        double latency = 0;
        std::int64_t ahead = 0; // forward passes before the first backward pass
        double clock = 0;
        double down = 0; // time at which the links are free
        double up = 0;
        double gradients = 0;
        double collective = 0;
        double first_start = 0;
        double last_pass = 0;
        double end = 0;
        double busy = 0;
        // Inputs received and not yet used: a ring buffer in m_inputs.
        std::size_t ring = 0;
        std::size_t capacity = 0;
        std::size_t oldest = 0;
        std::size_t newest = 0; // one past the last
    };
    // Times at the end of a round.
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
    const GradientExchange* m_exchange; // exchange between the ends of the chain; null: none
    std::int64_t m_micro_batches;
    bool m_waiting = false; // each pipeline rank except the first begins a round with a received input
    std::vector<PipelineRank> m_pipeline_ranks;
    std::vector<double> m_inputs;
    Snapshot m_snapshot;
    std::int64_t m_repeated = 0;
};

}
