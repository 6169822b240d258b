// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/allocator/tracescript.h"

#include <algorithm>

namespace stagecraft {

namespace {

using Role = AllocationRole;

constexpr std::int64_t scalar = 8; // maximum bytes of a single number

std::int64_t inBlocks(std::int64_t bytes)
{
    constexpr std::int64_t block = 512;
    return (bytes + block - 1) / block * block;
}

class ScriptWriter {
public:
    ScriptWriter(const LayerCost& cost, const AllocationTrace& trace)
        : m_memory(cost.memory), m_shared(cost.shared_gradients)
    {
        const std::span<const std::int64_t> events(trace.events);
        const auto forward = static_cast<std::size_t>(trace.forward_events);
        m_script.forward = events.first(forward);
        m_script.backward = events.subspan(forward);
        std::vector<bool> freed;
        for (const std::int64_t event : events) {
            if (event > 0) {
                m_script.sizes.push_back(event);
                freed.push_back(false);
            } else {
                freed[static_cast<std::size_t>(-event - 1)] = true;
            }
        }
        m_script.roles.assign(m_script.sizes.size(), Role::Own);
        for (std::size_t i = 0; i < freed.size(); ++i) {
            if (!freed[i]) {
                m_script.left.push_back(static_cast<int>(i));
            }
        }
    }

    TraceScript write()
    {
        findOutputs();
        findCached();
        const std::vector<int> made = allocationsOf(m_script.backward, firstBackward());
        findIncoming(made);
        findInputGradient();
        findShared(made);
        return std::move(m_script);
    }

private:
    Role& role(int allocation) { return m_script.roles[static_cast<std::size_t>(allocation)]; }
    std::int64_t size(int allocation) const { return m_script.sizes[static_cast<std::size_t>(allocation)]; }

    int firstBackward() const
    {
        return static_cast<int>(std::count_if(m_script.forward.begin(), m_script.forward.end(),
                                              [](std::int64_t event) { return event > 0; }));
    }

    // Returns the allocations freed at the end of a pass, in order.
    static std::vector<int> lastFreed(std::span<const std::int64_t> events)
    {
        std::vector<int> freed;
        for (std::size_t e = events.size(); e-- > 0 && events[e] < 0;) {
            freed.push_back(static_cast<int>(-events[e] - 1));
        }
        std::reverse(freed.begin(), freed.end());
        return freed;
    }

    static std::vector<int> allocationsOf(std::span<const std::int64_t> events, int first)
    {
        std::vector<int> made;
        for (const std::int64_t event : events) {
            if (event > 0) {
                made.push_back(first++);
            }
        }
        return made;
    }

    // Returns the first allocation among them of this size without a role; measured boundaries may be in whole blocks.
    // -1: none.
    int findSize(const std::vector<int>& among, Bytes bytes)
    {
        const auto find = [&](auto matches) {
            const auto at = std::find_if(among.begin(), among.end(),
                                         [&](int a) { return role(a) == Role::Own && matches(size(a)); });
            return at == among.end() ? -1 : *at;
        };
        const int exact = find([&](std::int64_t own) { return own == bytes.value; });
        return exact >= 0 ? exact : find([&](std::int64_t own) { return inBlocks(own) == bytes.value; });
    }

    void findOutputs()
    {
        m_ends = lastFreed(m_script.forward);
        for (const BoundaryTensor& output : outputTensors(m_memory)) {
            const bool gone = !output.kept && output.passes < 0 && output.bytes > Bytes(0);
            const int found = gone ? findSize(m_ends, output.bytes) : -1;
            if (found >= 0) {
                role(found) = Role::Output;
            }
            m_script.outputs.push_back(found);
        }
    }

    // Finds the last consecutively freed allocations whose sum is the known cached size.
    void findCached()
    {
        std::vector<int> others = m_ends;
        std::erase_if(others, [&](int allocation) { return role(allocation) != Role::Own; });
        const std::int64_t wanted = m_memory.cached.value;
        for (std::size_t last = wanted > 0 ? others.size() : 0; last > 0; --last) {
            std::int64_t bytes = 0;
            std::int64_t blocks = 0;
            for (std::size_t first = last; first-- > 0 && bytes < wanted;) {
                bytes += size(others[first]);
                blocks += inBlocks(size(others[first]));
                if (bytes == wanted || blocks == wanted) {
                    for (std::size_t i = first; i < last; ++i) {
                        role(others[i]) = Role::Cached;
                    }
                    return;
                }
            }
        }
    }

    // A measured backward pass begins at a separate scalar that represents all later layers.
    void findIncoming(const std::vector<int>& made)
    {
        std::vector<int> scalars;
        for (const int allocation : made) {
            if (size(allocation) > scalar) {
                break;
            }
            scalars.push_back(allocation);
        }
        const auto outputs = outputTensors(m_memory);
        if (!scalars.empty() && outputs.size() == 1 && outputs.front().bytes.value <= inBlocks(scalar)) {
            scalars.pop_back(); // gradient of the loss
        }
        for (const int allocation : scalars) {
            role(allocation) = Role::StandIn;
        }
        for (const BoundaryTensor& output : outputs) {
            const int found = output.bytes > Bytes(0) ? findSize(made, output.bytes) : -1;
            if (found < 0) {
                return;
            }
            role(found) = Role::OutputGradient;
            m_script.incoming = outputs.size() == 1 ? size(found) : -1;
        }
    }

    void findInputGradient()
    {
        if (!m_memory.inputs.empty() || m_memory.input_gradient == Bytes(0)) {
            return;
        }
        std::vector<int> freed = lastFreed(m_script.backward);
        std::reverse(freed.begin(), freed.end());
        std::erase_if(freed, [&](int allocation) { return allocation < firstBackward(); });
        if (const int found = findSize(freed, m_memory.input_gradient); found >= 0) {
            role(found) = Role::InputGradient;
        }
    }

    void findShared(const std::vector<int>& made)
    {
        if (m_shared == Bytes(0)) {
            return;
        }
        int found = findSize(m_script.left, m_shared);
        found = found >= 0 ? found : findSize(made, m_shared);
        if (found >= 0) {
            role(found) = Role::SharedGradient;
        }
    }

    const LayerMemory& m_memory;
    Bytes m_shared;
    TraceScript m_script;
    std::vector<int> m_ends; // allocations freed at the end of the forward pass
};

}

TraceScript scriptOf(const LayerCost& cost, const AllocationTrace& trace)
{
    return ScriptWriter(cost, trace).write();
}

std::vector<BoundaryTensor> outputTensors(const LayerMemory& memory)
{
    return memory.outputs.empty() ? std::vector {BoundaryTensor {memory.output, {}, memory.keeps_output}}
                                  : memory.outputs;
}

}
