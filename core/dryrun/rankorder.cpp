// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/dryrun/rankorder.h"

#include <algorithm>
#include <utility>

namespace stagecraft {

RankOrder::RankOrder(std::vector<int> asked, std::function<bool(const std::string& file)> has_come)
    : m_asked(std::move(asked)), m_has_come(std::move(has_come))
{
}

std::optional<int> RankOrder::next() const
{
    if (ended() == static_cast<int>(m_asked.size())) {
        return std::nullopt;
    }
    for (const auto& [rank, need] : m_waiting) {
        if (m_has_come(need.file)) {
            return rank;
        }
    }
    const auto has_run = [&](int rank) { return m_ended.contains(rank) || m_waiting.contains(rank); };
    const auto fresh = std::find_if_not(m_asked.begin(), m_asked.end(), has_run);
    if (fresh != m_asked.end()) {
        return *fresh;
    }
    const auto for_other = std::find_if(m_waiting.begin(), m_waiting.end(),
                                        [&](const auto& entry) { return !has_run(entry.second.rank); });
    return for_other == m_waiting.end() ? std::nullopt : std::optional(for_other->second.rank);
}

bool RankOrder::isAsked(int rank) const
{
    return std::find(m_asked.begin(), m_asked.end(), rank) != m_asked.end();
}

int RankOrder::ended() const
{
    return static_cast<int>(
        std::count_if(m_asked.begin(), m_asked.end(), [&](int rank) { return m_ended.contains(rank); }));
}

void RankOrder::end(int rank)
{
    m_waiting.erase(rank);
    m_ended.insert(rank);
}

void RankOrder::wait(int rank, ScriptNeed need)
{
    m_waiting.insert_or_assign(rank, std::move(need));
}

}
