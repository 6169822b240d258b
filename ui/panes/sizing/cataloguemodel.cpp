// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/sizing/cataloguemodel.h"
#include "ui/models/tablecsv.h"

#include "core/estimate/trainingcost.h"
#include "core/hardware/clustername.h"
#include "core/search/runlimits.h"
#include "ui/words/formulas.h"
#include "ui/words/messagetext.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"
#include "ui/words/planrole.h"
#include "ui/words/sizingwords.h"

#include <algorithm>
#include <tuple>

namespace stagecraft {

namespace {

bool fits(const SizedCluster& sized)
{
    return sized.plan && sized.plan->estimate.fits;
}

// Order: clusters within the run limits by cost, other clusters that fit, smallest shortfall, clusters without a plan.
bool comesBefore(const SizedCluster& a, const SizedCluster& b, const RunLimits& limits)
{
    const auto order = [&](const SizedCluster& sized) {
        const auto cost = fits(sized) ? costPerMillion(*sized.plan) : std::nullopt;
        return std::tuple(!fits(sized), !sized.plan, fits(sized) ? distanceFrom(limits, *sized.plan) : 0,
                          cost ? cost->value : 0, sized.plan ? sized.plan->missing.value : 0);
    };
    return order(a) < order(b);
}

}

CatalogueModel::CatalogueModel(QObject* parent) : ColumnModel(ColumnCount, parent) {}

void CatalogueModel::setClusters(std::vector<SizedCluster> clusters, const RunLimits& limits, const Model& model)
{
    beginResetModel();
    m_clusters = std::move(clusters);
    m_limits = limits;
    std::stable_sort(m_clusters.begin(), m_clusters.end(),
                     [&](const SizedCluster& a, const SizedCluster& b) { return comesBefore(a, b, limits); });
    m_of_run = std::any_of(m_clusters.begin(), m_clusters.end(), [](const SizedCluster& sized) {
        return sized.plan && sized.plan->problem.billing.amount > 0;
    });
    m_sample = model.sample;
    endResetModel();
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

int CatalogueModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_clusters.size());
}

Cluster CatalogueModel::cluster(int row) const
{
    const SizedCluster& sized = this->sized(row);
    Cluster used = sized.plan ? sized.plan->problem.cluster : sized.cluster;
    if (used.groups.size() == 1) {
        used.name = clusterName(used.groups.front());
    }
    return used;
}

// Factors by which a plan that fits exceeds the run limits.
QString CatalogueModel::verdictTextOf(const SizedPlan& plan) const
{
    const Excess excess = excessOf(trainingCostOf(plan), m_limits);
    QStringList broken;
    if (excess.budget) {
        broken << tr("%1 × budget").arg(numberText(*excess.budget));
    }
    if (excess.deadline) {
        broken << tr("%1 × deadline").arg(numberText(*excess.deadline));
    }
    return broken.isEmpty() ? tr("fits") : broken.join(QStringLiteral(", "));
}

QString CatalogueModel::title(int column) const
{
    switch (column) {
    case Hardware:
        return tr("Hardware");
    case Plan:
        return tr("Plan");
    case Peak:
        return tr("Peak memory");
    case Rate:
        return tr("Throughput");
    case RunBill:
        return tr("Total cost");
    case RunTime:
        return tr("Time to train");
    case Hourly:
        return tr("$ per hour");
    case Cost:
        return tr("$ %1").arg(perMillionName(m_sample));
    default:
        return tr("Status");
    }
}

QString CatalogueModel::meaning(int column) const
{
    switch (column) {
    case Plan:
        return tr("Cheapest plan that fits and stays within the run limits; if there is none, the closest plan");
    case Cost:
        return formulaOf(Figure::CostPerMillion);
    case Hourly:
        return formulaOf(Figure::HourlyPrice);
    case RunBill:
        return formulaOf(Figure::RunCost);
    case RunTime:
        return formulaOf(Figure::TrainTime);
    case Peak:
        return formulaOf(Figure::Peak);
    case Rate:
        return formulaOf(Figure::Throughput);
    default:
        return {};
    }
}

bool CatalogueModel::hasWords(int column) const
{
    return column == Hardware || column == Plan || column == Verdict;
}

QString CatalogueModel::text(int row, int column) const
{
    const SizedCluster& sized = this->sized(row);
    if (column == Hardware) {
        return QString::fromStdString(cluster(row).name);
    }
    if (!sized.plan) {
        return column == Verdict ? tr("no plan") : QString();
    }
    const SizedPlan& plan = *sized.plan;
    const auto price = billedPrice(plan.problem.cluster, plan.plan);
    const auto cost = costPerMillion(plan);
    const TrainingCost training_cost = trainingCostOf(plan);
    switch (column) {
    case RunBill:
        return training_cost.total ? dollarsText(training_cost.total->middle.value) : QString();
    case RunTime:
        return durationText(training_cost.time);
    case Plan:
        return degreesText(plan.plan);
    case Peak:
        return bytesText(plan.estimate.peak);
    case Rate:
        return rateText(plan.estimate);
    case Hourly:
        return price ? dollarsText(price->value) : QString();
    case Cost:
        return cost ? dollarsText(cost->value) : QString();
    default:
        return fits(sized) ? verdictTextOf(plan) : tr("shortfall %1").arg(bytesText(plan.missing));
    }
}

QString CatalogueModel::toolTip(int row, int column) const
{
    const SizedCluster& sized = this->sized(row);
    if (column == Hardware && sized.cluster.groups.front().offer) {
        const Offer& offer = *sized.cluster.groups.front().offer;
        return tr("%1 (%2)").arg(messageText(offer.source()), dateText(QString::fromStdString(offer.date())));
    }
    if (column == Verdict && !sized.obstacle.empty()) {
        return messageText(sized.obstacle);
    }
    if (sized.plan && (column == Cost || column == RunBill || column == RunTime)) {
        return column == RunTime ? timeBounds(trainingCostOf(*sized.plan))
                                 : trainingCostBounds(trainingCostOf(*sized.plan), column == RunBill);
    }
    return sized.plan && column == Peak ? exactBytesText(sized.plan->estimate.peak) : QString();
}

QString CatalogueModel::copiedTitle(int column) const
{
    const QString unit = column == Peak ? tr("bytes")
        : column == Rate                ? rateUnit(m_sample)
        : column == RunBill             ? QStringLiteral("$")
        : column == RunTime             ? QStringLiteral("s")
                                        : QString();
    return unit.isEmpty() ? title(column) : QStringLiteral("%1 (%2)").arg(title(column), unit);
}

QString CatalogueModel::copiedText(int row, int column) const
{
    const SizedCluster& sized = this->sized(row);
    if (!sized.plan || column == Hardware || column == Plan) {
        return text(row, column);
    }
    const SizedPlan& plan = *sized.plan;
    const auto price = billedPrice(plan.problem.cluster, plan.plan);
    const auto cost = costPerMillion(plan);
    const TrainingCost training_cost = trainingCostOf(plan);
    switch (column) {
    case RunBill:
        return training_cost.total ? copiedNumber(training_cost.total->middle.value) : QString();
    case RunTime:
        return copiedNumber(training_cost.time.value);
    case Peak:
        return QString::number(plan.estimate.peak.value);
    case Rate:
        return copiedNumber(rateOf(plan.estimate));
    case Hourly:
        return price ? copiedNumber(price->value) : QString();
    case Cost:
        return cost ? copiedNumber(cost->value) : QString();
    default:
        return fits(sized) ? verdictTextOf(plan) : tr("shortfall %1 bytes").arg(plan.missing.value);
    }
}

}
