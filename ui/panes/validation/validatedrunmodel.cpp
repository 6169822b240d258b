// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/validation/validatedrunmodel.h"

#include "ui/style/theme.h"
#include "ui/words/causetext.h"
#include "ui/words/formulas.h"
#include "ui/words/frameworkwords.h"
#include "ui/words/intervaltext.h"
#include "ui/words/numbers.h"
#include "ui/words/plaintext.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

QString notGivenText(const QString& text)
{
    return text.isEmpty() ? ValidatedRunModel::tr("Unknown") : text;
}

QString unitOf(ComparedQuantity quantity)
{
    switch (quantity) {
    case ComparedQuantity::Memory:
        return QStringLiteral("bytes");
    case ComparedQuantity::Step:
        return QStringLiteral("s");
    case ComparedQuantity::Speed:
        break;
    }
    return QStringLiteral("tokens/s");
}

QString title(int column)
{
    switch (column) {
    case ValidatedRunModel::Model:
        return ValidatedRunModel::tr("Model");
    case ValidatedRunModel::Degrees:
        return ValidatedRunModel::tr("Parallelism");
    case ValidatedRunModel::Device:
        return ValidatedRunModel::tr("Device");
    case ValidatedRunModel::MicroBatch:
        return ValidatedRunModel::tr("Micro-batch size");
    case ValidatedRunModel::Measured:
        return ValidatedRunModel::tr("Measured");
    case ValidatedRunModel::Predicted:
        return ValidatedRunModel::tr("Predicted");
    case ValidatedRunModel::Error:
        return ValidatedRunModel::tr("Error");
    case ValidatedRunModel::Cause:
        return ValidatedRunModel::tr("Error cause");
    case ValidatedRunModel::DeviceType:
        return ValidatedRunModel::tr("Device type");
    case ValidatedRunModel::Framework:
        return ValidatedRunModel::tr("Framework");
    default:
        return ValidatedRunModel::tr("Source");
    }
}

QString meaning(int column)
{
    switch (column) {
    case ValidatedRunModel::Degrees:
        return ValidatedRunModel::tr(
            "Sizes of the parallel groups: PP pipeline, TP tensor, CP context, DP data, EP expert");
    case ValidatedRunModel::MicroBatch:
        return formulaOf(Figure::RunMicroBatch);
    case ValidatedRunModel::Measured:
        return formulaOf(Figure::RunMeasured);
    case ValidatedRunModel::Predicted:
        return formulaOf(Figure::RunPredicted);
    case ValidatedRunModel::Error:
        return formulaOf(Figure::RunError);
    case ValidatedRunModel::Cause:
        return ValidatedRunModel::tr(
            "Likely causes of the error, inferred from these runs; the most likely cause first");
    case ValidatedRunModel::Source:
        return ValidatedRunModel::tr("File and line");
    case ValidatedRunModel::DeviceType:
        return ValidatedRunModel::tr("Device type used for the prediction");
    case ValidatedRunModel::Framework:
        return ValidatedRunModel::tr("Framework used for the prediction");
    default:
        return {};
    }
}

bool hasWords(int column)
{
    return column != ValidatedRunModel::MicroBatch && column != ValidatedRunModel::Measured
        && column != ValidatedRunModel::Predicted && column != ValidatedRunModel::Error;
}

}

ValidatedRunModel::ValidatedRunModel(QObject* parent) : QAbstractTableModel(parent) {}

void ValidatedRunModel::setView(std::shared_ptr<const ValidationView> view)
{
    beginResetModel();
    m_view = std::move(view);
    endResetModel();
}

int ValidatedRunModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_view ? 0 : static_cast<int>(m_view->points.size());
}

int ValidatedRunModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ValidatedRunModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    return cell(index.row(), index.column(), role);
}

