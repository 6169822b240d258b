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

ScriptOtherwise endOf(const RankReport& report)
{
    return {report.ended.how, report.steps, report.peak_allocated, report.peak_reserved};
}

ReadGuess ReadCheck::guess() const
{
    return {m_told.value_or(m_next == Run::OtherNumber ? otherNumber : 0), m_next == Run::Otherwise};
}

std::optional<RankReport> ReadCheck::take(RankReport report)
{
    m_runs.insert_or_assign(m_next, std::move(report));
    const RankReport& first = m_runs.at(Run::First);
    const bool reads = first.reads_numbers || first.reads_truths;
    if (m_told || !reads || first.ended.how == ScriptEnd::Error) {
        return settle({});
    }
    if (const auto known = m_known.find(first.read); known != m_known.end()) {
        return settle(known->second);
    }
    if (const auto next = following()) {
        m_next = *next;
        return std::nullopt;
    }
    const Finding finding {matters(Run::OtherNumber), matters(Run::Otherwise)};
    m_known.emplace(first.read, finding);
    return settle(finding);
}

const RankReport* ReadCheck::run(Run run) const
{
    const auto known = m_runs.find(run);
    return known == m_runs.end() ? nullptr : &known->second;
}

// A run that fails or skips optimizer steps takes another way, which says nothing of the bytes of training.
bool ReadCheck::saysNothing(const RankReport& report) const
{
    return report.ended.how == ScriptEnd::Error || report.steps < m_runs.at(Run::First).steps;
}

bool ReadCheck::differs(Run other) const
{
    const RankReport* report = run(other);
    return report != nullptr && !saysNothing(*report) && !isAlike(m_runs.at(Run::First), *report);
}

std::optional<ReadCheck::Run> ReadCheck::following() const
{
    const RankReport& first = m_runs.at(Run::First);
    if (first.reads_numbers && run(Run::OtherNumber) == nullptr) {
        return Run::OtherNumber;
    }
    if (first.reads_truths && run(Run::Otherwise) == nullptr) {
        return Run::Otherwise;
    }
    const bool any = differs(Run::OtherNumber) || differs(Run::Otherwise);
    return any && run(Run::Again) == nullptr ? std::optional(Run::Again) : std::nullopt;
}

std::optional<bool> ReadCheck::matters(Run other) const
{
    const RankReport* report = run(other);
    if (report == nullptr || saysNothing(*report)) {
        return std::nullopt;
    }
    return differs(other) && differs(Run::Again) ? std::nullopt : std::optional(differs(other));
}

RankReport ReadCheck::settle(const Finding& finding)
{
    RankReport report = m_runs.at(Run::First);
    report.read_matters = finding.numbers;
    if (finding.truths == false) {
        report.otherwise = endOf(report);
    } else if (const RankReport* other = run(Run::Otherwise); finding.truths == true && other != nullptr) {
        report.otherwise = endOf(*other);
    }
    m_runs.clear();
    m_next = Run::First;
    return report;
}

}
