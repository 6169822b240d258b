// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/planselection.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Index of the first match; -1 if none.
template <typename Predicate>
int indexWhere(const std::vector<Candidate>& candidates, Predicate predicate)
{
    const auto found = std::find_if(candidates.begin(), candidates.end(), predicate);
    return found == candidates.end() ? -1 : static_cast<int>(found - candidates.begin());
}

}

PlanSelection::PlanSelection(QObject* parent) : QObject(parent) {}

void PlanSelection::setResult(std::shared_ptr<const SearchResult> result, std::vector<RefusedPlan> refused,
                              const std::shared_ptr<const PlanningSession>& session)
{
    std::optional<Candidate> picked;
    if (const Candidate* now = current(); now && m_picked) {
        picked = *now;
    }
    m_result = std::move(result);
    m_refused = std::move(refused);
    m_session = m_result ? session : nullptr;
    m_trainingCosts = m_result && session ? std::make_shared<const PlanTrainingCosts>(m_result, session) : nullptr;
    m_current = indexAfter(picked);
    if (const int next = indexOfNext(); next >= 0) {
        m_current = next;
        m_picked = true;
    }
    if (m_result) {
        m_next.reset();
    }
    m_stage = -1;
    Q_EMIT resultChanged();
    Q_EMIT currentChanged(m_current);
}

void PlanSelection::clear()
{
    m_picked = false;
    m_pickedUserPlan.clear();
    m_next.reset();
    setResult(nullptr);
}

const Error* PlanSelection::refusalOf(const std::string& user_plan) const
{
    const auto found = std::find_if(m_refused.begin(), m_refused.end(),
                                    [&](const RefusedPlan& plan) { return plan.name == user_plan; });
    return found == m_refused.end() ? nullptr : &found->error;
}

void PlanSelection::select(int index)
{
    if (!m_result || index < 0 || index >= static_cast<int>(m_result->candidates.size())) {
        return;
    }
    if (index != m_current) {
        m_picked = true;
        m_pickedUserPlan = m_result->candidates[static_cast<std::size_t>(index)].name;
        m_current = index;
        m_stage = -1;
        Q_EMIT currentChanged(index);
    }
}

void PlanSelection::pickNext(Plan plan)
{
    m_pickedUserPlan.clear();
    m_next = std::move(plan);
}

int PlanSelection::indexOfNext() const
{
    if (!m_next || !m_result) {
        return -1;
    }
    const auto& candidates = m_result->candidates;
    const int promised = indexWhere(candidates, [&](const Candidate& c) { return c.plan == *m_next; });
    return promised >= 0 ? promised : indexWhere(candidates, [](const Candidate& c) { return c.has(Label::Fastest); });
}

void PlanSelection::pickUserPlan(const std::string& name)
{
    m_picked = true;
    m_pickedUserPlan = name;
    for (int i = 0; m_result && i < static_cast<int>(m_result->candidates.size()); ++i) {
        if (m_result->candidates[static_cast<std::size_t>(i)].name == name && i != m_current) {
            m_current = i;
            m_stage = -1;
            Q_EMIT currentChanged(i);
        }
    }
}

void PlanSelection::selectStage(int stage)
{
    const Candidate* shown = current();
    if (shown && stage >= 0 && stage < static_cast<int>(shown->plan.stages.size()) && stage != m_stage) {
        m_stage = stage;
        Q_EMIT stageChanged(stage);
    }
}

const Candidate* PlanSelection::current() const
{
    return m_result && m_current >= 0 ? &m_result->candidates[static_cast<std::size_t>(m_current)] : nullptr;
}

int PlanSelection::indexAfter(const std::optional<Candidate>& picked) const
{
    if (!m_result || m_result->candidates.empty()) {
        return -1;
    }
    const auto& candidates = m_result->candidates;
    int index = -1;
    if (!m_pickedUserPlan.empty()) {
        index = indexWhere(candidates, [&](const Candidate& c) { return c.name == m_pickedUserPlan; });
        if (index < 0 && refusalOf(m_pickedUserPlan) != nullptr) {
            return -1;
        }
    } else if (picked) {
        index = indexWhere(candidates, [&](const Candidate& c) {
            return c.partitioner == picked->partitioner && c.plan == picked->plan;
        });
        if (index < 0) {
            index = indexWhere(candidates, [&](const Candidate& c) {
                return c.partitioner == picked->partitioner && c.labels == picked->labels
                    && c.plan.stages.size() == picked->plan.stages.size();
            });
        }
    }
    if (index < 0) {
        index = indexWhere(candidates, [](const Candidate& c) { return c.has(Label::Recommended); });
    }
    return std::max(index, 0);
}

}
