// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/snapshot/categories.h"

#include <algorithm>

namespace stagecraft {

namespace {

std::optional<std::int64_t> firstAfter(const std::vector<std::int64_t>& begins, std::int64_t event)
{
    const auto found = std::ranges::upper_bound(begins, event);
    return found == begins.end() ? std::nullopt : std::optional(*found);
}

bool livesUntil(const LiveBlock& block, const std::optional<std::int64_t>& event)
{
    return !block.freed_at || (event && *block.freed_at >= *event);
}

TraceCategory ofEarlierBlock(const LiveBlock& block, const StepParts& parts)
{
    const StackKind freed = block.freed_at ? parts.at(*block.freed_at) : StackKind::Other;
    if (freed == StackKind::ZeroGrad) {
        return TraceCategory::Gradients;
    }
    return freed == StackKind::Backward ? TraceCategory::Activations : TraceCategory::Unknown;
}

}

void StepParts::add(StackKind kind, bool isFree, std::optional<StackKind> freed)
{
    const auto event = static_cast<std::int64_t>(m_parts.size());
    StackKind part = kind;
    if (kind == StackKind::None) {
        part = isFree && !m_freesHaveFrames ? m_allocated : StackKind::Backward;
    }
    if (!isFree) {
        m_allocated = part;
    } else if (isOptimizer(part) && freed && (*freed == StackKind::Backward || *freed == StackKind::None)) {
        m_lastGradient = event;
    }
    const StackKind before = m_parts.empty() ? StackKind::Other : static_cast<StackKind>(m_parts.back());
    if (part == StackKind::Backward && before != StackKind::Backward) {
        m_backward.push_back(event);
    }
    if (isOptimizer(part)) {
        if (!isOptimizer(before)) {
            m_optimizer.push_back(event);
        }
        m_updated = true;
    } else if (part == StackKind::Forward && m_updated) {
        m_steps.push_back(event);
        m_updated = false;
    }
    m_parts.push_back(static_cast<std::uint8_t>(part));
}

void StepParts::addBetween()
{
    m_parts.push_back(m_parts.empty() ? static_cast<std::uint8_t>(StackKind::Other) : m_parts.back());
}

std::optional<std::int64_t> StepParts::backwardAfter(std::int64_t event) const
{
    return firstAfter(m_backward, event);
}

std::optional<std::int64_t> StepParts::optimizerAfter(std::int64_t event) const
{
    return firstAfter(m_optimizer, event);
}

std::vector<std::int64_t> StepParts::steps(std::size_t most) const
{
    std::vector<std::int64_t> steps(m_steps.begin(),
                                    m_steps.begin() + static_cast<std::ptrdiff_t>(std::min(most, m_steps.size())));
    if (m_updated && !steps.empty() && steps.size() < most) {
        steps.push_back(static_cast<std::int64_t>(m_parts.size()));
    }
    return steps;
}

TraceCategory categoryOf(const LiveBlock& block, StackKind kind, const StepParts& parts)
{
    const auto updated = parts.optimizerAfter(block.allocated_at);
    switch (kind) {
    case StackKind::Communication:
        return TraceCategory::Communication;
    case StackKind::OptimizerState:
        return TraceCategory::Optimizer;
    case StackKind::Optimizer:
        return livesUntil(block, updated) ? TraceCategory::Optimizer : TraceCategory::Temporary;
    case StackKind::Placement:
        return livesUntil(block, updated) ? TraceCategory::Parameters : TraceCategory::Temporary;
    case StackKind::None:
        if (block.allocated_at < 0) {
            return ofEarlierBlock(block, parts);
        }
        [[fallthrough]];
    case StackKind::Backward: {
        const bool kept = updated && !block.freed_at && parts.freesGradientsAfter(*updated);
        return livesUntil(block, updated) && !kept ? TraceCategory::Gradients : TraceCategory::Temporary;
    }
    case StackKind::Forward: {
        const bool kept = updated && !block.freed_at;
        const bool used = livesUntil(block, parts.backwardAfter(block.allocated_at));
        return used && !kept ? TraceCategory::Activations : TraceCategory::Temporary;
    }
    default:
        return TraceCategory::Unknown;
    }
}

}
