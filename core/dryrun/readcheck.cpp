// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/dryrun/readcheck.h"

#include <utility>

namespace stagecraft {

namespace {

constexpr int otherNumber = 3; // not 1, which many scripts take for the least

bool isAlike(const RankReport& a, const RankReport& b)
{
    return a.requested == b.requested && a.peak_allocated == b.peak_allocated && a.peak_reserved == b.peak_reserved
        && a.steps == b.steps && a.ended.how == b.ended.how;
}

}

int ReadCheck::told() const
{
    return m_told.value_or(m_runs.size() == 1 ? otherNumber : 0);
}

std::optional<RankReport> ReadCheck::take(RankReport report)
{
    m_runs.push_back(std::move(report));
    const RankReport& first = m_runs.front();
    const RankReport& latest = m_runs.back();
    if (m_runs.size() == 1) {
        if (m_told || !first.reads_numbers || first.ended.how == ScriptEnd::Error) {
            return settle({});
        }
        const auto known = m_known.find(first.read);
        return known == m_known.end() ? std::nullopt : settle(known->second);
    }
    if (m_runs.size() == 2) {
        if (latest.ended.how == ScriptEnd::Error) { // it takes another way, which says nothing of sizes
            return settle({});
        }
        return isAlike(first, latest) ? settle(false) : std::nullopt;
    }
    return settle(isAlike(first, latest) ? std::optional(true) : std::nullopt);
}

std::optional<RankReport> ReadCheck::settle(std::optional<bool> matters)
{
    RankReport report = std::move(m_runs.front());
    m_runs.clear();
    if (report.reads_numbers) {
        m_known.emplace(report.read, matters);
    }
    report.read_matters = matters;
    return report;
}

}
