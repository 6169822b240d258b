// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/trainingcost.h"
#include "core/plan/planningsession.h"
#include "core/search/search.h"

#include <memory>
#include <optional>
#include <vector>

namespace stagecraft {

// Bills of the candidates of a search, computed on first use. GUI thread.
class PlanTrainingCosts {
public:
    PlanTrainingCosts(std::shared_ptr<const SearchResult> result, std::shared_ptr<const PlanningSession> session);

    const TrainingCost& of(int candidate) const; // `candidate`: index of the result's candidates
    const Problem& problem() const { return m_session->problem; }
    // True if the run length is set; otherwise costs are per step.
    bool isOfRun() const { return problem().billing.amount > 0; }

private:
    std::shared_ptr<const SearchResult> m_result;
    std::shared_ptr<const PlanningSession> m_session;
    mutable std::vector<std::optional<TrainingCost>> m_trainingCosts;
};

}
