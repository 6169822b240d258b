// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/sizing/scenariomodel.h"
#include "ui/models/tablecsv.h"

#include "ui/words/formulas.h"
#include "ui/words/messagetext.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"
#include "ui/words/plaintext.h"
#include "ui/words/planrole.h"
#include "ui/words/sizingwords.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Numbers are right-aligned.
QVariant alignmentOf(int column)
{
    const bool number = column >= ScenarioModel::Cost && column <= ScenarioModel::Batch;
    return QVariant((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

QVariant scenarioFormula(int column)
{
    switch (column) {
    case ScenarioModel::Cost:
        return formulaOf(Figure::CostPerMillion);
    case ScenarioModel::RunBill:
        return formulaOf(Figure::RunCost);
    case ScenarioModel::RunTime:
        return formulaOf(Figure::TrainTime);
    case ScenarioModel::Rate:
        return formulaOf(Figure::Throughput);
    case ScenarioModel::Peak:
        return formulaOf(Figure::Peak);
    case ScenarioModel::Batch:
        return formulaOf(Figure::Batch);
    default:
        return {};
    }
}

}

ScenarioModel::ScenarioModel(QObject* parent) : QAbstractTableModel(parent) {}

void ScenarioModel::setScenarios(std::vector<Scenario> scenarios, bool editable)
{
    beginResetModel();
    m_scenarios = std::move(scenarios);
    m_estimates.clear();
    m_editable = editable;
    endResetModel();
}

void ScenarioModel::setEstimates(std::vector<Result<PlannedProblem>> estimates)
{
    m_estimates = std::move(estimates);
    if (!m_scenarios.empty()) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

bool ScenarioModel::isOfRun() const
{
    return std::any_of(m_scenarios.begin(), m_scenarios.end(),
                       [](const Scenario& scenario) { return scenario.problem.billing.amount > 0; });
}

int ScenarioModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_scenarios.size());
}

int ScenarioModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

const Result<PlannedProblem>* ScenarioModel::estimate(int row) const
{
    const auto at = static_cast<std::size_t>(row);
    return at < m_estimates.size() ? &m_estimates[at] : nullptr;
}

QVariant ScenarioModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return text(index.row(), index.column());
    case copyRole:
        return copiedText(index.row(), index.column());
    case Qt::ToolTipRole: {
        const QString tip = toolTip(index.row(), index.column());
        return tip.isEmpty() ? QVariant() : QVariant(plainToolTip(tip));
    }
    case Qt::TextAlignmentRole:
        return alignmentOf(index.column());
    default:
        return {};
    }
}

QString ScenarioModel::text(int row, int column) const
{
    const Scenario& scenario = m_scenarios[static_cast<std::size_t>(row)];
    switch (column) {
    case Name:
        return QString::fromStdString(scenario.name);
    case ModelName:
        return QString::fromStdString(scenario.problem.model.name);
    case Hardware:
        return QString::fromStdString(scenario.problem.cluster.name);
    case Batch:
        return countText(scenario.problem.workload.global_batch);
    case Plan:
        return degreesText(scenario.plan);
    default:
        break;
    }
    const auto* planned = estimate(row);
    if (planned == nullptr) {
        return column == Verdict ? tr("estimating…") : QString();
    }
    return *planned ? estimateText(**planned, column) : column == Verdict ? tr("cannot be estimated") : QString();
}

QString ScenarioModel::estimateText(const PlannedProblem& planned, int column) const
{
    const auto cost = costPerMillion(planned);
    const bool of_run = planned.problem.billing.amount > 0;
    switch (column) {
    case RunBill: {
        const auto total = trainingCostOf(planned).total;
        return of_run && total ? dollarsText(total->middle.value) : QString();
    }
    case RunTime:
        return of_run ? durationText(trainingCostOf(planned).time) : QString();
    case Peak:
        return bytesText(planned.estimate.peak);
    case Rate:
        return rateText(planned.estimate);
    case Cost:
        return cost ? tr("%1 %2").arg(dollarsText(cost->value), perMillionName(planned.problem.model.sample))
                    : tr("no price");
    default:
        return planned.estimate.fits ? tr("yes") : tr("no");
    }
}

QString ScenarioModel::toolTip(int row, int column) const
{
    const auto* planned = estimate(row);
    if (planned == nullptr) {
        return {};
    }
    if (!*planned) {
        return column == Verdict ? errorText(planned->error()) : QString();
    }
    switch (column) {
    case Peak:
        return exactBytesText((*planned)->estimate.peak);
    case Cost:
    case RunBill:
        return text(row, column).isEmpty() ? QString()
                                           : trainingCostBounds(trainingCostOf(**planned), column == RunBill);
    case RunTime:
        return text(row, column).isEmpty() ? QString() : timeBounds(trainingCostOf(**planned));
    default:
        return {};
    }
}

QString ScenarioModel::copiedText(int row, int column) const
{
    const auto* planned = estimate(row);
    if (column == Batch) {
        return QString::number(m_scenarios[static_cast<std::size_t>(row)].problem.workload.global_batch);
    }
    if (planned == nullptr || !*planned) {
        return text(row, column);
    }
    const auto cost = costPerMillion(**planned);
    const TrainingCost training_cost = trainingCostOf(**planned);
    const bool of_run = (*planned)->problem.billing.amount > 0;
    switch (column) {
    case RunBill:
        return of_run && training_cost.total ? copiedNumber(training_cost.total->middle.value) : QString();
    case RunTime:
        return of_run ? copiedNumber(training_cost.time.value) : QString();
    case Peak:
        return QString::number((*planned)->estimate.peak.value);
    case Rate:
        return copiedNumber(rateOf((*planned)->estimate));
    case Cost:
        return cost ? copiedNumber(cost->value) : QString();
    default:
        return text(row, column);
    }
}

QVariant ScenarioModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return alignmentOf(section);
    }
    if (role == copyRole && section == Cost) {
        return tr("Cost ($ per million tokens or samples)");
    }
    if (role == copyRole && section == RunBill) {
        return tr("Total cost ($)");
    }
    if (role == copyRole && section == RunTime) {
        return tr("Time to train (s)");
    }
    if (role == copyRole && section == Rate) {
        return tr("Throughput (tokens/s or samples/s)");
    }
    if (role == copyRole && section == Peak) {
        return tr("Peak memory (bytes)");
    }
    const QStringList titles {tr("Name"),         tr("Cluster"),       tr("Fits"),       tr("Cost"),
                              tr("Total cost"),   tr("Time to train"), tr("Throughput"), tr("Peak memory"),
                              tr("Global batch"), tr("Plan"),          tr("Model")};
    if (role == Qt::ToolTipRole) {
        return plainToolTip(scenarioFormula(section).toString());
    }
    return role == Qt::DisplayRole ? QVariant(titles[section]) : QVariant();
}

Qt::ItemFlags ScenarioModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == Name && m_editable ? usual | Qt::ItemIsEditable : usual;
}

bool ScenarioModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const QString name = value.toString().trimmed();
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable) || name == text(index.row(), Name)) {
        return false;
    }
    const int row = index.row();
    Q_EMIT renamed(row, name);
    return true;
}

}
