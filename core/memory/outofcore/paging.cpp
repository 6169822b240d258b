// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/outofcore/lms.h"

#include <algorithm>
#include <set>

namespace stagecraft {

namespace {

constexpr double freeShare = 0.95;

// Tensors that a level produces and uses.
struct LevelUse {
    std::vector<std::size_t> made;
    std::vector<std::size_t> used;
};

std::vector<LevelUse> usesOf(const LmsGraph& graph)
{
    std::vector<LevelUse> uses(graph.levels.size());
    for (std::size_t t = 0; t < graph.tensors.size(); ++t) {
        uses[static_cast<std::size_t>(graph.tensors[t].producer)].made.push_back(t);
        for (const int level : graph.tensors[t].consumers) {
            uses[static_cast<std::size_t>(level)].used.push_back(t);
        }
    }
    return uses;
}

// Evicted tensor, and the level of its last use before.
using Leaving = std::pair<std::size_t, int>;

class Pager {
public:
    // `expected`: evictions of the previous step; these tensors are copied out right after use.
    Pager(const LmsGraph& graph, Bytes limit, const SwapRate& rate, std::set<Leaving> expected)
        : m_graph(graph)
        , m_limit(limit)
        , m_rate(rate)
        , m_expected(std::move(expected))
        , m_there(graph.tensors.size())
        , m_last_use(graph.tensors.size(), -1)
        , m_copied(graph.tensors.size(), Seconds(-1))
        , m_was_out(graph.tensors.size())
    {
    }

    bool play()
    {
        const std::vector<LevelUse> uses = usesOf(m_graph);
        for (std::size_t level = 0; level < uses.size(); ++level) {
            if (!run(static_cast<int>(level), uses[level])) {
                return false;
            }
        }
        m_step.total = std::max(m_time, m_out_free);
        return true;
    }

    const LmsStep& step() const { return m_step; }
    const std::set<Leaving>& left() const { return m_left; }
    const std::vector<PagedTensor>& paged() const { return m_paged; }

private:
    const LmsTensor& tensor(std::size_t t) const { return m_graph.tensors[t]; }

    bool run(int level, const LevelUse& use)
    {
        m_level = level;
        m_active.clear();
        m_active.insert(use.made.begin(), use.made.end());
        m_active.insert(use.used.begin(), use.used.end());
        const LmsLevel& work = m_graph.levels[static_cast<std::size_t>(level)];
        for (const std::size_t t : use.used) {
            if (!m_there[t] && !bringBack(t)) {
                return false;
            }
        }
        for (const std::size_t t : use.made) {
            if (!makeRoom(tensor(t).bytes)) {
                return false;
            }
            arrive(t);
        }
        if (!makeRoom(work.working)) {
            return false;
        }
        if (m_used + work.working > m_step.peak) {
            m_step.peak = m_used + work.working;
            m_step.peak_level = level;
        }
        m_time += work.time;
        for (const std::size_t t : m_active) {
            m_last_use[t] = level;
            end(t, level);
        }
        return true;
    }

    // Called after a level that produced or used the tensor.
    void end(std::size_t t, int level)
    {
        if (tensor(t).consumers.back() <= level) {
            m_there[t] = false;
            m_used -= tensor(t).bytes;
        } else if (m_expected.count({t, level}) > 0) {
            copyOut(t);
        }
    }

    void copyOut(std::size_t t)
    {
        m_out_free = std::max(m_out_free, m_time) + tensor(t).bytes / m_rate.to_host;
        m_copied[t] = m_out_free;
        m_step.out += tensor(t).bytes;
    }

    void arrive(std::size_t t)
    {
        m_there[t] = true;
        m_used += tensor(t).bytes;
        m_copied[t] = Seconds(-1);
    }

    bool bringBack(std::size_t t)
    {
        if (!makeRoom(tensor(t).bytes)) {
            return false;
        }
        const Seconds time = tensor(t).bytes / m_rate.to_device;
        m_time += time;
        m_step.stall += time;
        m_step.in += tensor(t).bytes;
        arrive(t);
        return true;
    }

    // Evicts tensors that the current level does not use, least recently used first.
    bool makeRoom(Bytes bytes)
    {
        while (m_used + bytes > m_limit) {
            std::size_t oldest = m_there.size();
            for (std::size_t t = 0; t < m_there.size(); ++t) {
                const bool may = m_there[t] && m_active.count(t) == 0;
                if (may && (oldest == m_there.size() || m_last_use[t] < m_last_use[oldest])) {
                    oldest = t;
                }
            }
            if (oldest == m_there.size()) {
                return false;
            }
            leave(oldest);
        }
        return true;
    }

    void leave(std::size_t t)
    {
        if (m_copied[t] < Seconds(0)) {
            copyOut(t);
        }
        const Seconds wait = std::max(Seconds(0), m_copied[t] - m_time);
        m_time += wait;
        m_step.stall += wait;
        m_there[t] = false;
        m_used -= tensor(t).bytes;
        m_left.insert({t, m_last_use[t]});
        if (!m_was_out[t]) {
            ++m_step.tensors;
            m_step.host += tensor(t).bytes;
            m_paged.push_back({t, m_level});
            m_was_out[t] = true;
        }
    }

    const LmsGraph& m_graph;
    Bytes m_limit;
    SwapRate m_rate;
    std::set<Leaving> m_expected;
    LmsStep m_step;
    std::vector<PagedTensor> m_paged;
    int m_level = 0; // current level
    Seconds m_time;
    Seconds m_out_free;
    Bytes m_used;
    std::set<std::size_t> m_active; // tensors of the current level
    std::set<Leaving> m_left;
    std::vector<bool> m_there; // tensors on the device
    std::vector<int> m_last_use;
    std::vector<Seconds> m_copied; // end of the copy out; below 0: none
    std::vector<bool> m_was_out;
};

}

std::optional<LmsStep> playPaging(const LmsGraph& graph, Bytes limit, const SwapRate& rate, bool speculative)
{
    Pager pager(graph, limit, rate, {});
    if (!pager.play()) {
        return std::nullopt;
    }
    if (!speculative) {
        return pager.step();
    }
    Pager next(graph, limit, rate, pager.left());
    next.play();
    return next.step();
}

std::optional<std::vector<PagedTensor>> pagedTensors(const LmsGraph& graph, Bytes limit)
{
    const BytesPerSecond any(1e9);
    Pager pager(graph, limit, {any, any}, {});
    return pager.play() ? std::optional(pager.paged()) : std::nullopt;
}

Bytes leastPagingLimit(const LmsGraph& graph)
{
    const std::vector<LevelUse> uses = usesOf(graph);
    Bytes most;
    for (std::size_t level = 0; level < uses.size(); ++level) {
        std::set<std::size_t> active(uses[level].made.begin(), uses[level].made.end());
        active.insert(uses[level].used.begin(), uses[level].used.end());
        Bytes bytes = graph.levels[level].working;
        for (const std::size_t t : active) {
            bytes += graph.tensors[t].bytes;
        }
        most = std::max(most, bytes);
    }
    return most;
}

Bytes pagingLimit(Bytes free)
{
    return scaled(free, freeShare);
}

}
