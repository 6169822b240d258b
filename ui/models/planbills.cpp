// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/planbills.h"

#include <utility>

namespace stagecraft {

PlanTrainingCosts::PlanTrainingCosts(std::shared_ptr<const SearchResult> result,
                                     std::shared_ptr<const PlanningSession> session)
    : m_result(std::move(result)), m_session(std::move(session)), m_trainingCosts(m_result->candidates.size())
{
}

const TrainingCost& PlanTrainingCosts::of(int candidate) const
{
    const auto at = static_cast<std::size_t>(candidate);
    std::optional<TrainingCost>& training_cost = m_trainingCosts.at(at);
    if (!training_cost) {
        const Candidate& billed = m_result->candidates[at];
        training_cost = trainingCostOf(billed.estimate, billed.plan, problem(), problem().billing);
    }
    return *training_cost;
}

}
