// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/compare/comparing.h"

#include "ui/app/workbench.h"
#include "ui/words/messagetext.h"
#include "ui/words/planrole.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Labels such as "Fastest" can move to another plan with the next search; names and the parallelism do not change.
Compared columnOf(const Candidate& candidate)
{
    const bool named = isUserDefined(candidate) || isBaseline(candidate);
    return {(named ? planName(candidate) : degreesText(candidate.plan)).toStdString(), candidate.plan, {}};
}

int indexOf(const Comparison& comparison, const Plan& plan, const std::optional<Problem>& problem)
{
    const auto& columns = comparison.columns;
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const Compared& column) {
        return column.plan == plan && column.problem == problem;
    });
    return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

bool isNamed(const std::vector<Compared>& columns, const std::string& name)
{
    return std::any_of(columns.begin(), columns.end(), [&](const Compared& column) { return column.name == name; });
}

// A plain number after the parallelism would read as another parallel size.
std::string distinctName(const std::vector<Compared>& columns, const Compared& added)
{
    const auto same =
        std::find_if(columns.begin(), columns.end(), [&](const Compared& column) { return column.name == added.name; });
    if (same == columns.end()) {
        return added.name;
    }
    QString name = QString::fromStdString(added.name);
    if (same->plan.microBatch() != added.plan.microBatch()) {
        name = Comparing::tr("%1, micro-batch %2").arg(name).arg(added.plan.microBatch());
    }
    std::string distinct = name.toStdString();
    for (int number = 2; isNamed(columns, distinct); ++number) {
        distinct = QStringLiteral("%1 (%2)").arg(name).arg(number).toStdString();
    }
    return distinct;
}

// True for plans whose name is a role, such as the fastest plan or a baseline.
bool isMarked(const Candidate& candidate)
{
    const PlanRole role = roleOf(candidate);
    return role != PlanRole::Other && role != PlanRole::Front;
}

bool isColumn(const Comparison& comparison, int column)
{
    return column >= 0 && column < static_cast<int>(comparison.columns.size());
}

}

Comparing::Comparing(Workbench& workbench, QObject* parent) : QObject(parent), m_workbench(workbench) {}

Comparison Comparing::comparison() const
{
    const auto session = m_workbench.document().session();
    return session ? session->comparison : Comparison();
}

bool Comparing::has(const Candidate& candidate) const
{
    const auto session = m_workbench.document().session();
    return session && indexOf(session->comparison, candidate.plan, {}) >= 0;
}

bool Comparing::isReadOnly() const
{
    return m_workbench.document().isReadOnly();
}

QString Comparing::titleOf(const Compared& column) const
{
    const QString name = QString::fromStdString(column.name);
    if (column.problem) {
        return tr("Scenario %1").arg(name);
    }
    if (const auto result = m_workbench.plans().result()) {
        for (const Candidate& candidate : result->candidates) {
            if (isMarked(candidate) && candidate.plan == column.plan) { // names of other plans are not unique
                return planName(candidate);
            }
        }
    }
    return name;
}

void Comparing::add(const Candidate& candidate)
{
    add(columnOf(candidate));
}

// If not all plans can be added, plans with a role come first.
void Comparing::add(std::vector<Candidate> candidates)
{
    Comparison next = comparison();
    if (next.columns.size() + candidates.size() > mostCompared) {
        std::stable_partition(candidates.begin(), candidates.end(), isMarked);
    }
    int added = 0;
    QStringList left_out;
    for (const Candidate& candidate : candidates) {
        Compared column = columnOf(candidate);
        if (indexOf(next, column.plan, column.problem) >= 0) {
            continue;
        }
        if (next.columns.size() >= mostCompared) {
            left_out << titleOf(column);
            continue;
        }
        column.name = distinctName(next.columns, column);
        next.columns.push_back(std::move(column));
        ++added;
    }
    if (!left_out.isEmpty()) {
        Q_EMIT reported(tr("A comparison can have up to %1 plans. Not added: %2.")
                            .arg(mostCompared)
                            .arg(left_out.join(QStringLiteral("; "))));
    }
    if (added > 0) {
        edit(next, tr("Compare %n plans", nullptr, added));
    }
}

void Comparing::add(const Scenario& scenario)
{
    add(Compared {scenario.name, scenario.plan, scenario.problem});
}

void Comparing::toggle(const Candidate& candidate)
{
    const int column = indexOf(comparison(), candidate.plan, {});
    if (column >= 0) {
        remove(column);
    } else {
        add(candidate);
    }
}

void Comparing::add(const Compared& column)
{
    Comparison next = comparison();
    if (indexOf(next, column.plan, column.problem) >= 0) {
        Q_EMIT reported(tr("%1 is already in the comparison.").arg(titleOf(column)));
        return;
    }
    if (next.columns.size() >= mostCompared) {
        Q_EMIT reported(
            tr("The comparison already has %1 plans, the maximum. Remove one of them first.").arg(mostCompared));
        return;
    }
    next.columns.push_back(column);
    if (!column.problem) {
        next.columns.back().name = distinctName(comparison().columns, column);
    }
    edit(next, tr("Compare %1").arg(titleOf(column)));
}

void Comparing::remove(int column)
{
    Comparison next = comparison();
    if (!isColumn(next, column)) {
        return;
    }
    const QString title = titleOf(next.columns[static_cast<std::size_t>(column)]);
    next.columns.erase(next.columns.begin() + column);
    next.baseline = next.baseline == column ? 0 : next.baseline - (next.baseline > column ? 1 : 0);
    edit(next, tr("Remove %1 from comparison").arg(title));
}

void Comparing::move(int column, int to)
{
    Comparison next = comparison();
    if (!isColumn(next, column) || !isColumn(next, to) || column == to) {
        return;
    }
    const Compared baseline = next.columns[static_cast<std::size_t>(next.baseline)];
    const auto from = next.columns.begin() + column;
    const auto target = next.columns.begin() + to;
    if (column < to) {
        std::rotate(from, from + 1, target + 1);
    } else {
        std::rotate(target, from, from + 1);
    }
    next.baseline = indexOf(next, baseline.plan, baseline.problem);
    edit(next, tr("Reorder comparison"));
}

void Comparing::setBaseline(int column)
{
    Comparison next = comparison();
    if (isColumn(next, column)) {
        next.baseline = column;
        edit(next, tr("Set %1 as baseline").arg(titleOf(next.columns[static_cast<std::size_t>(column)])));
    }
}

void Comparing::edit(const Comparison& comparison, const QString& text)
{
    const auto before = m_workbench.document().session();
    if (!before) {
        return;
    }
    if (const auto why = m_workbench.document().whyReadOnly()) {
        Q_EMIT reported(errorText(*why));
        return;
    }
    PlanningSession session = *before;
    session.comparison = comparison;
    m_workbench.edit(session, m_workbench.newEditId(), text);
}

}
