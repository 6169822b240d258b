// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/pipeline.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// What PipelineEngine does, for the pipelines that searches have by the thousand, and without a timeline: a chain of
// stages, each on a place of its own and in whole passes, a flush, nothing beside the passes but boundaries and
// reductions. Every time is the same to the bit (tests/unit/tst_pipeline.cpp).
class PlainPipeline {
public:
    static bool canRun(const PipelineRun& run);
    explicit PlainPipeline(const PipelineRun& run);

    void run();

    double firstStart(int place) const { return at(place).first_start; }
    double lastPass(int place) const { return at(place).last_pass; }
    double end(int place) const { return at(place).end; }
    double busy(int place) const { return at(place).busy; }

private:
    struct Place {
        double forward = 0;
        double forward_waiting = 0;
        double recompute = 0;
        double backward = 0; // without it, and without waiting
        double backward_waiting = 0;
        std::size_t next = 0; // operation
        std::int64_t backwards = 0; // that are done
        double clock = 0;
        double down = 0; // when the links are free
        double up = 0;
        double gradients = 0;
        double collective = 0;
        double first_start = -1;
        double last_pass = 0;
        double end = 0;
        double busy = 0;
        bool woken = false;
    };

    const Place& at(int place) const { return m_places[static_cast<std::size_t>(place)]; }
    void wake(int place);
    bool advance(int place);
    void forward(int place, const Operation& operation, double begin);
    void backward(int place, const Operation& operation, double begin);
    bool exchanges(int place) const;
    void count(Place& place, double begin, double end) const;
    void reduce(int place);
    void exchange();
    double* arrivals(std::vector<double>& of, int place) const;

    const OperationOrder& m_order;
    const std::vector<StageTimes>& m_stages;
    const GradientExchange* m_exchange; // of the ends of the chain; null: none
    bool m_reduces;
    int m_exchanging = 2; // ends that have not all gradients yet
    std::vector<Place> m_places;
    std::vector<double> m_inputs; // by place and micro-batch: when they arrived; negative: not yet
    std::vector<double> m_gradients;
    std::vector<int> m_awake;
};

}
