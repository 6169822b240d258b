// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/money.h"
#include "core/plan/question.h"
#include "core/search/search.h"

#include <memory>
#include <optional>
#include <vector>

namespace stagecraft {

// Bills of the candidates of a search, computed on first use. GUI thread.
class PlanBills {
public:
    PlanBills(std::shared_ptr<const SearchResult> result, std::shared_ptr<const Question> question);

    const Bill& of(int candidate) const; // an index of the result's candidates
    const Problem& problem() const { return m_question->problem; }
    // True if the run length is set; otherwise bills are for one step.
    bool isOfRun() const { return problem().billing.amount > 0; }

private:
    std::shared_ptr<const SearchResult> m_result;
    std::shared_ptr<const Question> m_question;
    mutable std::vector<std::optional<Bill>> m_bills;
};

}
