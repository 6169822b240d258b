// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/stages/stagemodel.h"

#include "ui/models/tablecsv.h"
#include "ui/words/formulas.h"
#include "ui/words/numbers.h"
#include "ui/words/words.h"

namespace stagecraft {

StageModel::StageModel(QObject* parent) : ColumnModel(ColumnCount, parent) {}

void StageModel::setPlan(const Plan& plan, std::optional<Estimate> estimate)
{
    beginResetModel();
    m_plan = plan;
    m_estimate = std::move(estimate);
    endResetModel();
}

void StageModel::setLayers(std::vector<ShownLayer> layers)
{
    m_layers = std::move(layers);
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, Parameters), index(rowCount() - 1, Passes));
    }
}

int StageModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_plan.stages.size());
}

std::optional<double> StageModel::sumOf(int row, LayerMeasure measure) const
{
    const LayerRange range = m_plan.stages[static_cast<std::size_t>(row)].layers;
    if (static_cast<int>(m_layers.size()) < range.last) {
        return std::nullopt;
    }
    double sum = 0;
    for (int layer = range.first; layer < range.last; ++layer) {
        sum += m_layers[static_cast<std::size_t>(layer)].measure(measure);
    }
    return sum;
}

QString StageModel::title(int column) const
{
    switch (column) {
    case Stage:
        return tr("Stage");
    case Layers:
        return tr("Layers");
    case Tensor:
        return tr("Tensor parallel");
    case Replicas:
        return tr("Data parallel");
    case Activations:
        return tr("Activations");
    case Parameters:
        return tr("Parameters");
    case Passes:
        return tr("Forward + backward");
    case Peak:
        return tr("Peak");
    default:
        return tr("Capacity");
    }
}

QString StageModel::meaning(int column) const
{
    switch (column) {
    case Stage:
        return formulaOf(Figure::StageNumber);
    case Layers:
        return formulaOf(Figure::StageLayers);
    case Tensor:
        return formulaOf(Figure::StageTensor);
    case Replicas:
        return formulaOf(Figure::StageReplicas);
    case Parameters:
        return formulaOf(Figure::StageParameters);
    case Passes:
        return formulaOf(Figure::StagePasses);
    case Peak:
        return formulaOf(Figure::StagePeak);
    case Capacity:
        return formulaOf(Figure::StageCapacity);
    default:
        return {};
    }
}

QString StageModel::text(int row, int column) const
{
    const auto& stage = m_plan.stages[static_cast<std::size_t>(row)];
    const DeviceEstimate* device = m_estimate ? fullestOf(m_plan, *m_estimate, row) : nullptr;
    switch (column) {
    case Stage:
        return countText(row);
    case Layers:
        return tr("%1–%2").arg(stage.layers.first).arg(stage.layers.last - 1);
    case Tensor:
        return countText(stage.degrees.tensor);
    case Replicas:
        return countText(stage.degrees.data);
    case Activations: {
        const auto policy = policyOf(stage);
        return policy ? policyName(*policy) : tr("Mixed");
    }
    case Parameters: {
        const auto bytes = sumOf(row, LayerMeasure::Parameters);
        return bytes ? bytesText(Bytes(static_cast<std::int64_t>(*bytes))) : QString();
    }
    case Passes: {
        const auto seconds = sumOf(row, LayerMeasure::Time);
        return seconds ? secondsText(Seconds(*seconds)) : QString();
    }
    case Peak:
        return device ? bytesText(device->peak) : QString();
    default:
        return device ? bytesText(device->capacity) : QString();
    }
}

QString StageModel::toolTip(int row, int column) const
{
    const DeviceEstimate* device = m_estimate ? fullestOf(m_plan, *m_estimate, row) : nullptr;
    return device && column == Peak    ? exactBytesText(device->peak)
        : device && column == Capacity ? exactBytesText(device->capacity)
                                       : QString();
}

QString StageModel::copiedTitle(int column) const
{
    const bool bytes = column == Parameters || column == Peak || column == Capacity;
    return bytes           ? tr("%1 (bytes)").arg(title(column))
        : column == Passes ? tr("%1 (s)").arg(title(column))
                           : title(column);
}

QString StageModel::copiedText(int row, int column) const
{
    const DeviceEstimate* device = m_estimate ? fullestOf(m_plan, *m_estimate, row) : nullptr;
    switch (column) {
    case Parameters:
    case Passes: {
        const auto sum = sumOf(row, column == Passes ? LayerMeasure::Time : LayerMeasure::Parameters);
        return sum ? copiedNumber(*sum) : QString();
    }
    case Peak:
        return device ? QString::number(device->peak.value) : QString();
    case Capacity:
        return device ? QString::number(device->capacity.value) : QString();
    default:
        return text(row, column);
    }
}

}
