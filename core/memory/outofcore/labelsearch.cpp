// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/outofcore/labelsearch.h"

#include <algorithm>
#include <limits>

namespace stagecraft {

namespace {

// The labels of the first blocks, and what they say of the rest of the step.
struct Partial {
    Seconds recomputing;
    Bytes kept; // with the inputs of what is recomputed
    Bytes swapped;
    Seconds after_turn; // at least, because of copies back
    Seconds bound; // of the step
};

class Search {
public:
    Search(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules, Bytes host, LabelSearch known,
           std::int64_t most_choices)
        : m_blocks(blocks), m_rules(rules), m_host(host), m_best(std::move(known)), m_left(most_choices)
    {
        m_labels.assign(blocks.size(), BlockLabel::Keep);
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
        descend(0, {});
        return std::move(m_best);
    }

private:
    struct Child {
        BlockLabel label;
        Partial partial;
    };

    bool worthwhile(Seconds bound) const { return bound.value < m_best.time.value * (1 - sameStepTime); }

    void descend(std::size_t block, const Partial& partial)
    {
        if (block == m_blocks.size()) {
            const auto time = stepTime(m_blocks, m_labels, m_rules);
            if (time && worthwhile(*time)) {
                m_best.labels = m_labels;
                m_best.time = *time;
            }
            return;
        }
        std::vector<Child> children;
        for (const BlockLabel label : everyLabel) {
            m_labels[block] = label;
            if (const auto next = with(block, partial)) {
                children.push_back({label, *next});
            }
        }
        std::stable_sort(children.begin(), children.end(),
                         [](const Child& a, const Child& b) { return a.partial.bound < b.partial.bound; });
        for (const Child& child : children) {
            if (!worthwhile(child.partial.bound)) {
                continue;
            }
            if (m_left <= 0) {
                m_best.complete = false;
                m_best.bound = std::min(m_best.bound, child.partial.bound);
                continue;
            }
            --m_left;
            m_labels[block] = child.label;
            descend(block + 1, child.partial);
        }
    }

    // With the label that this block has now; nothing where that does not fit.
    std::optional<Partial> with(std::size_t b, Partial partial) const
    {
        const OutOfCoreBlock& block = m_blocks[b];
        const BlockLabel label = workingLabel(block, m_labels[b]);
        const bool recomputed = label == BlockLabel::Recompute;
        const Bytes checkpoint = checkpointOf(m_blocks, static_cast<int>(b));
        partial.recomputing += recomputed ? block.forward : Seconds(0);
        // At the end of its backward all of its stash is there, however it came: of the others what fits beside it, and
        // what does not comes in afterwards.
        const Bytes excess = partial.kept + partial.swapped + block.stashed - m_rules.capacity;
        partial.kept += recomputed ? checkpoint : label == BlockLabel::Keep ? block.stashed : Bytes(0);
        partial.swapped += label == BlockLabel::Swap ? block.stashed : Bytes(0);
        const auto copying = [&](Bytes bytes) {
            return bytes > Bytes(0) ? bytes / m_rules.rate.to_device + m_last : Seconds(0);
        };
        partial.after_turn =
            std::max({partial.after_turn, m_backward_rest[b] + copying(excess), copying(partial.swapped)});
        if (partial.kept > m_rules.capacity || partial.swapped > m_host) {
            return std::nullopt;
        }
        const auto forward = forwardTime(m_blocks, m_labels, static_cast<int>(b) + 1, m_rules);
        if (!forward) {
            return std::nullopt;
        }
        partial.bound =
            *forward + m_forward_rest[b + 1] + std::max(m_backward_rest[0] + partial.recomputing, partial.after_turn);
        return partial;
    }

    const std::vector<OutOfCoreBlock>& m_blocks;
    const StreamRules& m_rules;
    Bytes m_host;
    LabelSearch m_best;
    std::int64_t m_left;
    BlockLabels m_labels;
    std::vector<Seconds> m_forward_rest; // from a block on
    std::vector<Seconds> m_backward_rest; // of the blocks from here on
    Seconds m_last = Seconds(std::numeric_limits<double>::infinity()); // follows what comes in last
};

}

LabelSearch searchLabels(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules, Bytes host,
                         LabelSearch known, std::int64_t most_choices)
{
    return Search(blocks, rules, host, std::move(known), most_choices).run();
}

}
