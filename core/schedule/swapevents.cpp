// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/swapevents.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace stagecraft {

namespace {

// Swap event with the key that orders it.
struct CountedEvent {
    std::size_t operation = 0;
    std::int64_t needed = 0; // pass that needs the saved activations: earliest first
    SwapEvent event;

    auto order() const { return std::tuple(operation, event.pass, event.step, needed); }
};

class SwapEventFinder {
public:
    SwapEventFinder(std::span<const Operation> operations, const std::map<int, StageSwaps>& stages)
        : m_operations(operations), m_stages(stages)
    {
        m_passes.reserve(operations.size() + 1);
        m_passes.push_back(0);
        for (const Operation& operation : operations) {
            const bool passes = operation.kind != OperationKind::Update;
            m_passes.push_back(m_passes.back() + (passes ? stages.at(operation.stage).layers : 0));
        }
    }

    std::vector<CountedEvent> events()
    {
        std::map<std::pair<int, std::int64_t>, std::size_t> forward; // keys: stage and micro-batch
        for (std::size_t i = 0; i < m_operations.size(); ++i) {
            const Operation& operation = m_operations[i];
            if (operation.kind == OperationKind::Forward) {
                forward[{operation.stage, operation.micro_batch}] = i;
            } else if (isBackward(operation.kind)) {
                const auto before = forward.find({operation.stage, operation.micro_batch});
                if (before != forward.end()) {
                    addEvents(before->second, i);
                    forward.erase(before);
                }
            }
        }
        std::sort(m_events.begin(), m_events.end(),
                  [](const CountedEvent& a, const CountedEvent& b) { return a.order() < b.order(); });
        return std::move(m_events);
    }

private:
    void addEvents(std::size_t forward, std::size_t backward)
    {
        const Operation& operation = m_operations[forward];
        const StageSwaps& stage = m_stages.at(operation.stage);
        for (std::size_t s = 0; s < stage.swapped.size(); ++s) {
            const SwappedLayer& swapped = stage.swapped[s];
            const std::int64_t leaves = m_passes[forward] + swapped.layer + 1;
            const std::int64_t needed = m_passes[backward] + stage.layers - 1 - firstUser(swapped);
            const std::int64_t gone = leaves + std::max(swapped.window.out, swapped.shared);
            const std::int64_t returns = needed - swapped.window.back;
            if (gone >= returns) {
                continue;
            }
            const auto add = [&](SwapStep step, std::size_t at, std::int64_t pass) {
                m_events.push_back({at,
                                    needed,
                                    {static_cast<int>(pass - m_passes[at]), step, operation.stage, static_cast<int>(s),
                                     operation.micro_batch}});
            };
            add(SwapStep::CopyOutMayBegin, forward, leaves);
            add(SwapStep::CopyOutEnds, operationOf(gone), gone);
            add(SwapStep::CopyInMayBegin, operationOf(returns), returns);
        }
    }

    std::size_t operationOf(std::int64_t pass) const
    {
        const auto behind = std::upper_bound(m_passes.begin(), m_passes.end(), pass);
        return static_cast<std::size_t>(behind - m_passes.begin()) - 1;
    }

    std::span<const Operation> m_operations;
    const std::map<int, StageSwaps>& m_stages;
    std::vector<std::int64_t> m_passes; // number of passes before each operation; one more entry at the end
    std::vector<CountedEvent> m_events;
};

}

SwapEvents::SwapEvents(std::span<const Operation> operations, const std::map<int, StageSwaps>& stages)
    : m_first(operations.size() + 1, 0)
{
    for (const CountedEvent& counted : SwapEventFinder(operations, stages).events()) {
        m_events.push_back(counted.event);
        ++m_first[counted.operation + 1];
    }
    for (std::size_t i = 1; i < m_first.size(); ++i) {
        m_first[i] += m_first[i - 1];
    }
}

std::span<const SwapEvent> SwapEvents::of(std::size_t operation) const
{
    return std::span(m_events).subspan(m_first[operation], m_first[operation + 1] - m_first[operation]);
}

int layerOfPass(OperationKind kind, int pass, int layers)
{
    return kind == OperationKind::Forward ? pass : layers - 1 - pass;
}

}
