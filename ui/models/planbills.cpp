// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/planbills.h"

#include <utility>

namespace stagecraft {

PlanBills::PlanBills(std::shared_ptr<const SearchResult> result, std::shared_ptr<const Question> question)
    : m_result(std::move(result)), m_question(std::move(question)), m_bills(m_result->candidates.size())
{
}

const Bill& PlanBills::of(int candidate) const
{
    const auto at = static_cast<std::size_t>(candidate);
    std::optional<Bill>& bill = m_bills.at(at);
    if (!bill) {
        const Candidate& billed = m_result->candidates[at];
        bill = billOf(billed.estimate, billed.plan, problem(), problem().billing);
    }
    return *bill;
}

}
