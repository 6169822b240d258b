// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/profiles/pointmodel.h"

#include "ui/models/tablecsv.h"
#include "ui/words/formulas.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace stagecraft {

namespace {

std::optional<FitColumn> fitColumn(int column)
{
    switch (column) {
    case PointModel::ForwardPredicted:
        return FitColumn {PointFigure::Forward, false};
    case PointModel::ForwardResidual:
        return FitColumn {PointFigure::Forward, true};
    case PointModel::BackwardPredicted:
        return FitColumn {PointFigure::Backward, false};
    case PointModel::BackwardResidual:
        return FitColumn {PointFigure::Backward, true};
    case PointModel::SavedPredicted:
        return FitColumn {PointFigure::Saved, false};
    case PointModel::SavedResidual:
        return FitColumn {PointFigure::Saved, true};
    default:
        return std::nullopt;
    }
}

QString statusText(const Measurement* measurement)
{
    if (!measurement) {
        return PointModel::tr("Missing");
    }
    switch (measurement->status) {
    case MeasurementStatus::Done:
        return measurement->device.isDry() ? PointModel::tr("Dry run") : PointModel::tr("Measured");
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
        return PointModel::tr("Not measured for this layer. Other layers were measured at this point.");
    }
    switch (measurement->status) {
    case MeasurementStatus::Done:
        return measurement->device.isDry() ? PointModel::tr(
                   "Memory allocated on the simulated device. A dry run computes nothing, so there are no times.")
                                           : PointModel::tr("Median of %Ln runs", nullptr, measurement->repeats);
    case MeasurementStatus::OutOfMemory:
        return PointModel::tr("The device ran out of memory. Larger micro-batch sizes are not tried.");
    case MeasurementStatus::Failed:
        return messageText(measurement->message);
    }
    return {};
}

QString exactTiming(const Timing& timing)
{
    return PointModel::tr("%1, half the interquartile range is %2")
        .arg(exactSecondsText(timing.median), exactSecondsText(timing.spread));
}

QString ratioText(double ratio)
{
    return ratio > 0 ? QStringLiteral("× %1").arg(numberText(ratio)) : QString();
}

QString differenceText(const ComparedPoint& point)
{
    if (point.saved_difference == Bytes(0)) {
        return point.equal_bytes ? PointModel::tr("equal") : PointModel::tr("same saved bytes");
    }
    const QString sign = point.saved_difference > Bytes(0) ? QStringLiteral("+") : QStringLiteral("−");
    return sign + bytesText(point.saved_difference > Bytes(0) ? point.saved_difference : -point.saved_difference);
}

// Returns the measurement if it succeeded; otherwise null.
const Measurement* successOf(const Measurement* measurement)
{
    return measurement && measurement->status == MeasurementStatus::Done ? measurement : nullptr;
}

// Larger spread of the two passes.
double spreadOf(const Measurement& done)
{
    return std::max(relativeSpread(done.forward), relativeSpread(done.backward));
}

QString dateText(const std::string& utc)
{
    const QDateTime at = QDateTime::fromString(QString::fromStdString(utc), Qt::ISODate);
    return at.isValid() ? QLocale().toString(at.toLocalTime(), QLocale::ShortFormat) : QString::fromStdString(utc);
}

}

