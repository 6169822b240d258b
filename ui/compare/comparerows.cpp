// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparerows.h"

#include "core/estimate/fullest.h"
#include "ui/models/devicemodel.h"
#include "ui/models/tablecsv.h"
#include "ui/sizing/sizingwords.h"
#include "ui/support/coretext.h"
#include "ui/support/formulas.h"
#include "ui/support/moneywords.h"
#include "ui/support/numbers.h"
#include "ui/support/peakwords.h"
#include "ui/support/plandetails.h"
#include "ui/support/planrole.h"
#include "ui/support/words.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <functional>

namespace stagecraft {

namespace {

struct Compare {
    Q_DECLARE_TR_FUNCTIONS(Compare)
};

using CellOf = std::function<CompareCell(const ComparedPlan&)>;
using EstimateCell = std::function<CompareCell(const ComparedPlan&, const Estimate&)>;

CompareCell wordsCell(const QString& text, const QString& toolTip = {})
{
    return {text, {}, toolTip, {}};
}

CompareCell bytesCell(Bytes bytes)
{
    return {bytesText(bytes), QString::number(bytes.value), exactBytesText(bytes), static_cast<double>(bytes.value)};
}

CompareCell secondsCell(Seconds seconds)
{
    return {secondsText(seconds), copiedNumber(seconds.value), exactSecondsText(seconds), seconds.value};
}

// Of runs, which take days.
CompareCell durationCell(Seconds time)
{
    return {durationText(time), copiedNumber(time.value), exactSecondsText(time), time.value};
}

CompareCell dollarsCell(double dollars)
{
    return {dollarsText(dollars), copiedNumber(dollars), QStringLiteral("$%1").arg(copiedNumber(dollars)), dollars};
}

CompareCell countCell(std::int64_t count)
{
    return {countText(count), QString::number(count), {}, static_cast<double>(count)};
}

CompareCell shareCell(double share)
{
    return {percentText(share), copiedNumber(share), {}, share};
}

QString boundsText(const QString& low, const QString& high)
{
    return low == high ? low : Compare::tr("%1 to %2").arg(low, high);
}

QString offerText(const Cluster& cluster)
{
    QStringList texts;
    for (const ClusterGroup& group : cluster.groups) {
        if (group.price_per_node) {
            const QString price = Compare::tr("%1 a node and hour").arg(dollarsText(group.price_per_node->value));
            texts << (group.offer ? QStringLiteral("%1, %2").arg(price, QString::fromStdString(group.offer->id()))
                                  : price);
        }
    }
    return texts.join(QStringLiteral(" + "));
}

QString cutsText(const Plan& plan)
{
    QStringList counts;
    for (const Stage& stage : plan.stages) {
        counts << QString::number(stage.layers.count());
    }
    return counts.join(QStringLiteral(" + "));
}

QString bottleneckText(const ComparedPlan& plan, const DeviceEstimate& device)
{
    const auto& all = plan.estimate->devices;
    const auto index = std::find(all.begin(), all.end(), device) - all.begin();
    return Compare::tr("Device %1, stage %2").arg(index).arg(device.stage);
}

QStringList layerNamesOf(const Problem& problem)
{
    QStringList names;
    for (const Layer& layer : problem.model.layers) {
        names << QString::fromStdString(layer.name);
    }
    return names;
}

// With its source, where that is a stack.
CompareCell basisCell(const Estimate& estimate, Basis basis, std::string StackUse::*source)
{
    QString text = basisName(basis);
    if (estimate.extrapolated && basis != Basis::Analytic) { // else nothing was measured
        text = Compare::tr("%1, beyond what was measured").arg(text);
    }
    const QString stack = estimate.stack ? QString::fromStdString((*estimate.stack).*source) : QString();
    return wordsCell(text,
                     stack.isEmpty() ? basisMeaning(basis) : QStringLiteral("%1\n%2").arg(basisMeaning(basis), stack));
}

// Adds rows of one group, and leaves out what no column has.
class GroupRows {
public:
    GroupRows(CompareGroup group, const std::vector<ComparedPlan>& plans, std::vector<CompareRow>& rows)
        : m_group(group), m_plans(plans), m_rows(rows)
    {
    }

