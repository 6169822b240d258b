// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/timelinedata.h"

#include <QAbstractTableModel>

namespace stagecraft {

// The timeline as a table: one row per span, by start time. Texts are created on demand, so any number of rows is
// cheap.
class TimelineModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Operation, MicroBatch, Place, Stage, WhichLane, Start, Duration, End, WaitedFor, ColumnCount };
    Q_ENUM(Column)

    explicit TimelineModel(QObject* parent = nullptr);

    void setData(std::shared_ptr<const TimelineData> data); // null clears the table
    std::int32_t spanOf(int row) const; // -1 out of range
    int rowOf(std::int32_t span) const; // -1 out of range

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant cell(int column, int role, int row) const;

    std::shared_ptr<const TimelineData> m_data;
};

}
