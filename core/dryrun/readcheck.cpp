// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/dryrun/readcheck.h"

#include <functional>
#include <set>
#include <string>
#include <utility>

namespace stagecraft {

namespace {

bool isIdentical(const RankReport& a, const RankReport& b)
{
    return a.requested == b.requested && a.peak_allocated == b.peak_allocated && a.peak_reserved == b.peak_reserved
        && a.steps == b.steps && a.ended.how == b.ended.how;
}

}

bool mayBeCausedByAValue(const RankReport& report)
{
    static const std::set<std::string, std::less<>> others {
        "AttributeError",   "FileExistsError",   "FileNotFoundError",   "ImportError",
        "IndentationError", "IsADirectoryError", "ModuleNotFoundError", "NameError",
        "PermissionError",  "SyntaxError",       "TypeError",           "UnboundLocalError"};
    const bool reads = report.reads_numbers || report.reads_truths || !report.read.empty();
    return report.ended.how == ScriptEnd::Error && reads && !report.needs && !others.contains(report.ended.type);
}

ScriptVariation endOf(const RankReport& report)
{
    return {report.ended.how, report.steps, report.peak_allocated, report.peak_reserved};
}

ReadGuess ReadCheck::guess() const
{
    const bool large = m_next == Run::LargeNumber || m_next == Run::Instead;
    const int number = large ? largeInteger : m_next == Run::SmallNumber ? smallInteger : 0;
    return {m_given.value_or(number), m_next == Run::OtherAnswer || m_next == Run::Instead};
}

std::optional<RankReport> ReadCheck::take(RankReport report)
{
    m_runs.insert_or_assign(m_next, std::move(report));
    if (const auto next = following()) {
        m_next = *next;
        return std::nullopt;
    }
    return settle();
}

const RankReport* ReadCheck::run(Run run) const
{
    const auto known = m_runs.find(run);
    return known == m_runs.end() ? nullptr : &known->second;
}

// True if the run is no evidence: a run that fails or skips optimizer steps follows another path, whose bytes are not
// those of training. Running out of memory is evidence that the bytes depend on the values read.
bool ReadCheck::saysNothing(Run other) const
{
    const RankReport* report = run(other);
    if (report == nullptr || report->ended.how == ScriptEnd::Error) {
        return true;
    }
    return report->ended.how != ScriptEnd::OutOfMemory && report->steps < m_runs.at(Run::First).steps;
}

bool ReadCheck::differs(Run other) const
{
    return !saysNothing(other) && !isIdentical(m_runs.at(Run::First), *run(other));
}

// Returns the run with other integers that differs, else one that is evidence.
std::optional<ReadCheck::Run> ReadCheck::otherNumber() const
{
    std::optional<Run> other;
    for (const Run number : {Run::SmallNumber, Run::LargeNumber}) {
        if (differs(number)) {
            return number;
        }
        other = saysNothing(number) ? other : number;
    }
    return other;
}

std::optional<ReadCheck::Run> ReadCheck::following() const
{
    const RankReport& first = m_runs.at(Run::First);
    if (first.ended.how == ScriptEnd::Error) {
        return mayBeCausedByAValue(first) && run(Run::Instead) == nullptr ? std::optional(Run::Instead) : std::nullopt;
    }
    if (m_given) {
        return std::nullopt;
    }
    if (first.reads_numbers && run(Run::LargeNumber) == nullptr) {
        return Run::LargeNumber;
    }
    if (first.reads_numbers && !differs(Run::LargeNumber) && run(Run::SmallNumber) == nullptr) {
        return Run::SmallNumber;
    }
    if (first.reads_truths && run(Run::OtherAnswer) == nullptr) {
        return Run::OtherAnswer;
    }
    const bool any = differs(Run::LargeNumber) || differs(Run::SmallNumber) || differs(Run::OtherAnswer);
    return any && run(Run::Again) == nullptr ? std::optional(Run::Again) : std::nullopt;
}

// The first run may differ for other reasons, for example because it fills a compiler's caches.
std::optional<bool> ReadCheck::matters(std::optional<Run> other) const
{
    if (!other || saysNothing(*other)) {
        return std::nullopt;
    }
    const RankReport* again = run(Run::Again);
    if (!differs(*other) || (again != nullptr && isIdentical(*again, *run(*other)))) {
        return false;
    }
    return differs(Run::Again) ? std::nullopt : std::optional(true);
}

RankReport ReadCheck::settle()
{
    RankReport report = m_runs.at(Run::First);
    if (const RankReport* instead = run(Run::Instead); instead != nullptr && instead->ended.how != ScriptEnd::Error) {
        const ScriptVariation failed = endOf(report);
        report = *instead;
        report.variation = failed;
        m_runs.clear();
        m_next = Run::First;
        return report;
    }
    const auto number = otherNumber();
    report.read_matters = matters(number);
    if (number) {
        report.other_number = *number == Run::LargeNumber ? largeInteger : smallInteger;
    }
    if (const auto truths = matters(Run::OtherAnswer)) {
        report.variation = endOf(*truths ? *run(Run::OtherAnswer) : report);
    }
    m_runs.clear();
    m_next = Run::First;
    return report;
}

}
