// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/outofcore/lms.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Copy back, and the levels for which the tensor is on the device then.
struct Return {
    int tensor = 0;
    int from = 0;
    int first_use = 0;
    int last_use = 0;
};

// Levels for which a tensor is on the device, and its copies.
struct TensorSchedule {
    int there_until = 0; // last level of its first stay on the device
    bool leaves = false;
    int leaves_after = 0; // level after which it is copied out
    std::vector<Return> returns;
};

bool waitsOut(LmsSync sync)
{
    return sync == LmsSync::Out || sync == LmsSync::Both;
}

bool waitsIn(LmsSync sync)
{
    return sync == LmsSync::In || sync == LmsSync::Both;
}

TensorSchedule tensorScheduleOf(const LmsTensor& tensor, int index, const LmsSettings& settings, bool swappable)
{
    TensorSchedule tensor_schedule;
    int near = tensor.producer; // last use before it is copied out
    std::size_t next = 0;
    const auto& uses = tensor.consumers;
    for (; next < uses.size() && (!swappable || uses[next] - tensor.producer <= settings.threshold); ++next) {
        near = uses[next];
    }
    tensor_schedule.there_until = near;
    if (next == uses.size()) {
        return tensor_schedule;
    }
    tensor_schedule.leaves = true;
    tensor_schedule.leaves_after = near;
    tensor_schedule.there_until = near + (waitsOut(settings.sync) ? 0 : 1);
    const int ahead = waitsIn(settings.sync) ? 0 : settings.ahead;
    for (; next < uses.size(); ++next) {
        if (!tensor_schedule.returns.empty()
            && uses[next] - tensor_schedule.returns.back().last_use <= settings.group) {
            tensor_schedule.returns.back().last_use = uses[next];
            continue;
        }
        const int from = std::max(uses[next] - ahead, near + 1);
        tensor_schedule.returns.push_back({index, from, uses[next], uses[next]});
    }
    return tensor_schedule;
}

class LmsPlayer {
public:
    LmsPlayer(const LmsGraph& graph, const LmsSettings& settings, const SwapRate& rate)
        : m_graph(graph)
        , m_rate(rate)
        , m_gone(graph.tensors.size())
        , m_leaving(levels())
        , m_gone_before(levels() + 1)
        , m_coming(levels())
        , m_ready(levels())
        , m_change(levels() + 1)
    {
        for (std::size_t t = 0; t < graph.tensors.size(); ++t) {
            const LmsTensor& tensor = graph.tensors[t];
            const bool wanted = settings.tensors < 0 || m_step.tensors < settings.tensors;
            add(tensorScheduleOf(tensor, static_cast<int>(t), settings, wanted && tensor.bytes >= settings.least), t);
        }
    }

    LmsStep play()
    {
        countLive();
        for (std::size_t level = 0; level < levels(); ++level) {
            begin(level);
            m_time += m_graph.levels[level].time;
            for (const std::size_t t : m_leaving[level]) {
                m_out_free = std::max(m_out_free, m_time) + bytes(t) / m_rate.to_host;
                m_gone[t] = m_out_free;
                m_step.out += bytes(t);
            }
        }
        m_step.total = std::max(m_time, m_out_free);
        return m_step;
    }

private:
    std::size_t levels() const { return m_graph.levels.size(); }
    Bytes bytes(std::size_t tensor) const { return m_graph.tensors[tensor].bytes; }

    void add(const TensorSchedule& tensor_schedule, std::size_t t)
    {
        int there_until = tensor_schedule.there_until;
        addLive(t, m_graph.tensors[t].producer, there_until);
        if (!tensor_schedule.leaves) {
            return;
        }
        ++m_step.tensors;
        m_step.host += bytes(t);
        m_leaving[static_cast<std::size_t>(tensor_schedule.leaves_after)].push_back(t);
        m_gone_before[std::min(static_cast<std::size_t>(there_until) + 1, levels())].push_back(t);
        for (const Return& back : tensor_schedule.returns) {
            m_coming[static_cast<std::size_t>(back.from)].push_back(back);
            // A tensor that is copied back at once is still alive.
            addLive(t, std::max(back.from, there_until + 1), back.last_use);
            there_until = std::max(there_until, back.last_use);
        }
    }

    void addLive(std::size_t t, int from, int to)
    {
        const auto last = std::min(static_cast<std::size_t>(to) + 1, levels());
        if (static_cast<std::size_t>(from) < last) {
            m_change[static_cast<std::size_t>(from)] += bytes(t);
            m_change[last] -= bytes(t);
        }
    }

    void countLive()
    {
        Bytes live;
        for (std::size_t level = 0; level < levels(); ++level) {
            live += m_change[level];
            const Bytes now = live + m_graph.levels[level].working;
            if (now > m_step.peak) {
                m_step.peak = now;
                m_step.peak_level = static_cast<int>(level);
            }
        }
    }

    // Waits for copies out that must be complete, starts copies back, waits for the inputs.
    void begin(std::size_t level)
    {
        Seconds start = m_time;
        for (const std::size_t t : m_gone_before[level]) {
            start = std::max(start, m_gone[t]);
        }
        auto& coming = m_coming[level];
        std::stable_sort(coming.begin(), coming.end(),
                         [](const Return& a, const Return& b) { return a.first_use < b.first_use; });
        for (const Return& back : coming) {
            const auto t = static_cast<std::size_t>(back.tensor);
            m_in_free = std::max({m_in_free, start, m_gone[t]}) + bytes(t) / m_rate.to_device;
            m_step.in += bytes(t);
            Seconds& ready = m_ready[static_cast<std::size_t>(back.first_use)];
            ready = std::max(ready, m_in_free);
        }
        start = std::max(start, m_ready[level]);
        m_step.stall += start - m_time;
        m_time = start;
    }

    const LmsGraph& m_graph;
    SwapRate m_rate;
    LmsStep m_step;
    Seconds m_time;
    Seconds m_out_free;
    Seconds m_in_free;
    std::vector<Seconds> m_gone; // end of each tensor's copy out
    std::vector<std::vector<std::size_t>> m_leaving; // tensors by the level after which their copy out begins
    // Tensors by the level before which their copy out must be complete.
    std::vector<std::vector<std::size_t>> m_gone_before;
    std::vector<std::vector<Return>> m_coming; // copies back by the level at which they begin
    std::vector<Seconds> m_ready; // time at which each level's inputs are on the device
    std::vector<Bytes> m_change; // change of live bytes from the previous level
};

}

LmsStep playLms(const LmsGraph& graph, const LmsSettings& settings, const SwapRate& rate)
{
    return LmsPlayer(graph, settings, rate).play();
}

Bytes lmsBudget(Bytes memory, Bytes variables, bool exchanges)
{
    return scaled(std::max(memory - variables, Bytes(0)), exchanges ? 0.8 : 0.9);
}

}
