// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/outofcore/karmadistributed.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Host memory traffic of Adam in bytes per parameter (hostUpdate()).
constexpr std::int64_t hostAdamTraffic = 30;
constexpr double hostStateBytes = 12; // per parameter: fp32 master weight and two moments
constexpr double wideGradientBytes = 4;

Bytes gradientsOf(const OutOfCoreBlock& block, const HostTraining& training)
{
    return Bytes(block.parameters * training.gradient_bytes);
}

// Times at which each in-order resource is free; the step's own copies go first.
struct Lines {
    Seconds out;
    Seconds network;
    Seconds optimizer;
    Seconds in;
};

Lines afterTheStep(const StepTimeline& step)
{
    Lines lines;
    for (const StreamSpan& span : step.spans) {
        lines.out = span.work == StreamWork::SwapOut ? std::max(lines.out, span.end) : lines.out;
        lines.in = span.work == StreamWork::SwapIn ? std::max(lines.in, span.end) : lines.in;
    }
    return lines;
}

Seconds backwardEnd(const StepTimeline& step, int block)
{
    for (const StreamSpan& span : step.spans) {
        if (span.work == StreamWork::Backward && span.block == block) {
            return span.end;
        }
    }
    return {};
}

// Returns the time at which a streamed block's gradients are on the host; empty if weights are not streamed.
std::optional<Seconds> gradientsOut(const StepTimeline& step, int block)
{
    for (const StreamSpan& span : step.spans) {
        if (span.work == StreamWork::GradientsOut && span.block == block) {
            return span.end;
        }
    }
    return std::nullopt;
}

class Exchange {
public:
    Exchange(const std::vector<OutOfCoreBlock>& blocks, const StepTimeline& step, const StreamRules& rules,
             const HostTraining& training)
        : m_blocks(blocks), m_step(step), m_rules(rules), m_training(training), m_lines(afterTheStep(step))
    {
    }

    void run()
    {
        for (int b = static_cast<int>(m_blocks.size()) - 1; b >= 0; --b) {
            const OutOfCoreBlock& block = m_blocks[static_cast<std::size_t>(b)];
            m_phase.push_back(b);
            m_phase_bytes += gradientsOf(block, m_training);
            leave(b);
            if (b == 0 || m_phase_bytes >= m_training.phase) {
                endPhase();
            }
        }
    }

    // End of the last copy of weights: the first block's, produced last and needed first.
    Seconds end() const { return m_end; }
    Seconds out() const { return m_out; }
    Seconds network() const { return m_network; }
    Seconds optimizer() const { return m_optimizer; }
    Seconds in() const { return m_in; }

private:
    void leave(int b)
    {
        const OutOfCoreBlock& block = m_blocks[static_cast<std::size_t>(b)];
        if (const auto left = gradientsOut(m_step, b)) {
            m_arrived = std::max(m_arrived, *left);
            return;
        }
        const Seconds time = gradientsOf(block, m_training) / m_rules.rate.to_host;
        m_lines.out = std::max(m_lines.out, backwardEnd(m_step, b)) + time;
        m_arrived = m_lines.out;
        m_out += time;
    }

    void endPhase()
    {
        const Seconds exchange = hostExchange(m_phase_bytes, m_training);
        m_lines.network = std::max(m_lines.network, m_arrived) + exchange;
        m_network += exchange;
        for (const int b : m_phase) {
            const OutOfCoreBlock& block = m_blocks[static_cast<std::size_t>(b)];
            const Seconds update = hostUpdate(block.parameters, m_training);
            m_lines.optimizer = std::max(m_lines.optimizer, m_lines.network) + update;
            m_optimizer += update;
            // Streamed weights are copied when their block needs them.
            const Seconds back = m_rules.stream_weights ? Seconds(0) : block.weights / m_rules.rate.to_device;
            m_lines.in = std::max(m_lines.in, m_lines.optimizer) + back;
            m_in += back;
            m_end = std::max(m_end, m_rules.stream_weights ? m_lines.optimizer : m_lines.in);
        }
        m_phase.clear();
        m_phase_bytes = Bytes(0);
    }

    const std::vector<OutOfCoreBlock>& m_blocks;
    const StepTimeline& m_step;
    const StreamRules& m_rules;
    const HostTraining& m_training;
    Lines m_lines;
    std::vector<int> m_phase; // blocks whose gradients wait for the exchange
    Bytes m_phase_bytes;
    Seconds m_arrived;
    Seconds m_end;
    Seconds m_out;
    Seconds m_network;
    Seconds m_optimizer;
    Seconds m_in;
};

// Bytes of weights and gradients on the device, per parameter: all weights and the gradients of two blocks, one
// computed and one being copied out; if streamed, weights and gradients of two blocks.
double deviceBytes(const std::vector<OutOfCoreBlock>& blocks, bool stream_weights, const HostTraining& training)
{
    Bytes weights;
    Bytes most_weights;
    Bytes most_gradients;
    std::int64_t parameters = 0;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        const OutOfCoreBlock& next = blocks[std::min(b + 1, blocks.size() - 1)];
        const bool pair = b + 1 < blocks.size();
        most_weights = std::max(most_weights, blocks[b].weights + (pair ? next.weights : Bytes(0)));
        most_gradients = std::max(most_gradients,
                                  gradientsOf(blocks[b], training) + (pair ? gradientsOf(next, training) : Bytes(0)));
        weights += blocks[b].weights;
        parameters += blocks[b].parameters;
    }
    const Bytes bytes = (stream_weights ? most_weights : weights) + most_gradients;
    return parameters > 0 ? static_cast<double>(bytes.value) / static_cast<double>(parameters) : 0;
}

}

Seconds hostExchange(Bytes bytes, const HostTraining& training)
{
    const double steps = training.nodes - 1;
    if (steps < 1 || bytes == Bytes(0)) {
        return {};
    }
    return (bytes / training.network) * (2 * steps / training.nodes) + training.latency * (2 * steps);
}

Seconds hostUpdate(std::int64_t parameters, const HostTraining& training)
{
    const Bytes state(parameters * hostAdamTraffic);
    const int sums = training.devices_per_node > 1 ? training.devices_per_node + 1 : 0;
    return (state + Bytes(parameters * training.gradient_bytes * sums)) / training.host_memory;
}

std::optional<HostStep> hostStep(const std::vector<OutOfCoreBlock>& blocks, const BlockLabels& labels,
                                 const StreamRules& rules, const HostTraining& training)
{
    const auto step = playStep(blocks, labels, rules);
    if (!step) {
        return std::nullopt;
    }
    Exchange exchange(blocks, *step, rules, training);
    exchange.run();
    HostStep result;
    Seconds computing = step->forward_stall + step->backward_stall;
    for (const StreamSpan& span : step->spans) {
        computing += span.work <= StreamWork::Backward ? span.end - span.start : Seconds(0);
    }
    result.busy = {computing, step->out / rules.rate.to_host + exchange.out(),
                   step->in / rules.rate.to_device + exchange.in(), exchange.network(), exchange.optimizer()};
    const auto busiest = std::max_element(result.busy.begin(), result.busy.end());
    result.bottleneck = static_cast<HostResource>(busiest - result.busy.begin());
    result.iteration = std::max({step->total, exchange.end(), *busiest});
    result.tail = result.iteration - *busiest;
    result.device_bytes = deviceBytes(blocks, rules.stream_weights, training);
    result.host_bytes = hostStateBytes + (training.fp32_gradients ? wideGradientBytes : 0);
    return result;
}

}