QString deviceText(const MeasuredDevice& device)
{
    const QString name = QString::fromStdString(device.name);
    QStringList parts {device.isDry() ? PointModel::tr("Dry run of %1").arg(name) : name,
                       QString::fromStdString(device.software)};
    if (device.threads > 0) {
        parts << (device.threads == 1 ? PointModel::tr("1 thread") : PointModel::tr("%1 threads").arg(device.threads));
    }
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

PointModel::PointModel(QObject* parent) : ColumnModel(ColumnCount, parent) {}

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
            if (rowOf(place) < 0) { // failed points are also listed as missing
                m_rows.push_back({place});
            }
        }
        for (Row& own : m_rows) {
            own.predicted = m_data->predictedFromOthers(row, own.place);
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

std::optional<FitCell> PointModel::fitCell(const Row& row, int column) const
{
    const auto fit = fitColumn(column);
    if (!fit) {
        return std::nullopt;
    }
    const bool alone = std::none_of(m_rows.begin(), m_rows.end(), [&](const Row& other) {
        return successOf(other.measurement) && other.place != row.place;
    });
    return FitCell {*fit, successOf(row.measurement), row.predicted, alone};
}

QString PointModel::title(int column) const
{
    if (const auto fit = fitColumn(column)) {
        return fit->title();
    }
    switch (column) {
    case MicroBatch:
        return tr("Micro-batch size");
    case Sequence:
        return m_data && m_data->model().sample == SampleKind::Image ? tr("Image size") : tr("Sequence length");
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
        return tr("Compared");
    default:
        return tr("Measured at");
    }
}

QString PointModel::meaning(int column) const
{
    if (const auto fit = fitColumn(column)) {
        return fit->meaning();
    }
    switch (column) {
    case MicroBatch:
        return formulaOf(Figure::PointMicroBatch);
    case Sequence:
        return formulaOf(Figure::Sequence);
    case Forward:
        return formulaOf(Figure::MeasuredForward);
    case Backward:
        return formulaOf(Figure::MeasuredBackward);
    case Saved:
        return formulaOf(Figure::MeasuredSaved);
    case ForwardRatio:
        return formulaOf(Figure::ForwardThere);
    case BackwardRatio:
        return formulaOf(Figure::BackwardThere);
    case OtherBytes:
        return formulaOf(Figure::SavedThere);
    case Spread:
        return formulaOf(Figure::Steadiness);
    default:
        return {};
    }
}

bool PointModel::hasWords(int column) const
{
    return column == Status || column == MeasuredAt;
}

QString PointModel::text(int row, int column) const
{
    const Row& here = m_rows[static_cast<std::size_t>(row)];
    if (const auto fit = fitCell(here, column)) {
        return fit->text();
    }
    switch (column) {
    case MicroBatch:
        return countText(here.place.micro_batch);
    case Sequence:
        return countText(here.place.sequence);
    case Status:
        return statusText(here.measurement);
    case ForwardRatio:
        return here.compared ? ratioText(here.compared->forward_ratio) : QString();
    case BackwardRatio:
        return here.compared ? ratioText(here.compared->backward_ratio) : QString();
    case OtherBytes:
        return here.compared ? differenceText(*here.compared) : QString();
    case MeasuredAt:
        return here.measurement ? dateText(here.measurement->measured_at) : QString();
    default:
        break;
    }
    const Measurement* done = successOf(here.measurement);
    if (!done) {
        return {};
    }
    switch (column) {
    case Forward:
        return secondsText(done->forward.median);
    case Backward:
        return secondsText(done->backward.median);
    case Spread:
        return percentText(spreadOf(*done));
    default:
        return bytesText(done->memory.saved);
    }
}

QString PointModel::toolTip(int row, int column) const
{
    const Row& here = m_rows[static_cast<std::size_t>(row)];
    const Measurement* done = successOf(here.measurement);
    if (const auto fit = fitCell(here, column)) {
        return fit->toolTip();
    }
    switch (column) {
    case Status:
        return statusMeaning(here.measurement);
    case Forward:
        return done ? exactTiming(done->forward) : QString();
    case Backward:
        return done ? exactTiming(done->backward) : QString();
    case Spread:
        return done ? tr("Forward %1, backward %2")
                          .arg(percentText(relativeSpread(done->forward)), percentText(relativeSpread(done->backward)))
                    : QString();
    case Saved:
        return done ? exactBytesText(done->memory.saved) : QString();
    case OtherBytes:
        return here.compared
            ? tr("Saved bytes on the compared device minus those on this device; \"equal\" if all memory values agree")
            : QString();
    case MeasuredAt:
        return here.measurement
            ? tr("%1 (UTC), on %2")
                  .arg(QString::fromStdString(here.measurement->measured_at), deviceText(here.measurement->device))
            : QString();
    default:
        return text(row, column);
    }
}

QString PointModel::copiedTitle(int column) const
{
    if (const auto fit = fitColumn(column)) {
        return fit->copiedTitle();
    }
    switch (column) {
    case Forward:
    case Backward:
        return tr("%1 (s)").arg(title(column));
    case Spread:
        return tr("%1 (fraction)").arg(title(column));
    case Saved:
        return tr("%1 (bytes)").arg(title(column));
    case ForwardRatio:
        return tr("Forward time, compared device / this device");
    case BackwardRatio:
        return tr("Backward time, compared device / this device");
    case OtherBytes:
        return tr("Saved, compared device - this device (bytes)");
    case MeasuredAt:
        return tr("Measured at (UTC)");
    default:
        return title(column);
    }
}

QString PointModel::copiedText(int row, int column) const
{
    const Row& here = m_rows[static_cast<std::size_t>(row)];
    const Measurement* done = successOf(here.measurement);
    const auto ratio = [](double value) { return value > 0 ? copiedNumber(value) : QString(); };
    if (const auto fit = fitCell(here, column)) {
        return fit->copiedText();
    }
    switch (column) {
    case MicroBatch:
        return QString::number(here.place.micro_batch);
    case Sequence:
        return QString::number(here.place.sequence);
    case Forward:
        return done ? copiedNumber(done->forward.median.value) : QString();
    case Backward:
        return done ? copiedNumber(done->backward.median.value) : QString();
    case Spread:
        return done ? copiedNumber(spreadOf(*done)) : QString();
    case Saved:
        return done ? QString::number(done->memory.saved.value) : QString();
    case ForwardRatio:
        return here.compared ? ratio(here.compared->forward_ratio) : QString();
    case BackwardRatio:
        return here.compared ? ratio(here.compared->backward_ratio) : QString();
    case OtherBytes:
        return here.compared ? QString::number(here.compared->saved_difference.value) : QString();
    case MeasuredAt:
        return here.measurement ? QString::fromStdString(here.measurement->measured_at) : QString();
    default:
        return text(row, column);
    }
}

QVariant PointModel::sortValue(int row, int column) const
{
    const Row& here = m_rows[static_cast<std::size_t>(row)];
    const Measurement* done = successOf(here.measurement);
    const auto ratio = [](double value) { return value > 0 ? QVariant(value) : QVariant(); };
    if (const auto fit = fitCell(here, column)) {
        return fit->sortValue();
    }
    switch (column) {
    case MicroBatch:
        return static_cast<qlonglong>(here.place.micro_batch);
    case Sequence:
        return static_cast<qlonglong>(here.place.sequence);
    case Forward:
        return done ? QVariant(done->forward.median.value) : QVariant();
    case Backward:
        return done ? QVariant(done->backward.median.value) : QVariant();
    case Spread:
        return done ? QVariant(spreadOf(*done)) : QVariant();
    case Saved:
        return done ? QVariant(static_cast<qlonglong>(done->memory.saved.value)) : QVariant();
    case ForwardRatio:
        return here.compared ? ratio(here.compared->forward_ratio) : QVariant();
    case BackwardRatio:
        return here.compared ? ratio(here.compared->backward_ratio) : QVariant();
    case OtherBytes:
        return here.compared ? QVariant(static_cast<qlonglong>(here.compared->saved_difference.value)) : QVariant();
    case MeasuredAt:
        return here.measurement ? QVariant(QString::fromStdString(here.measurement->measured_at)) : QVariant();
    default:
        return text(row, column);
    }
}

}
