// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/devicemodel.h"

#include "ui/support/memoryparts.h"
#include "ui/support/numbers.h"
#include "ui/support/words.h"

namespace stagecraft {

namespace {

Bytes bytesIn(int column, const DeviceEstimate& device)
{
    if (column == DeviceModel::Peak) {
        return device.peak;
    }
    if (column == DeviceModel::Capacity) {
        return device.capacity;
    }
    return partBytes(device.breakdown, memoryParts[static_cast<std::size_t>(column - DeviceModel::FirstPart)]);
}

}

QString momentText(const PeakMoment& moment, const QStringList& layerNames)
{
    const QString layer = layerNames.value(moment.layer, QString::number(moment.layer));
    return DeviceModel::tr("%1 of %2, micro-batch %3")
        .arg(phaseName(moment.phase), layer, countText(moment.micro_batch));
}

DeviceModel::DeviceModel(QObject* parent) : QAbstractTableModel(parent) {}

void DeviceModel::setDevices(std::vector<DeviceEstimate> devices, QStringList layerNames)
{
    beginResetModel();
    m_devices = std::move(devices);
    m_layerNames = std::move(layerNames);
    endResetModel();
}

int DeviceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_devices.size());
}

int DeviceModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant DeviceModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    return cell(index.column(), role, index.row());
}

QVariant DeviceModel::cell(int column, int role, int row) const
{
    const DeviceEstimate& device = m_devices[static_cast<std::size_t>(row)];
    const bool bytes = column >= FirstPart && column <= Capacity;
    if (role == Qt::TextAlignmentRole) {
        return bytes ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && bytes) {
        return exactBytesText(bytesIn(column, device));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (column) {
    case Device:
        return tr("%1 (%2)").arg(row).arg(QString::fromStdString(device.device_type));
    case Stage:
        return countText(device.stage);
    case Moment:
        return momentText(device.moment, m_layerNames);
    default:
        return bytesText(bytesIn(column, device));
    }
}

QVariant DeviceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    const bool bytes = section >= FirstPart && section <= Capacity;
    if (role == Qt::TextAlignmentRole) {
        return bytes ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Device:
        return tr("Device");
    case Stage:
        return tr("Stage");
    case Peak:
        return tr("Peak");
    case Capacity:
        return tr("Capacity");
    case Moment:
        return tr("Peak is reached");
    default:
        return partName(memoryParts[static_cast<std::size_t>(section - FirstPart)]);
    }
}

}
