// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/pointmodel.h"

#include "ui/support/numbers.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace stagecraft {

namespace {

QVariant alignmentOf(int column)
{
    const bool words = column == PointModel::Status || column == PointModel::MeasuredAt;
    return QVariant((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

QString statusText(const Measurement* measurement)
{
    if (!measurement) {
        return PointModel::tr("Missing");
    }
    switch (measurement->status) {
    case MeasurementStatus::Done:
        return PointModel::tr("Measured");
    case MeasurementStatus::OutOfMemory:
        return measurement->device.memory.value > 0
            ? PointModel::tr("More than %1").arg(bytesText(measurement->device.memory))
            : PointModel::tr("Out of memory");
    case MeasurementStatus::Failed:
        return PointModel::tr("Failed");
    }
    return {};
}

QString statusMeaning(const Measurement* measurement)
{
    if (!measurement) {
        return PointModel::tr("Another layer was measured here, this one was not.");
    }
    switch (measurement->status) {
    case MeasurementStatus::Done:
        return PointModel::tr("Median of %1 runs").arg(measurement->repeats);
    case MeasurementStatus::OutOfMemory:
        return PointModel::tr(
            "The device ran out of memory: the layer needs more than it has. Larger micro-batches need not be tried.");
    case MeasurementStatus::Failed:
        return QString::fromStdString(measurement->message);
    }
    return {};
}

QString exactTiming(const Timing& timing)
{
    return PointModel::tr("%1, half the distance of the quartiles is %2")
        .arg(exactSecondsText(timing.median), exactSecondsText(timing.spread));
}

QString ratioText(double ratio)
{
    return ratio > 0 ? QStringLiteral("× %1").arg(numberText(ratio)) : QString();
}

QString differenceText(const ComparedPoint& point)
{
    if (point.saved_difference == Bytes(0)) {
        return point.equal_bytes ? PointModel::tr("equal") : PointModel::tr("saved equal");
    }
    const QString sign = point.saved_difference > Bytes(0) ? QStringLiteral("+") : QStringLiteral("−");
    return sign + bytesText(point.saved_difference > Bytes(0) ? point.saved_difference : -point.saved_difference);
}

// Of the headers that say little.
QVariant headerMeaning(int column)
{
    switch (column) {
    case PointModel::ForwardRatio:
        return PointModel::tr("Forward time of the compared device over the one here");
    case PointModel::BackwardRatio:
        return PointModel::tr("Backward time of the compared device over the one here");
    case PointModel::OtherBytes:
        return PointModel::tr("Saved bytes of the compared device less those here");
    case PointModel::Spread:
        return PointModel::tr(
            "Half the distance of the quartiles over the median, of the less steady of the two times");
    default:
        return {};
    }
}

QString dateText(const std::string& utc)
{
    const QDateTime at = QDateTime::fromString(QString::fromStdString(utc), Qt::ISODate);
    return at.isValid() ? QLocale().toString(at.toLocalTime(), QLocale::ShortFormat) : QString::fromStdString(utc);
}

}

QString deviceText(const MeasuredDevice& device)
{
    QStringList parts {QString::fromStdString(device.name), QString::fromStdString(device.software)};
    if (device.threads > 0) {
        parts << (device.threads == 1 ? PointModel::tr("1 thread") : PointModel::tr("%1 threads").arg(device.threads));
    }
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

PointModel::PointModel(QObject* parent) : QAbstractTableModel(parent) {}

void PointModel::setRow(std::shared_ptr<const ProfileData> data, int row)
{
    beginResetModel();
    m_data = std::move(data);
    m_rows.clear();
    if (m_data && m_data->coverage && row >= 0 && row < static_cast<int>(m_data->coverage->rows.size())) {
        const SignatureCoverage& layer = m_data->coverage->rows[static_cast<std::size_t>(row)];
        for (const Measurement& measurement : layer.points) {
            m_rows.push_back({placeOf(measurement), &measurement});
        }
        for (const PointPlace& place : layer.missing) {
            if (rowOf(place) < 0) { // a failure is there and missing
                m_rows.push_back({place});
            }
        }
        for (const ComparedPoint& point : m_data->comparison.points) {
            for (Row& own : m_rows) {
                if (point.row == row && own.place == point.place && own.measurement) {
                    own.compared = &point;
                }
            }
        }
        std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) { return a.place < b.place; });
    }
    endResetModel();
}

bool PointModel::isComparing() const
{
    return m_data && m_data->other >= 0;
}

bool PointModel::hasSeveralSequences() const
{
    return std::any_of(m_rows.begin(), m_rows.end(),
                       [this](const Row& row) { return row.place.sequence != m_rows.front().place.sequence; });
}

const Measurement* PointModel::measurement(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].measurement : nullptr;
}

PointPlace PointModel::place(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].place : PointPlace();
}

int PointModel::rowOf(const PointPlace& place) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.place == place; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int PointModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PointModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PointModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    return cell(index.column(), role, m_rows[static_cast<std::size_t>(index.row())]);
}

QVariant PointModel::cell(int column, int role, const Row& row) const
{
    if (role == Qt::TextAlignmentRole) {
        return alignmentOf(column);
    }
    const bool exact = role == Qt::ToolTipRole;
    if (!exact && role != Qt::DisplayRole) {
        return {};
    }
    const Measurement* done =
        row.measurement && row.measurement->status == MeasurementStatus::Done ? row.measurement : nullptr;
    switch (column) {
    case MicroBatch:
        return countText(row.place.micro_batch);
    case Sequence:
        return countText(row.place.sequence);
    case Status:
        return exact ? statusMeaning(row.measurement) : statusText(row.measurement);
    case Forward:
    case Backward: {
        if (!done) {
            return {};
        }
        const Timing& timing = column == Forward ? done->forward : done->backward;
        return exact ? exactTiming(timing) : secondsText(timing.median);
    }
    case Spread:
        return !done ? QString()
            : exact  ? tr("Forward %1, backward %2")
                          .arg(percentText(relativeSpread(done->forward)), percentText(relativeSpread(done->backward)))
                    : percentText(std::max(relativeSpread(done->forward), relativeSpread(done->backward)));
    case Saved:
        return !done ? QString() : exact ? exactBytesText(done->memory.saved) : bytesText(done->memory.saved);
    case ForwardRatio:
    case BackwardRatio:
        return !row.compared         ? QString()
            : column == ForwardRatio ? ratioText(row.compared->forward_ratio)
                                     : ratioText(row.compared->backward_ratio);
    case OtherBytes:
        return !row.compared ? QString()
            : exact
            ? tr("Saved bytes on the other device less those here; \"equal\" if all figures of the memory agree")
            : differenceText(*row.compared);
    default:
        return !row.measurement ? QString()
            : exact
            ? tr("%1 (UTC), on %2")
                  .arg(QString::fromStdString(row.measurement->measured_at), deviceText(row.measurement->device))
            : dateText(row.measurement->measured_at);
    }
}

QVariant PointModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return alignmentOf(section);
    }
    if (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole) {
        return headerMeaning(section);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case MicroBatch:
        return tr("Micro-batch");
    case Sequence:
        return m_data && m_data->model().sample == SampleKind::Image ? tr("Side") : tr("Sequence");
    case Status:
        return tr("Status");
    case Forward:
        return tr("Forward");
    case Backward:
        return tr("Backward");
    case Spread:
        return tr("Spread");
    case Saved:
        return tr("Saved");
    case ForwardRatio:
    case BackwardRatio:
    case OtherBytes:
        return tr("There");
    default:
        return tr("Measured at");
    }
}

}
