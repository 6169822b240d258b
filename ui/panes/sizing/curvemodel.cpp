// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/sizing/curvemodel.h"

#include "ui/models/tablecsv.h"
#include "ui/panes/sizing/sizingcurvelayout.h"
#include "ui/words/formulas.h"
#include "ui/words/messagetext.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"
#include "ui/words/sizingwords.h"

#include <algorithm>

namespace stagecraft {

CurveModel::CurveModel(QObject* parent) : ColumnModel(ColumnCount, parent) {}

void CurveModel::setPoints(std::vector<CurvePoint> points, WhatIfParameter parameter, const Model& model)
{
    beginResetModel();
    m_points = std::move(points);
    m_parameter = parameter;
    m_sample = model.sample;
    endResetModel();
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

int CurveModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_points.size());
}

QString CurveModel::title(int column) const
{
    switch (column) {
    case Value:
        return whatIfParameterName(m_parameter, m_sample);
    case Peak:
        return tr("Peak memory");
    case Capacity:
        return tr("Capacity");
    case Rate:
        return tr("Throughput");
    case Time:
        return haveRuns(m_points) ? tr("Time to train") : tr("Step time");
    case Cost:
        return tr("$ %1").arg(perMillionName(m_sample));
    default:
        return tr("Fits");
    }
}

QString CurveModel::meaning(int column) const
{
    switch (column) {
    case Value:
        return formulaOf(Figure::Tried);
    case Peak:
        return formulaOf(Figure::Peak);
    case Capacity:
        return formulaOf(Figure::StageCapacity);
    case Rate:
        return formulaOf(Figure::Throughput);
    case Time:
        return formulaOf(haveRuns(m_points) ? Figure::TrainTime : Figure::Step);
    case Cost:
        return formulaOf(Figure::CostPerMillion);
    default:
        return {};
    }
}

QString CurveModel::text(int row, int column) const
{
    const CurvePoint& point = m_points[static_cast<std::size_t>(row)];
    if (column == Value) {
        return whatIfValueText(m_parameter, point.value);
    }
    if (!point.planned) {
        return column == Verdict ? tr("no plan") : QString();
    }
    const Estimate& estimate = point.planned->estimate;
    const auto capacity = capacityOf(point);
    const auto cost = costPerMillion(*point.planned);
    switch (column) {
    case Peak:
        return bytesText(estimate.peak);
    case Capacity:
        return capacity ? bytesText(Bytes(static_cast<qint64>(*capacity))) : QString();
    case Rate:
        return rateText(estimate);
    case Time:
        return durationText(runTimeOf(*point.planned));
    case Cost:
        return cost ? dollarsText(cost->value) : QString();
    default:
        return point.fits() ? tr("yes") : tr("no");
    }
}

QString CurveModel::toolTip(int row, int column) const
{
    const CurvePoint& point = m_points[static_cast<std::size_t>(row)];
    if (point.obstacle && column == Verdict) {
        return errorText(*point.obstacle);
    }
    return point.planned && column == Peak ? exactBytesText(point.planned->estimate.peak) : QString();
}

QString CurveModel::copiedTitle(int column) const
{
    const auto with = [&](const QString& unit) { return QStringLiteral("%1 (%2)").arg(title(column), unit); };
    switch (column) {
    case Value:
        return m_parameter == WhatIfParameter::Memory                                             ? with(tr("bytes"))
            : m_parameter == WhatIfParameter::NodeLink || m_parameter == WhatIfParameter::Network ? with(tr("bytes/s"))
                                                                                                  : title(column);
    case Peak:
    case Capacity:
        return with(tr("bytes"));
    case Rate:
        return with(rateUnit(m_sample));
    case Time:
        return with(tr("s"));
    default:
        return title(column);
    }
}

QString CurveModel::copiedText(int row, int column) const
{
    const CurvePoint& point = m_points[static_cast<std::size_t>(row)];
    if (column == Value) {
        return copiedNumber(point.value);
    }
    if (!point.planned || column == Verdict) {
        return text(row, column);
    }
    const auto capacity = capacityOf(point);
    const auto cost = costPerMillion(*point.planned);
    switch (column) {
    case Peak:
        return QString::number(point.planned->estimate.peak.value);
    case Capacity:
        return capacity ? copiedNumber(*capacity) : QString();
    case Rate:
        return copiedNumber(rateOf(point.planned->estimate));
    case Time:
        return copiedNumber(runTimeOf(*point.planned).value);
    default:
        return cost ? copiedNumber(cost->value) : QString();
    }
}

}
