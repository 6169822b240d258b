// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/sizingwork.h"

#include <QAbstractTableModel>

#include <vector>

namespace stagecraft {

// Pinned scenarios, one row each. Editing a name emits renamed().
class ScenarioModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Hardware, Verdict, Cost, RunBill, RunTime, Rate, Peak, Batch, Plan, ModelName, ColumnCount };
    Q_ENUM(Column)

    explicit ScenarioModel(QObject* parent = nullptr);

    void setScenarios(std::vector<Scenario> scenarios, bool editable);
    // Estimates in the order of the scenarios.
    void setEstimates(std::vector<Result<PlannedProblem>> estimates);
    const std::vector<Scenario>& scenarios() const { return m_scenarios; }
    bool isEditable() const { return m_editable; }
    bool isOfRun() const; // true if any scenario sets a run length

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

Q_SIGNALS:
    void renamed(int row, const QString& name);

private:
    const Result<PlannedProblem>* estimate(int row) const; // null until estimated
    QString text(int row, int column) const;
    QString estimateText(const PlannedProblem& planned, int column) const;
    QString toolTip(int row, int column) const;
    QString copiedText(int row, int column) const;

    std::vector<Scenario> m_scenarios;
    std::vector<Result<PlannedProblem>> m_estimates;
    bool m_editable = false;
};

}
