// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/outofcore/threestreams.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Device memory: bytes used at the time of the last request, and future releases.
class DeviceMemoryPool {
public:
    explicit DeviceMemoryPool(Bytes capacity) : m_capacity(capacity) {}

    // Returns the first time from `earliest` on at which `bytes` are free, given the known releases.
    std::optional<Seconds> when(Bytes bytes, Seconds earliest) const
    {
        Bytes used = m_used;
        Seconds time = earliest;
        for (const Release& release : m_releases) {
            if (release.time > time && used + bytes <= m_capacity) {
                break;
            }
            time = std::max(time, release.time);
            used -= release.bytes;
        }
        return used + bytes <= m_capacity ? std::optional(time) : std::nullopt;
    }

    // Allocates. Requests must be ordered by time.
    void take(Bytes bytes, Seconds time)
    {
        auto end = m_releases.begin();
        for (; end != m_releases.end() && end->time <= time; ++end) {
            m_used -= end->bytes;
        }
        m_releases.erase(m_releases.begin(), end);
        m_used += bytes;
    }

    void release(Bytes bytes, Seconds time)
    {
        const auto later = [](Seconds moment, const Release& other) { return moment < other.time; };
        m_releases.insert(std::upper_bound(m_releases.begin(), m_releases.end(), time, later), {time, bytes});
    }

private:
    struct Release {
        Seconds time;
        Bytes bytes;
    };
    Bytes m_capacity;
    Bytes m_used;
    std::vector<Release> m_releases; // earliest first
};

class Player {
public:
    Player(const std::vector<OutOfCoreBlock>& blocks, const BlockLabels& labels, const StreamRules& rules, bool record)
        : m_blocks(blocks), m_labels(labels), m_rules(rules), m_record(record), m_memory(rules.capacity)
    {
        m_ready.resize(2 * blocks.size());
        m_left.resize(blocks.size());
    }

    bool play()
    {
        const int turn = static_cast<int>(m_blocks.size());
        if (!run(0, turn)) {
            return false;
        }
        m_turn = m_computed;
        if (!run(turn, tasks())) {
            return false;
        }
        m_line.total = std::max(m_computed, m_out_free);
        if (m_record) {
            countLive();
        }
        return true;
    }

    // Runs the tasks [first, last), after those before them.
    bool run(int first, int last)
    {
        for (int task = first; task < last; ++task) {
            if (!reserve(task, last)) {
                return false;
            }
            compute(task);
        }
        return true;
    }

    StepTimeline& line() { return m_line; }
    Seconds computed() const { return m_computed; }

private:
    // Tasks are the forward passes in order, then the backward passes in reverse order.
    int tasks() const { return 2 * static_cast<int>(m_blocks.size()); }
    bool isForward(int task) const { return task < static_cast<int>(m_blocks.size()); }
    std::size_t indexOf(int task) const
    {
        return static_cast<std::size_t>(isForward(task) ? task : tasks() - 1 - task);
    }
    bool has(int task, BlockLabel label) const
    {
        return workingLabel(m_blocks[indexOf(task)], m_labels[indexOf(task)]) == label;
    }
    Bytes streamed(int task) const { return m_rules.stream_weights ? m_blocks[indexOf(task)].weights : Bytes(0); }
    Bytes checkpoint(int task) const { return checkpointOf(m_blocks, static_cast<int>(indexOf(task))); }

    // Bytes of saved activations that a task allocates: recomputation adds to the kept input.
    Bytes savedBytesFor(int task) const
    {
        const OutOfCoreBlock& block = m_blocks[indexOf(task)];
        if (has(task, BlockLabel::Recompute)) {
            return isForward(task) ? checkpoint(task) : block.saved - std::min(block.kept_input, checkpoint(task));
        }
        return isForward(task) || has(task, BlockLabel::Swap) ? block.saved : Bytes(0);
    }

    // Bytes that a task allocates; with streamed weights a backward pass also produces gradients.
    Bytes needOf(int task) const { return savedBytesFor(task) + streamed(task) * (isForward(task) ? 1 : 2); }

    Bytes copiedIn(int task) const
    {
        const bool returns = !isForward(task) && has(task, BlockLabel::Swap);
        return streamed(task) + (returns ? m_blocks[indexOf(task)].saved : Bytes(0));
    }

    // Assigns memory to the tasks before `last` in order: to this one at any time, to later ones if their time is known
    // by now. False if this task never gets memory.
    bool reserve(int task, int last)
    {
        for (; m_next < last; ++m_next) {
            const bool needed = m_next == task;
            Seconds earliest = std::max(m_reserved, m_turn);
            if (!isForward(m_next) && has(m_next, BlockLabel::Swap)) {
                earliest = std::max(earliest, m_left[indexOf(m_next)]);
            }
            const auto time = m_memory.when(needOf(m_next), earliest);
            if (!time || (!needed && m_next > task && *time > m_computed)) {
                return m_next > task;
            }
            reserveAt(m_next, *time);
        }
        return true;
    }

    void reserveAt(int task, Seconds time)
    {
        m_memory.take(needOf(task), time);
        m_reserved = time;
        Seconds ready = time;
        if (const Bytes bytes = copiedIn(task); bytes > Bytes(0)) {
            const Seconds start = std::max(time, m_in_free);
            ready = m_in_free = start + bytes / m_rules.rate.to_device;
            m_line.in += bytes;
            note(StreamWork::SwapIn, task, start, ready, time);
            alive(time, needOf(task));
        }
        m_ready[static_cast<std::size_t>(task)] = ready;
    }

