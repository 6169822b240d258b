// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/compare/comparerows.h"
#include "ui/words/messagetext.h"

#include "core/base/format.h"
#include "core/estimate/fullestdevice.h"
#include "ui/charts/memorybarslayout.h"
#include "ui/models/devicemodel.h"
#include "ui/models/tablecsv.h"
#include "ui/panes/compare/comparecells.h"
#include "ui/words/formulas.h"
#include "ui/words/frameworkwords.h"
#include "ui/words/intervaltext.h"
#include "ui/words/messagetext.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"
#include "ui/words/plandetails.h"
#include "ui/words/planrole.h"
#include "ui/words/sizingwords.h"
#include "ui/words/words.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stagecraft {

namespace {

QString offerText(const Cluster& cluster)
{
    QStringList texts;
    for (const ClusterGroup& group : cluster.groups) {
        if (group.price_per_node) {
            const QString price = Compare::tr("%1 per node-hour").arg(dollarsText(group.price_per_node->value));
            texts << (group.offer ? QStringLiteral("%1, %2").arg(price, QString::fromStdString(group.offer->id()))
                                  : price);
        }
    }
    return texts.join(QStringLiteral(" + "));
}

// Age of each offer price, with a warning for stale prices.
CompareCell ageCell(const Cluster& cluster)
{
    QStringList texts;
    QStringList sources;
    for (const ClusterGroup& group : cluster.groups) {
        if (group.price_per_node && group.offer) {
            texts << ageText(*group.offer, QDate::currentDate());
            sources << priceFacts(group, QDate::currentDate());
        }
    }
    texts.removeDuplicates();
    sources.removeDuplicates();
    return wordsCell(texts.join(QStringLiteral(" + ")), sources.join(u'\n'));
}

// Assumed bandwidth per direction and latency, with their source.
CompareCell linkCell(const Cluster& cluster, Link ClusterGroup::*of)
{
    QStringList texts;
    QStringList sources;
    for (const ClusterGroup& group : cluster.groups) {
        const Link& link = group.*of;
        const QString source = link.source.empty() ? Compare::tr("no source") : messageText(link.source);
        texts << Compare::tr("%1 GB/s, %2; %3")
                     .arg(numberText(link.bandwidth.value / 1e9), secondsText(link.latency), source);
        sources << (link.date.empty()
                        ? source
                        : QStringLiteral("%1 (%2)").arg(source, dateText(QString::fromStdString(link.date))));
    }
    texts.removeDuplicates();
    sources.removeDuplicates();
    return wordsCell(texts.join(QStringLiteral(" + ")), sources.join(u'\n'));
}

QString partitionText(const Plan& plan)
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
    return withType(Compare::tr("Device %1, stage %2").arg(index).arg(device.stage),
                    DistinctTypes(all).of(static_cast<std::size_t>(index)));
}

QStringList layerNamesOf(const Problem& problem)
{
    QStringList names;
    for (const Layer& layer : problem.model.layers) {
        names << QString::fromStdString(layer.name);
    }
    return names;
}

CompareCell basisCell(const Estimate& estimate, Basis basis)
{
    QString text = basisName(basis);
    if (estimate.extrapolated && basis != Basis::Analytic) { // analytic estimates have no measured range
        text = Compare::tr("%1, extrapolated").arg(text);
    }
    return wordsCell(text, basisMeaning(basis));
}

void addHardwareRows(GroupRows& group)
{
    group.add(Compare::tr("Cluster"),
              [](const ComparedPlan& plan) { return wordsCell(QString::fromStdString(plan.problem.cluster.name)); });
    group.add(
        Compare::tr("Price"), [](const ComparedPlan& plan) { return wordsCell(offerText(plan.problem.cluster)); },
        formulaOf(Figure::HourlyPrice));
    group.add(Compare::tr("Price age"), [](const ComparedPlan& plan) { return ageCell(plan.problem.cluster); });
    group.add(
        Compare::tr("Intra-node link"),
        [](const ComparedPlan& plan) { return linkCell(plan.problem.cluster, &ClusterGroup::intra_node); },
        formulaOf(Figure::Link));
    group.add(
        Compare::tr("Inter-node link"),
        [](const ComparedPlan& plan) {
            const auto& groups = plan.problem.cluster.groups;
            const int nodes = std::accumulate(groups.begin(), groups.end(), 0,
                                              [](int sum, const ClusterGroup& group) { return sum + group.nodes; });
            return nodes > 1 ? linkCell(plan.problem.cluster, &ClusterGroup::network) : CompareCell();
        },
        formulaOf(Figure::Link));
}

