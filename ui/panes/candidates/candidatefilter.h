// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

#include <vector>

namespace stagecraft {

// Sorts candidates by their numbers and keeps those that match the chips and every word of the text.
class CandidateFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit CandidateFilter(QObject* parent = nullptr);

    void setText(const QString& text);
    void setOnlyFitting(bool only);
    void setOnlyFront(bool only);
    void setBaselinesShown(bool shown);
    void setListed(std::vector<bool> listed); // source rows that may be shown; empty: all

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
    bool m_onlyFitting = false;
    bool m_onlyFront = false;
    bool m_baselines = true;
    std::vector<bool> m_listed;
};

}
