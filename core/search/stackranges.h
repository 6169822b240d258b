// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/stackstages.h"

#include <optional>
#include <vector>

namespace stagecraft {

// What a stack's model says of the stages of pipelines of one depth, each computed once: blocks are alike, so that
// their number and the ends are all that counts. Holds a reference to `stack`. For one thread.
class StackRanges {
public:
    // `layers`: of the chain.
    StackRanges(const StackStages& stack, int layers, int places);

    int places() const { return m_places; }
    // Those of StackStages for the stage at `place`. `range` begins the chain only at place 0, and ends it at the last.
    Bytes peak(int place, LayerRange range);
    Bytes least(int place, LayerRange range);
    double step(LayerRange range); // where the stack tells time

private:
    std::size_t index(int row, LayerRange range) const;

    const StackStages& m_stack;
    int m_layers;
    int m_places;
    // By place and number of blocks; steps by what ends the stage has. -1: not computed yet.
    std::vector<Bytes> m_peaks;
    std::vector<Bytes> m_least;
    std::vector<double> m_steps;
};

}