    void compute(int task)
    {
        const OutOfCoreBlock& block = m_blocks[indexOf(task)];
        const Seconds start = std::max(m_computed, m_ready[static_cast<std::size_t>(task)]);
        (isForward(task) ? m_line.forward_stall : m_line.backward_stall) += start - m_computed;
        m_computed = start;
        if (copiedIn(task) == Bytes(0)) {
            alive(start, needOf(task)); // memory was reserved; it is in use from now on
        }
        if (isForward(task)) {
            work(StreamWork::Forward, task, block.forward);
            endForward(task);
            return;
        }
        if (has(task, BlockLabel::Recompute)) {
            work(StreamWork::Recompute, task, block.forward);
        }
        work(StreamWork::Backward, task, block.backward);
        endBackward(task);
    }

    void work(StreamWork what, int task, Seconds time)
    {
        note(what, task, m_computed, m_computed + time);
        m_computed += time;
    }

    void endForward(int task)
    {
        release(streamed(task), m_computed);
        if (has(task, BlockLabel::Swap)) {
            const Bytes bytes = m_blocks[indexOf(task)].saved;
            m_left[indexOf(task)] = copyOut(StreamWork::SwapOut, task, bytes);
            release(bytes, m_left[indexOf(task)]);
            m_line.host += bytes;
        }
    }

    void endBackward(int task)
    {
        const Bytes held = has(task, BlockLabel::Keep) ? m_blocks[indexOf(task)].saved
            : has(task, BlockLabel::Recompute)         ? checkpoint(task)
                                                       : Bytes(0);
        release(held + savedBytesFor(task) + streamed(task), m_computed);
        if (m_rules.stream_weights) {
            release(streamed(task), copyOut(StreamWork::GradientsOut, task, streamed(task)));
        }
    }

    // Returns the end of the copy.
    Seconds copyOut(StreamWork work, int task, Bytes bytes)
    {
        const Seconds start = std::max(m_computed, m_out_free);
        m_out_free = start + bytes / m_rules.rate.to_host;
        m_line.out += bytes;
        note(work, task, start, m_out_free);
        return m_out_free;
    }

    void release(Bytes bytes, Seconds time)
    {
        m_memory.release(bytes, time);
        alive(time, -bytes);
    }

    void note(StreamWork work, int task, Seconds start, Seconds end, Seconds allocated_at = {})
    {
        if (m_record) {
            m_line.spans.push_back({work, static_cast<int>(indexOf(task)), start, end, allocated_at});
        }
    }

    void alive(Seconds time, Bytes change)
    {
        if (m_record) {
            m_changes.emplace_back(time, change);
        }
    }

    void countLive()
    {
        // Releases come before allocations of the same time.
        std::sort(m_changes.begin(), m_changes.end());
        for (const auto& [time, change] : m_changes) {
            m_line.left += change;
            m_line.peak = std::max(m_line.peak, m_line.left);
        }
    }

    const std::vector<OutOfCoreBlock>& m_blocks;
    const BlockLabels& m_labels;
    const StreamRules& m_rules;
    bool m_record;
    DeviceMemoryPool m_memory;
    int m_next = 0; // next task without reserved memory
    Seconds m_computed; // end of the compute stream's work
    Seconds m_out_free;
    Seconds m_in_free;
    Seconds m_reserved; // time of the last request
    Seconds m_turn; // end of the forward phase; 0 before
    std::vector<Seconds> m_ready; // one per task
    std::vector<Seconds> m_left; // one per block: end of the copy out of its saved activations
    std::vector<std::pair<Seconds, Bytes>> m_changes;
    StepTimeline m_line;
};

}

std::optional<StepTimeline> playStep(const std::vector<OutOfCoreBlock>& blocks, const BlockLabels& labels,
                                     const StreamRules& rules)
{
    Player player(blocks, labels, rules, true);
    return player.play() ? std::optional(std::move(player.line())) : std::nullopt;
}

std::optional<Seconds> stepTime(const std::vector<OutOfCoreBlock>& blocks, const BlockLabels& labels,
                                const StreamRules& rules)
{
    Player player(blocks, labels, rules, false);
    return player.play() ? std::optional(player.line().total) : std::nullopt;
}

std::optional<Seconds> forwardTime(const std::vector<OutOfCoreBlock>& blocks, const BlockLabels& labels, int count,
                                   const StreamRules& rules)
{
    Player player(blocks, labels, rules, false);
    return player.run(0, count) ? std::optional(player.computed()) : std::nullopt;
}

Seconds idealTime(const std::vector<OutOfCoreBlock>& blocks)
{
    Seconds time;
    for (const OutOfCoreBlock& block : blocks) {
        time += block.forward + block.backward;
    }
    return time;
}

Seconds labelsBound(const std::vector<OutOfCoreBlock>& blocks, const BlockLabels& labels, const StreamRules& rules)
{
    Seconds computing = idealTime(blocks);
    Bytes out;
    Bytes in;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        computing += workingLabel(blocks[b], labels[b]) == BlockLabel::Recompute ? blocks[b].forward : Seconds(0);
        const Bytes swapped = labels[b] == BlockLabel::Swap ? blocks[b].saved : Bytes(0);
        const Bytes weights = rules.stream_weights ? blocks[b].weights : Bytes(0);
        out += swapped + weights;
        in += swapped + weights * 2;
    }
    return std::max({computing, out / rules.rate.to_host, in / rules.rate.to_device});
}

}
