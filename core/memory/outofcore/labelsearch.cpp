// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/outofcore/labelsearch.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace stagecraft {

namespace {

// Labels of the first blocks, and the bounds on the rest of the step that follow from them.
struct Partial {
    BlockLabels labels;
    Seconds recomputing;
    Bytes kept; // kept bytes, including the inputs of recomputed blocks
    Bytes swapped;
    Seconds after_turn; // lower bound after the turn from forward to backward, from copies back
    Seconds bound; // lower bound of the step
    std::int64_t number = 0; // creation order
};

// Orders by lowest bound; among equal ones the longest labels come first.
struct Later {
    bool operator()(const Partial& a, const Partial& b) const
    {
        if (a.bound != b.bound) {
            return a.bound > b.bound;
        }
        return a.labels.size() != b.labels.size() ? a.labels.size() < b.labels.size() : a.number > b.number;
    }
};

class Search {
public:
    Search(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules, Bytes host, LabelSearch known,
           std::int64_t most_choices)
        : m_blocks(blocks), m_rules(rules), m_host(host), m_best(std::move(known)), m_left(most_choices)
    {
        m_forward_rest.resize(blocks.size() + 1);
        m_backward_rest.resize(blocks.size() + 1);
        for (std::size_t b = blocks.size(); b-- > 0;) {
            m_forward_rest[b] = m_forward_rest[b + 1] + blocks[b].forward;
            m_backward_rest[b] = m_backward_rest[b + 1] + blocks[b].backward;
            m_last = std::min(m_last, blocks[b].backward);
        }
        m_best.bound = Seconds(std::numeric_limits<double>::infinity());
        m_best.complete = true;
    }

    LabelSearch run()
    {
        m_open.push({});
        while (!m_open.empty() && worthwhile(m_open.top().bound)) {
            if (m_left <= 0) {
                m_best.complete = false;
                m_best.bound = m_open.top().bound;
                break;
            }
            const Partial partial = m_open.top();
            m_open.pop();
            complete(partial.labels);
            for (const BlockLabel label : everyLabel) {
                extend(partial, label);
            }
        }
        return std::move(m_best);
    }

private:
    bool worthwhile(Seconds bound) const { return bound.value < m_best.time.value * (1 - sameStepTime); }

    void consider(BlockLabels labels)
    {
        Bytes swapped;
        for (std::size_t b = 0; b < labels.size(); ++b) {
            swapped += labels[b] == BlockLabel::Swap ? m_blocks[b].saved : Bytes(0);
        }
        const auto time = swapped <= m_host ? stepTime(m_blocks, labels, m_rules) : std::nullopt;
        if (time && worthwhile(*time)) {
            m_best.labels = std::move(labels);
            m_best.time = *time;
        }
    }

    // Tries the labels completed with the rest of the best known ones.
    void complete(BlockLabels labels)
    {
        if (m_best.labels.size() != m_blocks.size()) {
            return; // no best labels yet
        }
        labels.insert(labels.end(), m_best.labels.begin() + static_cast<std::ptrdiff_t>(labels.size()),
                      m_best.labels.end());
        consider(std::move(labels));
    }

    void extend(const Partial& from, BlockLabel label)
    {
        const std::size_t block = from.labels.size();
        if (workingLabel(m_blocks[block], label) != label) {
            return; // another label has the same effect
        }
        --m_left;
        Partial next = from;
        next.labels.push_back(label);
        if (block + 1 == m_blocks.size()) {
            consider(std::move(next.labels));
        } else if (bounded(next) && worthwhile(next.bound)) {
            next.number = ++m_made;
            m_open.push(std::move(next));
        }
    }

    // False if the labels do not fit.
    bool bounded(Partial& partial) const
    {
        const std::size_t b = partial.labels.size() - 1;
        const OutOfCoreBlock& block = m_blocks[b];
        const BlockLabel label = partial.labels[b];
        const bool recomputed = label == BlockLabel::Recompute;
        const Bytes checkpoint = checkpointOf(m_blocks, static_cast<int>(b));
        partial.recomputing += recomputed ? block.forward : Seconds(0);
        // All saved activations of a block are on the device at the end of its backward pass. Only as many bytes of
        // other blocks as fit besides them can be on the device too; the rest is copied in afterwards.
        const Bytes excess = partial.kept + partial.swapped + block.saved - m_rules.capacity;
        partial.kept += recomputed ? checkpoint : label == BlockLabel::Keep ? block.saved : Bytes(0);
        partial.swapped += label == BlockLabel::Swap ? block.saved : Bytes(0);
        const auto copying = [&](Bytes bytes) {
            return bytes > Bytes(0) ? bytes / m_rules.rate.to_device + m_last : Seconds(0);
        };
        partial.after_turn =
            std::max({partial.after_turn, m_backward_rest[b] + copying(excess), copying(partial.swapped)});
        if (partial.kept > m_rules.capacity || partial.swapped > m_host) {
            return false;
        }
        const auto forward = forwardTime(m_blocks, partial.labels, static_cast<int>(b) + 1, m_rules);
        const auto relaxed = forward ? relaxedTime(partial.labels) : std::nullopt;
        if (!relaxed) {
            return false;
        }
        partial.bound = std::max({partial.bound, *relaxed,
                                  *forward + m_forward_rest[b + 1]
                                      + std::max(m_backward_rest[0] + partial.recomputing, partial.after_turn)});
        return true;
    }

    // Returns the step time with these labels if later blocks need no more than their compute time and, in their
    // backward passes, memory for saved activations without any copy: every label of theirs needs more, and later. Such
    // a block is recomputed in no time; the forward passes of all of them follow as one block without saved
    // activations. With streamed weights the forward passes stay in place, and the saved activations are left out.
    std::optional<Seconds> relaxedTime(const BlockLabels& labels) const
    {
        const bool streams = m_rules.stream_weights;
        std::vector<OutOfCoreBlock> blocks = m_blocks;
        BlockLabels relaxed = labels;
        for (std::size_t b = labels.size(); b < blocks.size(); ++b) {
            blocks[b].forward = streams ? blocks[b].forward : Seconds(0);
            blocks[b].saved = streams ? Bytes(0) : blocks[b].saved;
            blocks[b].kept_input = blocks[b].boundary = Bytes(0);
            blocks[b].recomputable = true;
        }
        blocks[labels.size() - 1].boundary = Bytes(0); // no earlier block keeps it
        relaxed.resize(blocks.size(), streams ? BlockLabel::Keep : BlockLabel::Recompute);
        if (!streams) {
            OutOfCoreBlock forwards;
            forwards.forward = m_forward_rest[labels.size()];
            blocks.push_back(forwards);
            relaxed.push_back(BlockLabel::Keep);
        }
        return stepTime(blocks, relaxed, m_rules);
    }

    const std::vector<OutOfCoreBlock>& m_blocks;
    const StreamRules& m_rules;
    Bytes m_host;
    LabelSearch m_best;
    std::int64_t m_left;
    std::int64_t m_made = 0;
    std::priority_queue<Partial, std::vector<Partial>, Later> m_open;
    std::vector<Seconds> m_forward_rest; // sum from a block on
    std::vector<Seconds> m_backward_rest; // sum from a block on
    // Shortest backward pass, which follows the last copy in.
    Seconds m_last = Seconds(std::numeric_limits<double>::infinity());
};

}

LabelSearch searchLabels(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules, Bytes host,
                         LabelSearch known, std::int64_t most_choices)
{
    return Search(blocks, rules, host, std::move(known), most_choices).run();
}

}