QVariant ValidatedRunModel::cell(int row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::TextAlignmentRole:
        return QVariant((hasWords(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return plainToolTip(toolTip(row, column));
    case SortRole:
        return sortValue(row, column);
    case CopyRole:
        return copyText(row, column);
    case WordsRole:
        return m_view->data->words[static_cast<qsizetype>(m_view->points[static_cast<std::size_t>(row)].row)];
    case MarkRole:
        return std::min(m_view->group_of[static_cast<std::size_t>(row)], theme::groupColors);
    default:
        return {};
    }
}

QString ValidatedRunModel::text(int row, int column) const
{
    const ValidatedRun& run = m_view->run(row);
    const RunPoint& point = m_view->points[static_cast<std::size_t>(row)];
    switch (column) {
    case Model:
        return notGivenText(QString::fromStdString(run.run.model));
    case Degrees:
        return runDegrees(run.run);
    case Device:
        return notGivenText(QString::fromStdString(run.run.device));
    case MicroBatch:
        return run.run.micro_batch ? countText(*run.run.micro_batch) : QString();
    case Measured:
        return quantityText(point.measured, m_view->quantity);
    case Predicted:
        return quantityText(point.predicted, m_view->quantity);
    case Error:
        return signedPercentText(point.error());
    case Cause: {
        const auto& causes = m_view->causes(row);
        return causes.empty() ? tr("Unknown") : causeSentence(causes.front());
    }
    case DeviceType:
        return QString::fromStdString(run.device_type);
    case Framework:
        return frameworkTitle(run.framework);
    default:
        return QStringLiteral("%1:%2").arg(QString::fromStdString(run.run.file)).arg(run.run.line);
    }
}

QVariant ValidatedRunModel::sortValue(int row, int column) const
{
    const RunPoint& point = m_view->points[static_cast<std::size_t>(row)];
    switch (column) {
    case MicroBatch:
        return static_cast<qlonglong>(m_view->run(row).run.micro_batch.value_or(0));
    case Measured:
        return point.measured;
    case Predicted:
        return point.predicted;
    case Error:
        return std::abs(point.error());
    case Source:
        return QStringLiteral("%1:%2")
            .arg(QString::fromStdString(m_view->run(row).run.file))
            .arg(m_view->run(row).run.line, 9, 10, QLatin1Char('0'));
    default:
        return text(row, column);
    }
}

QString ValidatedRunModel::copyText(int row, int column) const
{
    const RunPoint& point = m_view->points[static_cast<std::size_t>(row)];
    switch (column) {
    case MicroBatch:
        return m_view->run(row).run.micro_batch ? QString::number(*m_view->run(row).run.micro_batch) : QString();
    case Measured:
        return copiedNumber(point.measured);
    case Predicted:
        return copiedNumber(point.predicted);
    case Error:
        return copiedNumber(point.error());
    case Cause:
        return m_view->causeWords(row);
    default:
        return text(row, column);
    }
}

QString ValidatedRunModel::toolTip(int row, int column) const
{
    const RunPoint& point = m_view->points[static_cast<std::size_t>(row)];
    switch (column) {
    case Measured:
        return exactQuantityText(point.measured, m_view->quantity);
    case Predicted: {
        const QString value = exactQuantityText(point.predicted, m_view->quantity);
        return point.low < point.high ? tr("%1; bounds %2")
                                            .arg(value,
                                                 intervalText(quantityText(point.low, m_view->quantity),
                                                              quantityText(point.high, m_view->quantity)))
                                      : value;
    }
    case Cause:
        return m_view->causeWords(row);
    default:
        return text(row, column);
    }
}

QVariant ValidatedRunModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    const bool amount = section == Measured || section == Predicted;
    switch (role) {
    case Qt::DisplayRole:
        return title(section);
    case Qt::TextAlignmentRole:
        return QVariant((hasWords(section) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return meaning(section).isEmpty() ? QVariant() : plainToolTip(meaning(section));
    case CopyRole:
        return amount && m_view ? QStringLiteral("%1 (%2)").arg(title(section), unitOf(m_view->quantity))
                                : title(section);
    default:
        return {};
    }
}

ValidatedRunFilter::ValidatedRunFilter(QObject* parent) : QSortFilterProxyModel(parent)
{
    setSortRole(ValidatedRunModel::SortRole);
}

void ValidatedRunFilter::setText(const QString& text)
{
    m_words = text.split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

bool ValidatedRunFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (m_words.isEmpty()) {
        return true;
    }
    const QString all = sourceModel()->index(row, 0, parent).data(ValidatedRunModel::WordsRole).toString();
    return std::all_of(m_words.begin(), m_words.end(),
                       [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

}