void addPlanRows(const std::vector<ComparedPlan>& plans, std::vector<CompareRow>& rows)
{
    GroupRows group(CompareGroup::Plan, plans, rows);
    group.add(Compare::tr("Fits"), [](const ComparedPlan& plan) {
        return plan.obstacle ? wordsCell(Compare::tr("cannot be estimated"))
            : plan.estimate  ? wordsCell(plan.estimate->fits ? Compare::tr("yes") : Compare::tr("no"))
                             : wordsCell(Compare::tr("estimating…"));
    });
    group.add(Compare::tr("Model"),
              [](const ComparedPlan& plan) { return wordsCell(QString::fromStdString(plan.problem.model.name)); });
    group.add(
        Compare::tr("Global batch"),
        [](const ComparedPlan& plan) { return countCell(plan.problem.workload.global_batch); },
        formulaOf(Figure::Batch));
    group.add(
        Compare::tr("Sequence length"),
        [](const ComparedPlan& plan) {
            return plan.problem.model.sample == SampleKind::Tokens ? countCell(plan.problem.workload.sequence)
                                                                   : CompareCell();
        },
        formulaOf(Figure::Sequence));
    addHardwareRows(group);
    group.add(Compare::tr("Framework"), [](const ComparedPlan& plan) {
        return wordsCell(frameworkTitle(plan.problem.constraints.framework.name));
    });
    group.add(Compare::tr("Parallelism"), [](const ComparedPlan& plan) { return wordsCell(degreesText(plan.plan)); })
        .how = formulaOf(Figure::Degrees);
    measured(group.add(Compare::tr("Devices"), [](const ComparedPlan& plan) { return countCell(plan.plan.devices()); }),
             {}, formulaOf(Figure::Devices));
    group.add(Compare::tr("Schedule"),
              [](const ComparedPlan& plan) { return wordsCell(scheduleName(plan.plan.schedule)); });
    group
        .add(Compare::tr("Micro-batch size"),
             [](const ComparedPlan& plan) {
                 return wordsCell(
                     Compare::tr("%1, %Ln micro-batches per step", nullptr, static_cast<int>(plan.plan.micro_batches))
                         .arg(countText(plan.plan.microBatch())));
             })
        .how = formulaOf(Figure::MicroBatch);
    group.add(Compare::tr("ZeRO"), [](const ComparedPlan& plan) { return wordsCell(zeroName(plan.plan.zero_stage)); });
    group.add(Compare::tr("Activations"),
              [](const ComparedPlan& plan) { return wordsCell(activationsText(plan.plan)); });
    group.add(Compare::tr("CPU offload"),
              [](const ComparedPlan& plan) { return wordsCell(offloadName(plan.plan.training.offload)); });
    group.add(Compare::tr("Layers per stage"),
              [](const ComparedPlan& plan) { return wordsCell(partitionText(plan.plan), stagesText(plan.plan)); });
}

void addPeakRows(GroupRows& group)
{
    measured(group.estimated(Compare::tr("Peak memory"),
                             [](const ComparedPlan&, const Estimate& estimate) { return bytesCell(estimate.peak); }),
             Compare::tr("Peak memory (bytes)"), formulaOf(Figure::Peak));
    group.estimated(
        Compare::tr("Peak memory, bounds"),
        [](const ComparedPlan&, const Estimate& estimate) {
            return wordsCell(intervalText(bytesText(estimate.peak_low), bytesText(estimate.peak_high)));
        },
        formulaOf(Figure::PeakBounds));
    group.ofFullest(Compare::tr("Fullest device"), [](const ComparedPlan& plan, const DeviceEstimate& device) {
        return wordsCell(bottleneckText(plan, device),
                         Compare::tr("%1; peak %2")
                             .arg(QString::fromStdString(device.device_type),
                                  momentText(device.moment, layerNamesOf(plan.problem))));
    });
}

void addMemoryRows(const std::vector<ComparedPlan>& plans, std::vector<CompareRow>& rows)
{
    GroupRows group(CompareGroup::Memory, plans, rows);
    addPeakRows(group);
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
          [](const ComparedPlan&, const DeviceEstimate& device) { return std::optional(device.reserved); });
    bytes(Compare::tr("Device memory"), Compare::tr("Device memory (bytes)"), formulaOf(Figure::OnDevice),
          [](const ComparedPlan&, const DeviceEstimate& device) { return std::optional(device.device); });
    bytes(Compare::tr("Device memory, upper bound"), Compare::tr("Device memory, upper bound (bytes)"),
          formulaOf(Figure::AtMost),
          [](const ComparedPlan&, const DeviceEstimate& device) { return std::optional(device.device_high); });
    group
        .ofFullest(
            Compare::tr("Headroom"),
            [](const ComparedPlan&, const DeviceEstimate& device) {
                const Bytes missing = shortfallOf(device);
                CompareCell cell = bytesCell(device.capacity - device.device_high);
                if (missing > Bytes(0)) {
                    cell.text = Compare::tr("shortfall %1").arg(bytesText(missing));
                }
                return cell;
            },
            formulaOf(Figure::Headroom))
        .copiedTitle = Compare::tr("Headroom (bytes)");
    group.estimated(
        Compare::tr("Basis"),
        [](const ComparedPlan&, const Estimate& estimate) { return basisCell(estimate, estimate.memory_basis); },
        formulaOf(Figure::Basis));
}

void addTimeRows(const std::vector<ComparedPlan>& plans, std::vector<CompareRow>& rows)
{
    GroupRows group(CompareGroup::Time, plans, rows);
    measured(group.estimated(
                 Compare::tr("Step time"),
                 [](const ComparedPlan&, const Estimate& estimate) { return secondsCell(estimate.step, estimate); }),
             Compare::tr("Step time (seconds)"), formulaOf(Figure::Step));
    group.estimated(
        Compare::tr("Step time, bounds"),
        [](const ComparedPlan&, const Estimate& estimate) {
            return wordsCell(intervalText(secondsText(estimate.step_low), secondsText(estimate.step_high)));
        },
        formulaOf(Figure::StepBounds));
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
                                 return estimate.exposed_communication
                                     ? secondsCell(*estimate.exposed_communication, estimate)
                                     : CompareCell();
                             }),
             Compare::tr("Exposed communication (seconds)"), formulaOf(Figure::Exposed));
    group.estimated(
        Compare::tr("Basis"),
        [](const ComparedPlan&, const Estimate& estimate) { return basisCell(estimate, estimate.time_basis); },
        formulaOf(Figure::Basis));
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
        return Compare::tr("Cost");
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
    const bool points = difference == Difference::Points;
    if (!isDistinguishable(points || *other == 0 ? 1 + more : *figure / *other)) {
        return QStringLiteral("≈");
    }
    if (points) {
        return Compare::tr("%1 % points").arg(withSign(more, numberText(std::abs(more) * 100)));
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
