// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/devicemodel.h"

#include "ui/models/tablecsv.h"
#include "ui/words/formulas.h"
#include "ui/words/memoryparts.h"
#include "ui/words/numbers.h"
#include "ui/words/plaintext.h"
#include "ui/words/words.h"

namespace stagecraft {

namespace {

QString peakFormula(int column)
{
    switch (column) {
    case DeviceModel::Allocated:
        return formulaOf(Figure::Peak);
    case DeviceModel::Reserved:
        return formulaOf(Figure::Reserved);
    case DeviceModel::OnDevice:
        return formulaOf(Figure::OnDevice);
    case DeviceModel::AtMost:
        return formulaOf(Figure::AtMost);
    default:
        return formulaOf(Figure::Capacity);
    }
}

}

QString momentText(const PeakMoment& moment, const QStringList& layerNames)
{
    const QString layer = layerNames.value(moment.layer, QString::number(moment.layer));
    return DeviceModel::tr("%1 of %2 (micro-batch %3)")
        .arg(phaseName(moment.phase), layer, countText(moment.micro_batch));
}

DeviceModel::DeviceModel(QObject* parent) : QAbstractTableModel(parent) {}

void DeviceModel::setDevices(const DeviceEstimates& devices, QStringList layerNames)
{
    beginResetModel();
    m_devices = devices;
    m_groups = equalDevices(devices);
    m_layerNames = std::move(layerNames);
    endResetModel();
}

int DeviceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_groups.size());
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

Bytes DeviceModel::bytesIn(int column, const DeviceEstimate& device)
{
    switch (column) {
    case Allocated:
        return device.peak;
    case Reserved:
        return device.reserved;
    case OnDevice:
        return device.device;
    case AtMost:
        return device.device_high;
    case Capacity:
        return device.capacity;
    default:
        return partBytes(device.breakdown, memoryParts[static_cast<std::size_t>(column - FirstPart)]);
    }
}

const DeviceEstimate& DeviceModel::deviceIn(int row) const
{
    return m_devices[static_cast<std::size_t>(m_groups[static_cast<std::size_t>(row)].first)];
}

QString DeviceModel::nameIn(int row) const
{
    const DeviceGroup& group = m_groups[static_cast<std::size_t>(row)];
    const QString type = QString::fromStdString(deviceIn(row).device_type);
    return group.count == 1 ? tr("%1 (%2)").arg(group.first).arg(type)
                            : tr("%1–%2 (%3 × %4)").arg(group.first).arg(group.last()).arg(group.count).arg(type);
}

QVariant DeviceModel::cell(int column, int role, int row) const
{
    const DeviceEstimate& device = deviceIn(row);
    const bool bytes = column >= FirstPart && column <= Capacity;
    if (role == Qt::TextAlignmentRole) {
        return bytes ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && bytes) {
        return plainToolTip(exactBytesText(bytesIn(column, device)));
    }
    if (role == copyRole && bytes) {
        return QString::number(bytesIn(column, device).value);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (column) {
    case Device:
        return nameIn(row);
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
    if (role == Qt::ToolTipRole && bytes) {
        return plainToolTip(section <= LastPart ? formulaOf(memoryParts[static_cast<std::size_t>(section - FirstPart)])
                                                : peakFormula(section));
    }
    if (role == copyRole && bytes) {
        return tr("%1 (bytes)").arg(headerData(section, orientation, Qt::DisplayRole).toString());
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Device:
        return tr("Device");
    case Stage:
        return tr("Stage");
    case Allocated:
        return tr("Allocated");
    case Reserved:
        return tr("Reserved");
    case OnDevice:
        return tr("Device memory");
    case AtMost:
        return tr("Upper bound");
    case Capacity:
        return tr("Capacity");
    case Moment:
        return tr("Time of peak");
    default:
        return partName(memoryParts[static_cast<std::size_t>(section - FirstPart)]);
    }
}

}