    CompareRow& add(const QString& title, const CellOf& cell)
    {
        CompareRow row {m_group, title};
        for (const ComparedPlan& plan : m_plans) {
            row.cells.push_back(cell(plan));
        }
        const bool any =
            std::any_of(row.cells.begin(), row.cells.end(), [](const CompareCell& one) { return !one.text.isEmpty(); });
        m_unused = row;
        return any ? m_rows.emplace_back(std::move(row)) : m_unused;
    }
    CompareRow& estimated(const QString& title, const EstimateCell& cell)
    {
        return add(title, [&cell](const ComparedPlan& plan) {
            return plan.estimate ? cell(plan, *plan.estimate) : CompareCell();
        });
    }
    CompareRow& ofFullest(const QString& title,
                          const std::function<CompareCell(const ComparedPlan&, const DeviceEstimate&)>& cell)
    {
        return estimated(title, [&cell](const ComparedPlan& plan, const Estimate& estimate) {
            const DeviceEstimate* device = fullestDevice(estimate);
            return device != nullptr ? cell(plan, *device) : CompareCell();
        });
    }

private:
    CompareGroup m_group;
    const std::vector<ComparedPlan>& m_plans;
    std::vector<CompareRow>& m_rows;
    CompareRow m_unused;
};

// Of figures of which more by a tenth means something.
void measured(CompareRow& row, const QString& copied_title, const QString& how = {})
{
    row.difference = CompareRow::Difference::Share;
    row.copiedTitle = copied_title;
    row.how = how;
}

void addPlanRows(const std::vector<ComparedPlan>& plans, std::vector<CompareRow>& rows)
{
    GroupRows group(CompareGroup::Plan, plans, rows);
    group.add(Compare::tr("Possible"), [](const ComparedPlan& plan) {
        return plan.obstacle ? wordsCell(Compare::tr("not under this problem"))
            : plan.estimate  ? wordsCell(plan.estimate->fits ? Compare::tr("fits") : Compare::tr("does not fit"))
                             : wordsCell(Compare::tr("estimating…"));
    });
    group.add(Compare::tr("Model"),
              [](const ComparedPlan& plan) { return wordsCell(QString::fromStdString(plan.problem.model.name)); });
    group.add(Compare::tr("Batch"),
              [](const ComparedPlan& plan) { return countCell(plan.problem.workload.global_batch); });
    group.add(Compare::tr("Sequence"), [](const ComparedPlan& plan) {
        return plan.problem.model.sample == SampleKind::Tokens ? countCell(plan.problem.workload.sequence)
                                                               : CompareCell();
    });
    group.add(Compare::tr("Cluster"),
              [](const ComparedPlan& plan) { return wordsCell(QString::fromStdString(plan.problem.cluster.name)); });
    group.add(Compare::tr("Price"),
              [](const ComparedPlan& plan) { return wordsCell(offerText(plan.problem.cluster)); });
    group.add(Compare::tr("Stack"),
              [](const ComparedPlan& plan) { return wordsCell(QString::fromStdString(plan.problem.stack)); });
    group.add(Compare::tr("Degrees"), [](const ComparedPlan& plan) { return wordsCell(degreesText(plan.plan)); }).how =
        formulaOf(Figure::Degrees);
    measured(group.add(Compare::tr("Devices"), [](const ComparedPlan& plan) { return countCell(plan.plan.devices()); }),
             {});
    group.add(Compare::tr("Schedule"),
              [](const ComparedPlan& plan) { return wordsCell(scheduleName(plan.plan.schedule)); });
    group
        .add(Compare::tr("Micro-batch"),
             [](const ComparedPlan& plan) {
                 return wordsCell(
                     Compare::tr("%1, %Ln times a step", nullptr, static_cast<int>(plan.plan.micro_batches))
                         .arg(countText(plan.plan.microBatch())));
             })
        .how = formulaOf(Figure::MicroBatch);
    group.add(Compare::tr("ZeRO"), [](const ComparedPlan& plan) { return wordsCell(zeroName(plan.plan.zero_stage)); });
    group.add(Compare::tr("Activations"),
              [](const ComparedPlan& plan) { return wordsCell(activationsText(plan.plan)); });
    group.add(Compare::tr("On the host"),
              [](const ComparedPlan& plan) { return wordsCell(offloadName(plan.plan.training.offload)); });
    group.add(Compare::tr("Layers of the stages"),
              [](const ComparedPlan& plan) { return wordsCell(cutsText(plan.plan), stagesText(plan.plan)); });
}

void addMemoryRows(const std::vector<ComparedPlan>& plans, std::vector<CompareRow>& rows)
{
    GroupRows group(CompareGroup::Memory, plans, rows);
    measured(group.estimated(Compare::tr("Peak"),
                             [](const ComparedPlan&, const Estimate& estimate) {
                                 CompareCell cell = bytesCell(estimate.peak);
                                 cell.text = peakText(estimate.peak, peakKind(estimate));
                                 return cell;
                             }),
             Compare::tr("Peak (bytes)"), formulaOf(Figure::Peak));
    group.estimated(Compare::tr("Peak, bounds"), [](const ComparedPlan&, const Estimate& estimate) {
        return wordsCell(boundsText(bytesText(estimate.peak_low), bytesText(estimate.peak_high)));
    });
    group.ofFullest(Compare::tr("Fullest device"), [](const ComparedPlan& plan, const DeviceEstimate& device) {
        return wordsCell(bottleneckText(plan, device),
                         Compare::tr("%1, reached %2")
                             .arg(QString::fromStdString(device.device_type),
                                  momentText(device.moment, layerNamesOf(plan.problem))));
    });
    const auto bytes = [&group](const QString& title, const QString& copied, const QString& how, const auto& of) {
        measured(group.ofFullest(title,
                                 [&of](const ComparedPlan& plan, const DeviceEstimate& device) {
                                     const std::optional<Bytes> known = of(plan, device);
                                     return known ? bytesCell(*known) : CompareCell();
                                 }),
                 copied, how);
    };
    for (const MemoryPart part : memoryParts) {
        bytes(QStringLiteral("  %1").arg(partName(part)), Compare::tr("%1 (bytes)").arg(partName(part)),
              formulaOf(part), [part](const ComparedPlan&, const DeviceEstimate& device) {
                  const Bytes known = partBytes(device.breakdown, part);
                  return known > Bytes(0) ? std::optional(known) : std::nullopt;
              });
    }
    bytes(Compare::tr("Reserved"), Compare::tr("Reserved (bytes)"), formulaOf(Figure::Reserved),
          [](const ComparedPlan& plan, const DeviceEstimate& device) {
              return reservedPeak(device, peakKind(*plan.estimate));
          });
    bytes(Compare::tr("On the device"), Compare::tr("On the device (bytes)"), formulaOf(Figure::OnDevice),
          [](const ComparedPlan&, const DeviceEstimate& device) { return std::optional(device.device); });
    bytes(Compare::tr("At most"), Compare::tr("At most (bytes)"), formulaOf(Figure::AtMost),
          [](const ComparedPlan&, const DeviceEstimate& device) { return std::optional(device.device_high); });
    group
        .ofFullest(Compare::tr("Headroom"),
                   [](const ComparedPlan&, const DeviceEstimate& device) {
                       const Bytes free = device.capacity - device.device_high;
                       CompareCell cell = bytesCell(free);
                       if (free < Bytes(0)) {
                           cell.text = Compare::tr("%1 short").arg(bytesText(Bytes(-free.value)));
                       }
                       return cell;
                   })
        .copiedTitle = Compare::tr("Headroom (bytes)");
    group.estimated(Compare::tr("Rests on"), [](const ComparedPlan&, const Estimate& estimate) {
        return basisCell(estimate, estimate.memory_basis, &StackUse::memory_source);
    });
}

void addTimeRows(const std::vector<ComparedPlan>& plans, std::vector<CompareRow>& rows)
{
    GroupRows group(CompareGroup::Time, plans, rows);
    measured(group.estimated(Compare::tr("Step"),
                             [](const ComparedPlan&, const Estimate& estimate) { return secondsCell(estimate.step); }),
             Compare::tr("Step (seconds)"), formulaOf(Figure::Step));
    group.estimated(Compare::tr("Step, bounds"), [](const ComparedPlan&, const Estimate& estimate) {
        return wordsCell(boundsText(secondsText(estimate.step_low), secondsText(estimate.step_high)));
    });
    measured(group.estimated(
                 Compare::tr("Throughput"),
                 [](const ComparedPlan&, const Estimate& estimate) {
                     return CompareCell {rateText(estimate), copiedNumber(rateOf(estimate)), {}, rateOf(estimate)};
                 }),
             Compare::tr("Throughput (tokens/s or samples/s)"), formulaOf(Figure::Throughput));
    const auto share = [&group](const QString& title, Figure figure, const auto& of) {
        CompareRow& row = group.estimated(title, [&of](const ComparedPlan&, const Estimate& estimate) {
            const std::optional<double> known = of(estimate);
            return known ? shareCell(*known) : CompareCell();
        });
        row.difference = CompareRow::Difference::Points;
        row.how = formulaOf(figure);
    };
    share(Compare::tr("Bubble"), Figure::Bubble,
          [](const Estimate& estimate) { return std::optional(estimate.bubble_fraction); });
    share(Compare::tr("MFU"), Figure::Mfu, [](const Estimate& estimate) { return estimate.mfu; });
    measured(group.estimated(Compare::tr("Exposed communication"),
                             [](const ComparedPlan&, const Estimate& estimate) {
                                 return estimate.exposed_communication ? secondsCell(*estimate.exposed_communication)
                                                                       : CompareCell();
                             }),
             Compare::tr("Exposed communication (seconds)"), formulaOf(Figure::Exposed));
    group.estimated(Compare::tr("Rests on"), [](const ComparedPlan&, const Estimate& estimate) {
        return basisCell(estimate, estimate.time_basis, &StackUse::time_source);
    });
}

QString billBasis(const Bill& bill)
{
    QStringList texts;
    for (const BillLine& line : bill.lines) {
        const QString source = coreText(line.source);
        texts << (source.isEmpty() ? basisName(line.basis)
                                   : QStringLiteral("%1: %2").arg(basisName(line.basis), source));
    }
    texts.removeDuplicates();
    return texts.join(QStringLiteral("; "));
}

void addMoneyRows(const std::vector<ComparedPlan>& plans, std::vector<CompareRow>& rows)
{
    GroupRows group(CompareGroup::Money, plans, rows);
    const auto dollars = [&group](const QString& title, std::optional<Dollars> Bill::*amount) {
        measured(group.add(title,
                           [amount](const ComparedPlan& plan) {
                               const auto known = plan.bill ? *plan.bill.*amount : std::nullopt;
                               return known ? dollarsCell(known->middle.value) : CompareCell();
                           }),
                 Compare::tr("%1 ($)").arg(title), formulaOf(Figure::Cost));
        group.add(Compare::tr("%1, bounds").arg(title), [amount](const ComparedPlan& plan) {
            const auto known = plan.bill ? *plan.bill.*amount : std::nullopt;
            return known ? wordsCell(boundsText(dollarsText(known->low.value), dollarsText(known->high.value)))
                         : CompareCell();
        });
    };
    const bool of_run = !plans.empty() && plans.front().problem.billing.amount > 0; // one for all
    group.add(Compare::tr("Run"), [of_run](const ComparedPlan& plan) {
        return wordsCell(of_run ? amountText(plan.problem.billing.amount)
                                : Compare::tr("a step: the problem gives no run"));
    });
    measured(group.add(of_run ? Compare::tr("Time to train") : Compare::tr("Time of a step"),
                       [](const ComparedPlan& plan) {
                           return plan.bill && std::isfinite(plan.bill->time.value) ? durationCell(plan.bill->time)
                                                                                    : CompareCell();
                       }),
             Compare::tr("Time to train (seconds)"));
    group.add(of_run ? Compare::tr("Time to train, bounds") : Compare::tr("Time of a step, bounds"),
              [](const ComparedPlan& plan) {
                  return plan.bill && std::isfinite(plan.bill->time_high.value)
                      ? wordsCell(boundsText(durationText(plan.bill->time_low), durationText(plan.bill->time_high)))
                      : CompareCell();
              });
    if (of_run) {
        dollars(Compare::tr("Of the run"), &Bill::total);
    }
    dollars(Compare::tr("A step"), &Bill::per_step);
    const bool tokens = std::all_of(plans.begin(), plans.end(), [](const ComparedPlan& plan) {
        return plan.problem.model.sample == SampleKind::Tokens;
    });
    dollars(tokens ? Compare::tr("A million tokens") : Compare::tr("A million samples"), &Bill::per_million);
    group.add(Compare::tr("Rests on"), [](const ComparedPlan& plan) {
        const QString basis = plan.bill ? billBasis(*plan.bill) : QString();
        return wordsCell(basis, basis);
    });
}

QString withSign(double value, const QString& size)
{
    return QLatin1Char(value < 0 ? '-' : '+') + size;
}

}

QString groupTitle(CompareGroup group)
{
    switch (group) {
    case CompareGroup::Plan:
        return Compare::tr("Plan");
    case CompareGroup::Memory:
        return Compare::tr("Memory");
    case CompareGroup::Time:
        return Compare::tr("Time");
    case CompareGroup::Money:
        return Compare::tr("Money");
    }
    return {};
}

bool CompareRow::differs() const
{
    const CompareCell* first = nullptr;
    for (const CompareCell& cell : cells) {
        if (cell.text.isEmpty()) {
            continue;
        }
        if (first != nullptr && cell.text != first->text) {
            return true;
        }
        first = first == nullptr ? &cell : first;
    }
    return false;
}

QString CompareRow::differenceText(std::size_t column, std::size_t baseline) const
{
    if (difference == Difference::None || column == baseline || baseline >= cells.size()) {
        return {};
    }
    const auto figure = cells[column].figure;
    const auto other = cells[baseline].figure;
    if (!figure || !other || *figure == *other) {
        return {};
    }
    const double more = *figure - *other;
    if (difference == Difference::Points) {
        return Compare::tr("%1 points").arg(withSign(more, numberText(std::abs(more) * 100)));
    }
    return *other == 0 ? QString() : withSign(more, percentText(std::abs(more / *other)));
}

std::vector<CompareRow> compareRows(const std::vector<ComparedPlan>& plans)
{
    std::vector<CompareRow> rows;
    addPlanRows(plans, rows);
    addMemoryRows(plans, rows);
    addTimeRows(plans, rows);
    addMoneyRows(plans, rows);
    return rows;
}

}
