// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/pipeline.h"

#include <algorithm>

namespace stagecraft {

namespace {

// One run of the pipeline. Time -1 means "not yet".
class Pipeline {
public:
    Pipeline(const std::vector<StageTimes>& stages, ScheduleKind schedule, std::int64_t micro_batches)
        : m_stages(stages)
        , m_count(static_cast<int>(stages.size()))
        , m_micro_batches(static_cast<std::size_t>(micro_batches))
        , m_clock(stages.size(), 0)
        , m_next(stages.size(), 0)
        , m_activation_link(stages.size(), 0)
        , m_gradient_link(stages.size(), 0)
        , m_input_arrival(stages.size() * m_micro_batches, -1)
        , m_gradient_arrival(stages.size() * m_micro_batches, -1)
    {
        for (int s = 0; s < m_count; ++s) {
            m_operations.push_back(operationsOf(schedule, s, m_count, micro_batches));
        }
        for (std::size_t i = 0; i < m_micro_batches; ++i) {
            m_input_arrival[i] = 0;
        }
    }

    // Advances whichever stage can go on until all are done. Each pass moves at least one stage: the order of 1F1B and
    // GPipe cannot block.
    void run()
    {
        bool moved = true;
        while (moved) {
            moved = false;
            for (int s = 0; s < m_count; ++s) {
                while (advance(s)) {
                    moved = true;
                }
            }
        }
    }

    double clock(int stage) const { return m_clock[index(stage)]; }

private:
    static std::size_t index(int stage) { return static_cast<std::size_t>(stage); }
    std::size_t slot(int stage, std::int64_t micro_batch) const
    {
        return index(stage) * m_micro_batches + static_cast<std::size_t>(micro_batch);
    }

    bool advance(int stage)
    {
        const auto& operations = m_operations[index(stage)];
        std::size_t& next = m_next[index(stage)];
        if (next == operations.size()) {
            return false;
        }
        const Operation& operation = operations[next];
        const bool forward = operation.kind == OperationKind::Forward;
        const std::size_t at = slot(stage, operation.micro_batch);
        const double ready = forward ? m_input_arrival[at] : m_gradient_arrival[at];
        if (ready < 0) {
            return false;
        }
        double& clock = m_clock[index(stage)];
        clock =
            std::max(clock, ready) + (forward ? m_stages[index(stage)].forward : m_stages[index(stage)].backward).value;
        ++next;
        if (forward) {
            sendForward(stage, operation.micro_batch, clock);
        } else if (stage > 0) {
            m_gradient_arrival[slot(stage - 1, operation.micro_batch)] =
                transfer(m_gradient_link[index(stage - 1)], stage - 1, clock);
        }
        return true;
    }

    void sendForward(int stage, std::int64_t micro_batch, double now)
    {
        if (stage + 1 == m_count) {
            m_gradient_arrival[slot(stage, micro_batch)] = now;
            return;
        }
        m_input_arrival[slot(stage + 1, micro_batch)] = transfer(m_activation_link[index(stage)], stage, now);
    }

    // Arrival of a message over the link behind `stage`.
    double transfer(double& link_free, int stage, double now)
    {
        link_free = std::max(link_free, now) + m_stages[index(stage)].transfer.value;
        return link_free + m_stages[index(stage)].latency.value;
    }

    const std::vector<StageTimes>& m_stages;
    int m_count;
    std::size_t m_micro_batches;
    std::vector<std::vector<Operation>> m_operations;
    std::vector<double> m_clock;
    std::vector<std::size_t> m_next;
    std::vector<double> m_activation_link;
    std::vector<double> m_gradient_link;
    std::vector<double> m_input_arrival;
    std::vector<double> m_gradient_arrival;
};

}

SimulatedStep simulatePipeline(const std::vector<StageTimes>& stages, ScheduleKind schedule, std::int64_t micro_batches,
                               std::optional<Seconds> tied_exchange)
{
    Pipeline pipeline(stages, schedule, micro_batches);
    pipeline.run();

    const int count = static_cast<int>(stages.size());
    SimulatedStep result;
    double busy = 0;
    double ends_ready = 0; // first and last stage have their own gradients
    for (int s = 0; s < count; ++s) {
        const StageTimes& stage = stages[static_cast<std::size_t>(s)];
        result.makespan = std::max(result.makespan, Seconds(pipeline.clock(s)));
        busy += static_cast<double>(micro_batches) * (stage.forward + stage.backward).value;
        if (s == 0 || s + 1 == count) {
            ends_ready = std::max(ends_ready, pipeline.clock(s) + stage.reduction.value);
        }
    }
    for (int s = 0; s < count; ++s) {
        const StageTimes& stage = stages[static_cast<std::size_t>(s)];
        const bool exchanges = tied_exchange && count > 1 && (s == 0 || s + 1 == count);
        const double gradients =
            exchanges ? ends_ready + tied_exchange->value : pipeline.clock(s) + stage.reduction.value;
        result.step = std::max(result.step, Seconds(gradients) + stage.optimizer);
    }
    const double available = result.makespan.value * static_cast<double>(count);
    result.bubble_fraction = available > 0 ? std::max(0.0, 1 - busy / available) : 0;
    return result;
}

}
