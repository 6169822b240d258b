// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search.h"
#include "ui/models/planbills.h"
#include "ui/models/tablecsv.h"

#include <QAbstractTableModel>

#include <memory>

namespace stagecraft {

// One row per candidate, in the order of the search.
class CandidateModel : public QAbstractTableModel {
    Q_OBJECT
public:
    // "Basis" columns: basis of memory and of time; shown once if equal.
    enum Column {
        Plan,
        Degrees,
        Schedule,
        MicroBatch,
        Zero,
        Activations,
        OnHost,
        Peak,
        Throughput,
        Mfu,
        Step,
        Bubble,
        Cost,
        CostPerMillion,
        RunCost,
        TrainTime,
        PeakBounds,
        StepBounds,
        Basis,
        Devices,
        SplitPoints,
        ColumnCount
    };
    Q_ENUM(Column)
    enum Role {
        SortRole = Qt::UserRole, // number or text to sort by
        PlanRoleRole, // int of PlanRole
        ShareRole, // double: filledShare() of the fullest device
        FitsRole, // bool
        FrontRole, // bool
        BaselineRole, // bool
        CopyRole = copyRole,
    };

    explicit CandidateModel(QObject* parent = nullptr);

    // `training_costs`: training costs of the plans; without them the columns about the run are empty.
    void setResult(std::shared_ptr<const SearchResult> result,
                   std::shared_ptr<const PlanTrainingCosts> training_costs = nullptr);
    const Candidate* candidate(int row) const; // null out of range

    // True if any plan has a price.
    bool hasCosts() const;
    // True if any plan has an MFU.
    bool hasMfu() const;
    // True if the bounds in this column differ for any plan.
    bool hasBounds(int column) const;
    // True if the run length is set.
    bool hasRun() const;
    // True if plans differ in this column.
    bool isDistinguishable(int column) const;
    // True if plans of the search that have the same settings differ in their split points.
    bool hasEqualsButForSplitPoints() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant cell(int row, int column, int role) const;
    QVariant planCell(int column, int role, const Candidate& candidate) const;

    std::shared_ptr<const SearchResult> m_result;
    std::shared_ptr<const PlanTrainingCosts> m_trainingCosts; // null if unknown
    bool m_tokens = true; // throughput in tokens/s; otherwise samples/s
};

// Upper bound of device memory / capacity of the fullest device; 0 without devices.
double fullestShare(const Estimate& estimate);

// Capacity of the fullest device.
Bytes fullestCapacity(const Estimate& estimate);

}
