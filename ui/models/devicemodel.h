// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/devicegroups.h"
#include "core/estimate/estimate.h"

#include <QAbstractTableModel>

#include <vector>

namespace stagecraft {

// Peak memory by category for each group of equal devices of one plan. Table of the memory bars.
class DeviceModel : public QAbstractTableModel {
    Q_OBJECT
public:
    // Memory categories follow the order of memoryParts and sum to the allocated peak.
    enum Column {
        Device,
        Stage,
        FirstPart,
        LastPart = FirstPart + 7,
        Allocated,
        Reserved,
        OnDevice,
        AtMost,
        Capacity,
        Moment,
        ColumnCount
    };
    Q_ENUM(Column)

    explicit DeviceModel(QObject* parent = nullptr);

    void setDevices(const DeviceEstimates& devices, QStringList layerNames);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant cell(int column, int role, int row) const;

    static Bytes bytesIn(int column, const DeviceEstimate& device);

    const DeviceEstimate& deviceIn(int row) const;
    QString nameIn(int row) const; // "0–7 (8 × H100-80GB)"

    DeviceEstimates m_devices;
    std::vector<DeviceGroup> m_groups; // one per row
    QStringList m_layerNames;
};

// "in the backward pass of block 11 (micro-batch 3)".
QString momentText(const PeakMoment& moment, const QStringList& layerNames);

}
