// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/outofcore/layerswapwindows.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Simulated step in passes of layers.
class PlayedPasses {
public:
    PlayedPasses(const std::vector<OutOfCoreBlock>& blocks, const StepTimeline& line)
        : m_blocks(blocks), m_layers(blocks.back().layers.last - blocks.front().layers.first)
    {
        m_starts.resize(2 * blocks.size(), Seconds(-1));
        for (const StreamSpan& span : line.spans) {
            const auto block = static_cast<std::size_t>(span.block);
            if (span.work == StreamWork::Forward) {
                m_starts[block] = span.start;
            } else if (span.work == StreamWork::Recompute || span.work == StreamWork::Backward) {
                Seconds& start = m_starts[m_starts.size() - 1 - block];
                start = start < Seconds(0) ? span.start : start;
            }
        }
    }

    int layers() const { return m_layers; }
    int forwardPass(int layer) const { return layer - m_blocks.front().layers.first; }
    int backwardPass(int layer) const { return 2 * m_layers - 1 - forwardPass(layer); }

    // Returns the first pass of the first block that starts at `time` or later; the number of passes if none does.
    int passFrom(Seconds time) const
    {
        const auto task = std::find_if(m_starts.begin(), m_starts.end(),
                                       [&](Seconds start) { return start.value >= time.value - same; });
        return firstPass(static_cast<std::size_t>(task - m_starts.begin()));
    }

    // Returns the first pass of the block that runs at `time`, if it started at `earliest` or later; otherwise of the
    // next one.
    int passAt(Seconds time, Seconds earliest) const
    {
        const auto behind = std::find_if(m_starts.begin(), m_starts.end(),
                                         [&](Seconds start) { return start.value > time.value + same; });
        const Seconds running = behind == m_starts.begin() ? Seconds(0) : *(behind - 1);
        return passFrom(std::max(running, earliest));
    }

private:
    static constexpr double same = 1e-12; // seconds

    int firstPass(std::size_t task) const
    {
        if (task == m_starts.size()) {
            return 2 * m_layers;
        }
        const bool forward = task < m_blocks.size();
        const LayerRange range = m_blocks[forward ? task : m_starts.size() - 1 - task].layers;
        return forward ? forwardPass(range.first) : backwardPass(range.last - 1);
    }

    const std::vector<OutOfCoreBlock>& m_blocks;
    int m_layers;
    std::vector<Seconds> m_starts; // start times of the blocks' forward, then backward passes
};

}

std::optional<std::vector<std::optional<LayerSwapWindow>>> layerSwapWindows(const std::vector<OutOfCoreBlock>& blocks,
                                                                            const BlockLabels& labels,
                                                                            const StreamRules& rules)
{
    const auto line = playStep(blocks, labels, rules);
    if (!line || blocks.empty()) {
        return std::nullopt;
    }
    const PlayedPasses passes(blocks, *line);
    std::vector<std::optional<LayerSwapWindow>> windows(static_cast<std::size_t>(passes.layers()));
    for (const StreamSpan& span : line->spans) {
        const auto block = static_cast<std::size_t>(span.block);
        const bool leaves = span.work == StreamWork::SwapOut;
        if (labels[block] != BlockLabel::Swap || (!leaves && span.work != StreamWork::SwapIn)) {
            continue;
        }
        const LayerRange range = blocks[block].layers;
        for (int l = range.first; l < range.last; ++l) {
            auto& window = windows[static_cast<std::size_t>(passes.forwardPass(l))];
            window = window.value_or(LayerSwapWindow {});
            if (leaves) {
                const int gone = passes.passFrom(span.end);
                window->window.out = std::max(0, gone - passes.forwardPass(l) - 1);
                window->crosses = gone > passes.layers();
            } else {
                const int returns = std::min(passes.passAt(span.start, span.allocated_at), passes.backwardPass(l));
                window->window.back = passes.backwardPass(l) - returns;
            }
        }
    }
    return windows;
}

}
