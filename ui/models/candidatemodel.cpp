// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/candidatemodel.h"

#include "core/estimate/fullestdevice.h"
#include "ui/models/trainingcostcells.h"
#include "ui/words/formulas.h"
#include "ui/words/gaptobestwords.h"
#include "ui/words/intervaltext.h"
#include "ui/words/numbers.h"
#include "ui/words/peakwords.h"
#include "ui/words/plaintext.h"
#include "ui/words/plandetails.h"
#include "ui/words/planrole.h"
#include "ui/words/significantfigures.h"
#include "ui/words/words.h"

#include <QHashFunctions>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace stagecraft {

namespace {

double throughput(const Estimate& estimate, bool tokens)
{
    return tokens ? estimate.tokens_per_second : estimate.samples_per_second;
}

// Basis of memory and time; shown once if equal.
QString basisText(const Estimate& estimate)
{
    const QString memory = basisName(estimate.memory_basis);
    return (estimate.memory_basis == estimate.time_basis
                ? memory
                : CandidateModel::tr("memory %1, time %2").arg(memory, basisName(estimate.time_basis)))
        + (estimate.extrapolated ? QStringLiteral(" *") : QString());
}

QVariant alignmentOfColumn(int column)
{
    const bool number = column == CandidateModel::Throughput || column == CandidateModel::Step
        || column == CandidateModel::Mfu || column == CandidateModel::PeakBounds || column == CandidateModel::StepBounds
        || column == CandidateModel::Devices || column == CandidateModel::Bubble || column == CandidateModel::Cost
        || isTrainingCostColumn(column);
    return QVariant((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

QVariant displayText(int column, const Candidate& candidate, bool tokens)
{
    const Estimate& estimate = candidate.estimate;
    switch (column) {
    case CandidateModel::Plan:
        return planName(candidate);
    case CandidateModel::Degrees:
        return degreesText(candidate.plan);
    case CandidateModel::Schedule:
        return scheduleName(candidate.plan.schedule);
    case CandidateModel::MicroBatch:
        return QStringLiteral("%1 × %2").arg(countText(candidate.plan.microBatch()),
                                             countText(candidate.plan.micro_batches));
    case CandidateModel::Zero:
        return countText(candidate.plan.zero_stage);
    case CandidateModel::Activations:
        return activationsText(candidate.plan);
    case CandidateModel::OnHost:
        return offloadName(candidate.plan.training.offload);
    case CandidateModel::Peak:
        return bytesText(estimate.peak);
    case CandidateModel::Throughput:
        return numberText(throughput(estimate, tokens));
    case CandidateModel::Mfu:
        return estimate.mfu ? percentText(*estimate.mfu) : QString();
    case CandidateModel::Step:
        return secondsText(estimate.step);
    case CandidateModel::Bubble:
        return percentText(estimate.bubble_fraction);
    case CandidateModel::Cost:
        return estimate.cost_per_step ? dollarsText(estimate.cost_per_step->value) : QString();
    case CandidateModel::PeakBounds:
        return intervalText(bytesText(estimate.peak_low), bytesText(estimate.peak_high));
    case CandidateModel::StepBounds:
        return intervalText(secondsText(estimate.step_low), secondsText(estimate.step_high));
    case CandidateModel::Basis:
        return basisText(estimate);
    case CandidateModel::Devices:
        return countText(candidate.plan.devices());
    case CandidateModel::SplitPoints:
        return shortSplitPointsText(candidate.plan);
    default:
        return {};
    }
}

QVariant sortValue(int column, const Candidate& candidate, bool tokens)
{
    const Estimate& estimate = candidate.estimate;
    switch (column) {
    case CandidateModel::Plan:
        return static_cast<int>(roleOf(candidate));
    case CandidateModel::Degrees:
        return static_cast<int>(candidate.plan.stages.size()) * 100000 + (candidate.plan.devices());
    case CandidateModel::MicroBatch:
        return static_cast<qint64>(candidate.plan.microBatch() * 1000000 + candidate.plan.micro_batches);
    case CandidateModel::Zero:
        return candidate.plan.zero_stage;
    case CandidateModel::Devices:
        return candidate.plan.devices();
    case CandidateModel::SplitPoints:
        return static_cast<qint64>(candidate.plan.stages.empty() ? 0 : candidate.plan.stages.front().layers.count());
    case CandidateModel::Peak:
        return static_cast<qint64>(estimate.peak.value);
    case CandidateModel::Throughput:
        return throughput(estimate, tokens);
    case CandidateModel::Mfu:
        return estimate.mfu.value_or(0);
    case CandidateModel::Step:
        return estimate.step.value;
    case CandidateModel::Bubble:
        return estimate.bubble_fraction;
    case CandidateModel::Cost:
        return estimate.cost_per_step ? estimate.cost_per_step->value : 0;
    case CandidateModel::PeakBounds:
        return static_cast<qint64>(estimate.peak_high.value);
    case CandidateModel::StepBounds:
        return estimate.step_high.value;
    default:
        return displayText(column, candidate, tokens);
    }
}

QVariant copyText(int column, const Candidate& candidate, bool tokens)
{
    const Estimate& estimate = candidate.estimate;
    switch (column) {
    case CandidateModel::Plan:
        return planLabels(candidate);
    case CandidateModel::MicroBatch:
        return QStringList {QString::number(candidate.plan.microBatch()),
                            QString::number(candidate.plan.micro_batches)};
    case CandidateModel::Peak:
    case CandidateModel::Throughput:
    case CandidateModel::Step:
    case CandidateModel::Bubble:
        return copiedNumber(sortValue(column, candidate, tokens).toDouble());
    case CandidateModel::Cost:
        return estimate.cost_per_step ? copiedNumber(estimate.cost_per_step->value) : QString();
    case CandidateModel::Mfu:
        return estimate.mfu ? copiedNumber(*estimate.mfu) : QString();
    case CandidateModel::PeakBounds:
        return QStringList {QString::number(estimate.peak_low.value), QString::number(estimate.peak_high.value)};
    case CandidateModel::Devices:
        return QString::number(candidate.plan.devices());
    case CandidateModel::SplitPoints:
        return splitPointsText(candidate.plan);
    case CandidateModel::StepBounds:
        return QStringList {copiedNumber(estimate.step_low.value), copiedNumber(estimate.step_high.value)};
    default:
        return displayText(column, candidate, tokens);
    }
}

QString degreesToolTip(const Plan& plan)
{
    const Stage& first = plan.stages.front();
    QStringList parts {CandidateModel::tr("%n pipeline stages", nullptr, static_cast<int>(plan.stages.size()))};
    const auto add = [&parts](bool reported, const QString& words) {
        if (reported) {
            parts << words;
        }
    };
    add(first.degrees.tensor > 1,
        plan.sequence_parallel ? CandidateModel::tr("tensor-parallel size %n with sequence parallelism (+SP)", nullptr,
                                                    first.degrees.tensor)
                               : CandidateModel::tr("tensor-parallel size %n", nullptr, first.degrees.tensor));
    add(plan.context > 1, CandidateModel::tr("context-parallel size %n", nullptr, plan.context));
    add(true, CandidateModel::tr("data-parallel size %Ln", nullptr, first.degrees.data));
    add(plan.expert > 1, CandidateModel::tr("expert-parallel size %n", nullptr, plan.expert));
    return CandidateModel::tr("%1: %Ln devices", nullptr, plan.devices()).arg(parts.join(QStringLiteral(", ")));
}

// Formulas of numeric columns; other columns need no explanation.
QVariant columnFormula(int column)
{
    switch (column) {
    case CandidateModel::Degrees:
        return formulaOf(Figure::Degrees);
    case CandidateModel::MicroBatch:
        return formulaOf(Figure::MicroBatch);
    case CandidateModel::Peak:
    case CandidateModel::PeakBounds:
        return formulaOf(Figure::Peak);
    case CandidateModel::Throughput:
        return formulaOf(Figure::Throughput);
    case CandidateModel::Mfu:
        return formulaOf(Figure::Mfu);
    case CandidateModel::Step:
    case CandidateModel::StepBounds:
        return formulaOf(Figure::Step);
    case CandidateModel::Bubble:
        return formulaOf(Figure::Bubble);
    case CandidateModel::Cost:
        return formulaOf(Figure::Cost);
    case CandidateModel::CostPerMillion:
        return formulaOf(Figure::CostPerMillion);
    case CandidateModel::RunCost:
        return formulaOf(Figure::RunCost);
    case CandidateModel::TrainTime:
        return formulaOf(Figure::TrainTime);
    case CandidateModel::Basis:
        return formulaOf(Figure::Basis);
    case CandidateModel::Devices:
        return formulaOf(Figure::Devices);
    default:
        return {};
    }
}

QString peakToolTip(const Estimate& estimate)
{
    const DeviceEstimate* device = peakDevice(estimate);
    if (!device) {
        return {};
    }
    return CandidateModel::tr("Device with the highest peak\n%1\nCapacity: %2, up to %3 full (upper bound). Fullest "
                              "device: up to %4 full.")
        .arg(peakLines(*device).join(u'\n'), exactBytesText(device->capacity), percentText(filledShare(*device)),
             percentText(fullestShare(estimate)));
}

// Bounds of the allocated peak, and the upper bound of device memory that decides whether the plan fits.
QString boundsToolTip(const Estimate& estimate)
{
    const QString bounds = intervalText(exactBytesText(estimate.peak_low), exactBytesText(estimate.peak_high));
    const DeviceEstimate* device = fullestDevice(estimate);
    return device ? CandidateModel::tr("%1\nUpper bound of device memory on the fullest device: %2 of %3. The plan "
                                       "fits if this is within the capacity.")
                        .arg(bounds, bytesText(device->device_high), bytesText(device->capacity))
                  : bounds;
}

// Significant figures of the step time and of values computed from it.
int figuresOfStep(const Estimate& estimate)
{
    return significantFigures(estimate.step.value, estimate.step_low.value, estimate.step_high.value);
}

QString throughputToolTip(const Estimate& estimate, bool tokens)
{
    const QString samples = figuresText(estimate.samples_per_second, figuresOfStep(estimate));
    return (tokens ? CandidateModel::tr("%1 tokens/s\n%2 samples/s")
                         .arg(figuresText(estimate.tokens_per_second, figuresOfStep(estimate)), samples)
                   : CandidateModel::tr("%1 samples/s").arg(samples))
        + (estimate.mfu ? CandidateModel::tr("\n%1 of the devices' peak rate (MFU)").arg(percentText(*estimate.mfu))
                        : QString());
}

QString stepToolTip(const Estimate& estimate)
{
    const QString step = roundedSecondsText(estimate.step, figuresOfStep(estimate));
    return estimate.step_low == estimate.step_high
        ? step
        : CandidateModel::tr("%1\nBetween %2 and %3")
              .arg(step, secondsText(estimate.step_low), secondsText(estimate.step_high));
}

QVariant toolTip(int column, const Candidate& candidate, bool tokens)
{
    const Estimate& estimate = candidate.estimate;
    switch (column) {
    case CandidateModel::Plan:
        return QStringLiteral("%1\n%2").arg(planLabels(candidate), stagesText(candidate.plan));
    case CandidateModel::Degrees:
        if (!candidate.plan.hasEqualStages()) {
            return CandidateModel::tr("%1 pipeline stages with different parallelism: %Ln devices", nullptr,
                                      candidate.plan.devices())
                .arg(candidate.plan.stages.size());
        }
        return candidate.plan.stages.empty() ? QString() : degreesToolTip(candidate.plan);
    case CandidateModel::MicroBatch:
        return CandidateModel::tr("Micro-batch size %Ln, %1", nullptr, static_cast<int>(candidate.plan.microBatch()))
            .arg(CandidateModel::tr("%Ln micro-batches per step", nullptr,
                                    static_cast<int>(candidate.plan.micro_batches)));
    case CandidateModel::Zero:
        return zeroName(candidate.plan.zero_stage);
    case CandidateModel::SplitPoints:
        return stagesText(candidate.plan);
    case CandidateModel::Peak:
        return peakToolTip(estimate);
    case CandidateModel::Throughput:
        return throughputToolTip(estimate, tokens);
    case CandidateModel::Mfu:
        return estimate.mfu
            ? CandidateModel::tr("%1 % of the devices' peak rate")
                  .arg(figuresText(*estimate.mfu * 100, figuresOfStep(estimate)))
            : CandidateModel::tr("Unknown: the catalog has no peak rate of the devices for this precision");
    case CandidateModel::PeakBounds:
        return boundsToolTip(estimate);
    case CandidateModel::StepBounds:
        return intervalText(roundedSecondsText(estimate.step_low, figuresOfStep(estimate)),
                            roundedSecondsText(estimate.step_high, figuresOfStep(estimate)));
    case CandidateModel::Step:
        return stepToolTip(estimate);
    case CandidateModel::Bubble:
        return CandidateModel::tr("Devices are idle for %1 % of the step time")
            .arg(figuresText(estimate.bubble_fraction * 100, figuresOfStep(estimate)));
    case CandidateModel::Cost:
        return estimate.cost_per_step ? CandidateModel::tr("$%1 per step")
                                            .arg(figuresText(estimate.cost_per_step->value, figuresOfStep(estimate)))
                                      : QString();
    case CandidateModel::Basis:
        return CandidateModel::tr("Memory: %1. %2\nTime: %3. %4")
                   .arg(basisName(estimate.memory_basis), basisMeaning(estimate.memory_basis),
                        basisName(estimate.time_basis), basisMeaning(estimate.time_basis))
            + (estimate.extrapolated ? CandidateModel::tr("\n* extrapolated beyond the measured range") : QString());
    default:
        return displayText(column, candidate, tokens);
    }
}

}

double fullestShare(const Estimate& estimate)
{
    const DeviceEstimate* device = fullestDevice(estimate);
    return device ? filledShare(*device) : 0;
}

Bytes fullestCapacity(const Estimate& estimate)
{
    const DeviceEstimate* device = fullestDevice(estimate);
    return device ? device->capacity : Bytes {};
}

CandidateModel::CandidateModel(QObject* parent) : QAbstractTableModel(parent) {}

void CandidateModel::setResult(std::shared_ptr<const SearchResult> result,
                               std::shared_ptr<const PlanTrainingCosts> training_costs)
{
    beginResetModel();
    m_result = std::move(result);
    m_trainingCosts = std::move(training_costs);
    m_tokens = m_result
        && std::any_of(m_result->candidates.begin(), m_result->candidates.end(),
                       [](const Candidate& candidate) { return candidate.estimate.tokens_per_second > 0; });
    endResetModel();
}

const Candidate* CandidateModel::candidate(int row) const
{
    return row >= 0 && row < rowCount() ? &m_result->candidates[static_cast<std::size_t>(row)] : nullptr;
}

bool CandidateModel::hasCosts() const
{
    return m_result
        && std::any_of(m_result->candidates.begin(), m_result->candidates.end(),
                       [](const Candidate& candidate) { return candidate.estimate.cost_per_step.has_value(); });
}

bool CandidateModel::hasRun() const
{
    return m_trainingCosts && m_trainingCosts->isOfRun();
}

bool CandidateModel::hasMfu() const
{
    return m_result
        && std::any_of(m_result->candidates.begin(), m_result->candidates.end(),
                       [](const Candidate& candidate) { return candidate.estimate.mfu.has_value(); });
}

bool CandidateModel::hasBounds(int column) const
{
    return m_result
        && std::any_of(m_result->candidates.begin(), m_result->candidates.end(), [column](const Candidate& candidate) {
               const Estimate& estimate = candidate.estimate;
               return column == PeakBounds ? estimate.peak_low < estimate.peak_high
                                           : estimate.step_low < estimate.step_high;
           });
}

bool CandidateModel::isDistinguishable(int column) const
{
    for (int row = 1; row < rowCount(); ++row) {
        if (displayText(column, *candidate(row), m_tokens) != displayText(column, *candidate(0), m_tokens)) {
            return true;
        }
    }
    return false;
}

bool CandidateModel::hasEqualsButForSplitPoints() const
{
    constexpr std::array same {Degrees, Schedule, MicroBatch, Zero, Activations, OnHost};
    std::unordered_map<std::size_t, int> first; // row of each kind of plan
    for (int row = 0; row < rowCount(); ++row) {
        if (isBaseline(*candidate(row))) {
            continue; // its name identifies the partition
        }
        const stagecraft::Plan& plan = candidate(row)->plan;
        const auto kind = qHashMulti(0, plan.stages.size(), plan.devices(), static_cast<int>(plan.schedule),
                                     plan.micro_batches, plan.zero_stage, plan.sequence_parallel);
        const auto [other, alone] = first.emplace(kind, row);
        if (alone || splitPointsText(candidate(other->second)->plan) == splitPointsText(plan)) {
            continue;
        }
        if (std::all_of(same.begin(), same.end(), [&, equal_row = other->second](Column column) {
                return displayText(column, *candidate(row), m_tokens)
                    == displayText(column, *candidate(equal_row), m_tokens);
            })) {
            return true;
        }
    }
    return false;
}

int CandidateModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_result ? 0 : static_cast<int>(m_result->candidates.size());
}

int CandidateModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant CandidateModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    return cell(index.row(), index.column(), role);
}

QVariant CandidateModel::cell(int row, int column, int role) const
{
    if (isTrainingCostColumn(column)) {
        const TrainingCost* training_cost = m_trainingCosts ? &m_trainingCosts->of(row) : nullptr;
        if (const QVariant reported = trainingCostCell(column, role, training_cost); reported.isValid()) {
            return reported;
        }
    }
    const Candidate& shown = *candidate(row);
    const bool star = (column == Step || column == Cost) && shown.has(Label::Recommended);
    if (star && (role == Qt::DisplayRole || role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)) {
        const bool cost = column == Cost;
        const QString more = cost ? extraCostText(*m_result) : slowdownText(*m_result);
        QStringList sentences {cost ? costSentence(*m_result) : speedSentence(*m_result), rangesSentence(*m_result)};
        sentences.removeAll(QString());
        const QString sentence = sentences.join(QLatin1Char(' '));
        const QString figure = planCell(column, role, shown).toString();
        const QString beside = role == Qt::ToolTipRole ? sentence : more;
        return figure.isEmpty() || beside.isEmpty() ? figure
            : role == Qt::ToolTipRole               ? QStringLiteral("%1\n%2").arg(figure, beside)
                                                    : QStringLiteral("%1 (%2)").arg(figure, beside);
    }
    return planCell(column, role, shown);
}

QVariant CandidateModel::planCell(int column, int role, const Candidate& candidate) const
{
    switch (role) {
    case Qt::DisplayRole:
        return displayText(column, candidate, m_tokens);
    case Qt::ToolTipRole:
        return plainToolTip(toolTip(column, candidate, m_tokens).toString());
    case Qt::AccessibleTextRole:
        if (column == Plan) {
            return planLabels(candidate);
        }
        if (column == Peak) {
            return tr("%1; fullest device up to %2 full (upper bound)")
                .arg(bytesText(candidate.estimate.peak), percentText(fullestShare(candidate.estimate)));
        }
        return displayText(column, candidate, m_tokens);
    case Qt::TextAlignmentRole:
        return alignmentOfColumn(column);
    case SortRole:
        return sortValue(column, candidate, m_tokens);
    case PlanRoleRole:
        return static_cast<int>(roleOf(candidate));
    case ShareRole:
        return fullestShare(candidate.estimate);
    case FitsRole:
        return candidate.estimate.fits;
    case FrontRole:
        return candidate.has(Label::Front);
    case BaselineRole:
        return isBaseline(candidate);
    case CopyRole:
        return copyText(column, candidate, m_tokens);
    default:
        return {};
    }
}

QVariant CandidateModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return alignmentOfColumn(section);
    }
    if (role == Qt::ToolTipRole) {
        return plainToolTip(columnFormula(section).toString());
    }
    const bool copy = role == CopyRole;
    if (role != Qt::DisplayRole && !copy) {
        return {};
    }
    switch (section) {
    case Plan:
        return tr("Plan");
    case Degrees:
        return tr("Parallelism");
    case Schedule:
        return tr("Schedule");
    case MicroBatch:
        return copy ? QVariant(QStringList {tr("Micro-batch size"), tr("Number of micro-batches")})
                    : QVariant(tr("Micro-batches"));
    case Zero:
        return tr("ZeRO");
    case Activations:
        return tr("Activations");
    case OnHost:
        return tr("CPU offload");
    case Peak:
        return copy ? tr("%1 (bytes)").arg(peakTitle()) : peakTitle();
    case Throughput:
        return m_tokens ? tr("Tokens/s") : tr("Samples/s");
    case Mfu:
        return copy ? tr("MFU (fraction)") : tr("MFU");
    case PeakBounds:
        return copy ? QVariant(QStringList {tr("Peak lower bound (bytes)"), tr("Peak upper bound (bytes)")})
                    : QVariant(boundsTitle());
    case StepBounds:
        return copy ? QVariant(QStringList {tr("Step time lower bound (s)"), tr("Step time upper bound (s)")})
                    : QVariant(tr("Step time bounds"));
    case Step:
        return copy ? tr("Step time (s)") : tr("Step time");
    case SplitPoints:
        return tr("Split points");
    case Bubble:
        return copy ? tr("Bubble (fraction)") : tr("Bubble");
    case Cost:
        return copy ? tr("Cost per step ($)") : tr("Cost per step");
    case CostPerMillion:
        return m_tokens ? (copy ? tr("Cost per 10^6 tokens ($)") : tr("Cost per 10⁶ tokens"))
                        : (copy ? tr("Cost per 10^6 samples ($)") : tr("Cost per 10⁶ samples"));
    case RunCost:
        return copy ? tr("Total cost ($)") : tr("Total cost");
    case TrainTime:
        return copy ? tr("Time to train (s)") : tr("Time to train");
    case Devices:
        return tr("Devices");
    default:
        return tr("Basis");
    }
}

}
