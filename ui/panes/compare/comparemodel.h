// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/compare/comparerows.h"

#include <QAbstractTableModel>

#include <functional>

namespace stagecraft {

// Compared plans as columns and their properties as rows, grouped under headings. Column 0 has the property names.
class CompareModel : public QAbstractTableModel {
    Q_OBJECT
public:
    // DifferenceRole: difference of a cell from the baseline. HeadingRole: true for group headings.
    static constexpr int DifferenceRole = Qt::UserRole + 1;
    static constexpr int HeadingRole = Qt::UserRole + 2;

    explicit CompareModel(QObject* parent = nullptr);

    void setPlans(std::vector<ComparedPlan> plans, int baseline);
    // Function that shortens titles in headers; the tooltip has the full title. Null: titles are not shortened.
    void setBrief(std::function<QString(const QString& title)> brief);
    void setOnlyDifferences(bool only); // hides rows with equal cells
    const std::vector<ComparedPlan>& plans() const { return m_plans; }
    int baseline() const { return m_baseline; }
    bool isHeading(int row) const { return !m_shown[static_cast<std::size_t>(row)].row; }
    // First row with this title; -1 if none.
    int rowOf(const QString& title) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Shown {
        CompareGroup group = CompareGroup::Plan;
        std::optional<std::size_t> row {}; // index in m_rows; nothing for a heading
    };

    void arrange();
    QVariant titleData(const CompareRow& row, int role) const;
    QVariant cellData(const CompareRow& row, std::size_t column, int role) const;

    std::vector<ComparedPlan> m_plans;
    std::vector<CompareRow> m_rows;
    std::vector<CompareRow> m_copied; // the same rows in English, for copyRole
    std::function<QString(const QString& title)> m_brief;
    std::vector<Shown> m_shown;
    int m_baseline = 0;
    bool m_onlyDifferences = false;
};

}
