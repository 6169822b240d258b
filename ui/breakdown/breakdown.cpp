// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/breakdown/breakdown.h"

#include "core/estimate/fullest.h"
#include "core/estimate/money.h"
#include "core/schedule/schedule.h"
#include "core/session/knowncosts.h"
#include "ui/models/devicemodel.h"
#include "ui/support/certainfigures.h"
#include "ui/support/coretext.h"
#include "ui/support/formulas.h"
#include "ui/support/numbers.h"
#include "ui/support/peakwords.h"
#include "ui/support/words.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace stagecraft {

namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(Breakdown)
};

// Of the step's time and all that is computed from it.
int stepFigures(const Estimate& estimate)
{
    return certainFigures(estimate.step.value, estimate.step_low.value, estimate.step_high.value);
}

QString stepPartText(const Estimate& estimate, Seconds time)
{
    return certainSecondsText(time, stepFigures(estimate));
}

QStringList layerNames(const Problem& problem)
{
    QStringList names;
    for (const Layer& layer : problem.model.layers) {
        names += QString::fromStdString(layer.name);
    }
    return names;
}

BreakdownFigure peakOf(const BreakdownWish& wish, const DeviceEstimate& device)
{
    BreakdownFigure figure {peakTitle(), exactBytesText(device.peak), formulaOf(Figure::Peak), {}};
    if (wish.device >= 0) {
        figure.title = Words::tr("%1 of device %2").arg(figure.title, countText(wish.device));
    }
    figure.terms.push_back({Words::tr("Reached"), momentText(device.moment, layerNames(wish.question->problem)), {}});
    for (const MemoryPart part : memoryParts) {
        figure.terms.push_back({partName(part), exactBytesText(partBytes(device.breakdown, part)), formulaOf(part)});
    }
    return figure;
}

// What the peak has of a kind of bytes beyond the sum over the layers, or less; a named term, so that all adds up.
void addBeyond(BreakdownFigure& figure, const QString& what, Bytes in_peak, Bytes of_layers, const QString& how)
{
    const Bytes more = in_peak - of_layers;
    if (more != Bytes(0)) {
        const QString sign = more < Bytes(0) ? QStringLiteral("−") : QStringLiteral("+");
        figure.terms.push_back({what, sign + exactBytesText(Bytes(std::abs(more.value))), how});
    }
}

// The layers of the stage with the peak, each as one of its devices has it.
BreakdownFigure layersOf(const BreakdownWish& wish, const PlanCosts& costs, const DeviceEstimate& device)
{
    const auto stage = static_cast<std::size_t>(device.stage);
    const ChainCosts& chain = costs.of(stage);
    const QStringList names = layerNames(wish.question->problem);
    BreakdownFigure figure {wish.device >= 0 ? Words::tr("Layers that make it")
                                             : Words::tr("Layers of the stage with the peak"),
                            Words::tr("Stage %1").arg(device.stage),
                            Words::tr("As one of its devices has them before ZeRO divides state; what is saved counts "
                                      "for each micro-batch in flight"),
                            {}};
    Bytes parameters;
    Bytes gradients;
    Bytes saved;
    const LayerRange range = wish.candidate.plan.stages[stage].layers;
    for (int l = range.first; l < range.last; ++l) {
        const LayerMemory& memory = chain.layers[static_cast<std::size_t>(l)].memory;
        parameters += memory.parameters;
        gradients += memory.gradients;
        saved += memory.saved;
        figure.terms.push_back(
            {names.value(l),
             Words::tr("parameters %1, gradients %2, saved %3")
                 .arg(bytesText(memory.parameters), bytesText(memory.gradients), bytesText(memory.saved)),
             Words::tr("parameters %1\ngradients %2\nsaved %3")
                 .arg(exactBytesText(memory.parameters), exactBytesText(memory.gradients),
                      exactBytesText(memory.saved))});
    }
    const MemoryBreakdown& peak = device.breakdown;
    addBeyond(figure, Words::tr("Beyond that: parameters"), peak.parameters, parameters,
              Words::tr("Buffers, other stages of the device, copies and versions of weights; less what ZeRO divides"));
    addBeyond(figure, Words::tr("Beyond that: gradients"), peak.gradients, gradients,
              Words::tr("Buffers and other stages of the device; less what ZeRO divides, and what is not there yet or "
                        "no more at that moment"));
    addBeyond(
        figure, Words::tr("Beyond that: saved"), peak.activations, saved,
        Words::tr("Further micro-batches in flight, and other stages of the device; less what policies leave out, "
                  "and what is not there yet or no more at that moment"));
    return figure;
}

