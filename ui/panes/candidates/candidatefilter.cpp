// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/candidates/candidatefilter.h"

#include "ui/models/candidatemodel.h"

#include <algorithm>

namespace stagecraft {

CandidateFilter::CandidateFilter(QObject* parent) : QSortFilterProxyModel(parent)
{
    setSortRole(CandidateModel::SortRole);
}

void CandidateFilter::setText(const QString& text)
{
    m_words = text.split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

void CandidateFilter::setOnlyFitting(bool only)
{
    m_onlyFitting = only;
    invalidateFilter();
}

void CandidateFilter::setOnlyFront(bool only)
{
    m_onlyFront = only;
    invalidateFilter();
}

void CandidateFilter::setBaselinesShown(bool shown)
{
    m_baselines = shown;
    invalidateFilter();
}

void CandidateFilter::setListed(std::vector<bool> listed)
{
    if (listed != m_listed) {
        m_listed = std::move(listed);
        invalidateFilter();
    }
}

bool CandidateFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (row < static_cast<int>(m_listed.size()) && !m_listed[static_cast<std::size_t>(row)]) {
        return false;
    }
    const QModelIndex first = sourceModel()->index(row, 0, parent);
    if (m_onlyFitting && !first.data(CandidateModel::FitsRole).toBool()) {
        return false;
    }
    if (m_onlyFront && !first.data(CandidateModel::FrontRole).toBool()) {
        return false;
    }
    if (!m_baselines && first.data(CandidateModel::BaselineRole).toBool()
        && !first.data(CandidateModel::FrontRole).toBool()) {
        return false;
    }
    if (m_words.isEmpty()) {
        return true;
    }
    QString all = first.data(Qt::AccessibleTextRole).toString();
    for (int column = 0; column < sourceModel()->columnCount(parent); ++column) {
        all += u' ' + sourceModel()->index(row, column, parent).data().toString();
    }
    return std::all_of(m_words.begin(), m_words.end(),
                       [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

}
