// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/stacks/calibration.h"
#include "core/cost/stacks/coefficient.h"
#include "core/cost/stacks/stack.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// What a stack's model says of plans stage by stage, for the search: the numbers of applyStack(). For plans of a
// problem with one data degree and number of micro-batches. A stage's bytes depend on its layers, its distance from the
// end of the pipeline and, where depthCounts(), how many stages that has. Immutable; safe from any thread.
class StackStages {
public:
    // Else why the stack cannot tell of such plans.
    static tl::expected<StackStages, std::string> make(const Problem& problem, const Stack& stack, int data,
                                                       std::int64_t micro_batches);

    // Why it cannot tell of pipelines with so many stages; empty if it can.
    std::string obstacle(int places) const;

    // Plans of so many stages as the stack sees them, wherever they are cut.
    ModelledRun modelled(int places) const;

    // Of a device of the stage that is the `from_end`-th from the end, which is 1, of `places` stages.
    Bytes peak(LayerRange range, int from_end, int places) const;
    // Whether a stage takes other bytes in a deeper pipeline, at the same distance from the end: nanotron's tensor
    // ranks exchange in another way with one stage than with several, and hold other shares of buffers in a deeper one.
    bool depthCounts() const { return m_modelled.form == StackForm::Nanotron && m_modelled.tensor > 1; }
    // No stage that is the `from_end`-th from the end and has so many blocks, or more, takes less, however deep the
    // pipeline is. Grows with `blocks`. 0 where no such bound is known: where a correction is below 0.
    Bytes leastPeak(int blocks, int from_end) const;
    // What every device takes more if the tensor ranks of so many stages exchange the other way; 0 where that is told.
    Bytes otherMode(int places) const;

    // False where the stack's times are not of the cluster's devices: the two below must not be asked then.
    bool tellsTime() const { return m_sheet.has_value(); }
    Seconds step(const std::vector<int>& cuts) const;
    // No plan of `places` stages takes a shorter step if one of them has these layers. Grows with `range.last`.
    Seconds leastStep(int places, LayerRange range) const;
    // No plan of `places` stages takes a shorter step: one of them has at least its share of the blocks.
    Seconds leastStep(int places) const;

    int blocks() const { return m_modelled.layers; }

private:
    StackStages() = default;

    ScheduleKind m_schedule = ScheduleKind::OneForwardOneBackward;
    int m_layers = 0; // of the chain
    ModelledRun m_modelled; // with one stage
    std::optional<TensorMode> m_told_mode; // how tensor ranks exchange
    MemoryValues m_memory {};
    std::optional<MemoryValues> m_least_memory; // of what does not depend on the depth; empty: bytes may not grow
    std::optional<DeviceSheet> m_sheet;
    TimeValues m_time {};
};

}