BreakdownFigure deviceOf(const DeviceEstimate& device, const QString& title)
{
    BreakdownFigure figure {title, exactBytesText(device.device_high), formulaOf(Figure::AtMost), {}};
    const auto add = [&figure](const QString& what, Bytes bytes, const QString& how) {
        figure.terms.push_back({what, exactBytesText(bytes), how});
    };
    add(Words::tr("Reserved"), device.reserved, formulaOf(Figure::Reserved));
    add(Words::tr("Workspaces of matrix products"), device.libraries, {});
    add(Words::tr("Context of the driver"), device.context, {});
    if (device.collectives.high > Bytes(0)) {
        add(Words::tr("Buffers of collectives"), device.collectives.middle, coreText(device.collectives.source));
    }
    add(Words::tr("On the device"), device.device, formulaOf(Figure::OnDevice));
    add(Words::tr("At most"), device.device_high, formulaOf(Figure::AtMost));
    add(Words::tr("Capacity"), device.capacity, Words::tr("What the driver reports, less what is kept free"));
    return figure;
}

void addWaiting(BreakdownFigure& figure, const Estimate& estimate, const ExposedCommunication& exposed)
{
    const std::pair<QString, Seconds> kinds[] {
        {Words::tr("Boundaries between stages"), exposed.boundaries},
        {Words::tr("Between ranks that share layers"), exposed.layers},
        {Words::tr("Reduction of gradients"), exposed.reductions},
        {Words::tr("Exchange of shared weights' gradients"), exposed.exchanges},
        {Words::tr("ZeRO"), exposed.zero},
        {Words::tr("Copies to the host and back"), exposed.host},
    };
    for (const auto& [what, seconds] : kinds) {
        if (seconds > Seconds(0)) {
            figure.terms.push_back(
                timeTerm(Words::tr("Waiting: %1").arg(what), seconds, stepFigures(estimate),
                         Words::tr("How much shorter the step would be if this alone arrived at once")));
        }
    }
}

Result<BreakdownFigure> stepOf(const BreakdownWish& wish, const PlanCosts& costs)
{
    const Problem& problem = wish.question->problem;
    const Plan& plan = wish.candidate.plan;
    const Estimate& estimate = wish.candidate.estimate;
    BreakdownFigure figure {Words::tr("Step"), stepPartText(estimate, estimate.step), formulaOf(Figure::Step), {}};
    const auto order = orderOf(plan.schedule, planShape(plan));
    if (!order) {
        return failure(order.error());
    }
    const SimulatedStep step = simulatePlan(problem, plan, costs, *order);
    const int figures = stepFigures(estimate);
    figure.terms.push_back(
        timeTerm(Words::tr("Until the last backward pass"), step.makespan, figures, Words::tr("The pipeline")));
    const Seconds after = estimate.step - step.makespan;
    figure.terms.push_back(
        timeTerm(after < Seconds(0) ? Words::tr("Less what the next step overlaps") : Words::tr("After it"), after,
                 figures, Words::tr("Reductions and exchanges of gradients, and the optimizer's step")));
    figure.terms.push_back(
        {Words::tr("Idle share of it"), percentText(step.bubble_fraction), formulaOf(Figure::Bubble)});
    figure.terms.push_back(timeTerm(Words::tr("Longest pause of a place"), step.inner_idle, figures,
                                    Words::tr("Between its first operation and its last")));
    if (estimate.exposed_communication) {
        figure.terms.push_back(timeTerm(Words::tr("Waiting for all that is sent"), *estimate.exposed_communication,
                                        figures, formulaOf(Figure::Exposed)));
    }
    addWaiting(figure, estimate, exposedByKind(problem, plan, costs, *order, step));
    figure.terms.push_back(
        timeTerm(Words::tr("At least"), estimate.step_low, figures, Words::tr("With every time at its lower bound")));
    figure.terms.push_back(
        timeTerm(Words::tr("At most"), estimate.step_high, figures, Words::tr("With every time at its upper bound")));
    return figure;
}

BreakdownFigure throughputOf(const BreakdownWish& wish)
{
    const Problem& problem = wish.question->problem;
    const Estimate& estimate = wish.candidate.estimate;
    const bool tokens = estimate.tokens_per_second > 0;
    BreakdownFigure figure {
        Words::tr("Throughput"),
        tokens ? Words::tr("%1 tokens/s").arg(figuresText(estimate.tokens_per_second, stepFigures(estimate)))
               : Words::tr("%1 samples/s").arg(figuresText(estimate.samples_per_second, stepFigures(estimate))),
        formulaOf(Figure::Throughput),
        {}};
    figure.terms.push_back({Words::tr("Global batch"), countText(problem.workload.global_batch), {}});
    if (tokens) {
        figure.terms.push_back({Words::tr("Sequence"), countText(problem.workload.sequence), {}});
    }
    figure.terms.push_back(timeTerm(Words::tr("Step"), estimate.step, stepFigures(estimate), {}));
    if (estimate.mfu) {
        figure.terms.push_back({Words::tr("MFU"), percentText(*estimate.mfu), formulaOf(Figure::Mfu)});
    }
    return figure;
}

std::optional<BreakdownFigure> costOf(const BreakdownWish& wish)
{
    const Estimate& estimate = wish.candidate.estimate;
    if (!estimate.cost_per_step) {
        return {};
    }
    const Bill bill = billOf(estimate, wish.candidate.plan, wish.question->problem, {});
    BreakdownFigure figure {Words::tr("Cost of a step"),
                            Words::tr("$%1").arg(figuresText(estimate.cost_per_step->value, stepFigures(estimate))),
                            formulaOf(Figure::Cost),
                            {}};
    figure.terms.push_back({Words::tr("Nodes in use"), countText(bill.nodes), {}});
    if (bill.price) {
        figure.terms.push_back({Words::tr("Their price"),
                                Words::tr("$%1 an hour").arg(QLocale().toString(bill.price->value, 'g', 9)),
                                bill.lines.empty() ? QString() : coreText(bill.lines.front().source)});
    }
    figure.terms.push_back(timeTerm(Words::tr("Step"), estimate.step, stepFigures(estimate), {}));
    return figure;
}

}

BreakdownTerm timeTerm(const QString& what, Seconds time, int figures, const QString& how)
{
    return {what, certainSecondsText(time, figures), how, time};
}

Result<std::vector<BreakdownFigure>> breakdownOf(const BreakdownWish& wish)
{
    const Problem& problem = wish.question->problem;
    const CostModel known = knownCosts(problem, wish.measurements, wish.probes);
    const auto costs = planCosts(known, problem, wish.candidate.plan);
    if (!costs) {
        return failure(costs.error());
    }
    std::vector<BreakdownFigure> figures;
    const auto& devices = wish.candidate.estimate.devices;
    const auto highest =
        std::max_element(devices.begin(), devices.end(), [](const auto& a, const auto& b) { return a.peak < b.peak; });
    const bool one = wish.device >= 0 && wish.device < static_cast<int>(devices.size());
    const auto shown = one ? devices.begin() + wish.device : highest;
    if (shown != devices.end()) {
        figures.push_back(peakOf(wish, *shown));
        figures.push_back(layersOf(wish, *costs, *shown));
        figures.push_back(one ? deviceOf(*shown, Words::tr("On this device"))
                              : deviceOf(*fullestDevice(wish.candidate.estimate), Words::tr("On the fullest device")));
    }
    auto step = stepOf(wish, *costs);
    if (!step) {
        return failure(step.error());
    }
    figures.push_back(std::move(*step));
    figures.push_back(throughputOf(wish));
    if (auto cost = costOf(wish)) {
        figures.push_back(std::move(*cost));
    }
    return figures;
}

}
