// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/breakdown.h"

#include "core/estimate/fullestdevice.h"
#include "core/estimate/trainingcost.h"
#include "core/schedule/schedule.h"
#include "core/session/knowncosts.h"
#include "ui/models/devicemodel.h"
#include "ui/words/formulas.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"
#include "ui/words/peakwords.h"
#include "ui/words/significantfigures.h"
#include "ui/words/words.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace stagecraft {

namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(Breakdown)
};

// Significant figures of the step time and of everything computed from it.
int stepFigures(const Estimate& estimate)
{
    return significantFigures(estimate.step.value, estimate.step_low.value, estimate.step_high.value);
}

QString stepPartText(const Estimate& estimate, Seconds time)
{
    return roundedSecondsText(time, stepFigures(estimate));
}

QStringList layerNames(const Problem& problem)
{
    QStringList names;
    for (const Layer& layer : problem.model.layers) {
        names += QString::fromStdString(layer.name);
    }
    return names;
}

BreakdownFigure peakOf(const BreakdownInput& input, const DeviceEstimate& device)
{
    BreakdownFigure figure {peakTitle(), exactBytesText(device.peak), formulaOf(Figure::Peak), {}};
    if (input.device >= 0) {
        figure.title = Words::tr("%1 of device %2").arg(figure.title, countText(input.device));
    }
    figure.terms.push_back({Words::tr("Reached"), momentText(device.moment, layerNames(input.session->problem)), {}});
    for (const MemoryPart part : memoryParts) {
        figure.terms.push_back({partName(part), exactBytesText(partBytes(device.breakdown, part)), formulaOf(part)});
    }
    return figure;
}

// The difference between a memory category of the peak and its sum over the layers, so that the terms add up.
void addBeyond(BreakdownFigure& figure, const QString& what, Bytes in_peak, Bytes of_layers, const QString& how)
{
    const Bytes more = in_peak - of_layers;
    if (more != Bytes(0)) {
        const QString sign = more < Bytes(0) ? QStringLiteral("−") : QStringLiteral("+");
        figure.terms.push_back({what, sign + exactBytesText(Bytes(std::abs(more.value))), how});
    }
}

// The layers of the stage with the peak, on one of its devices.
BreakdownFigure layersOf(const BreakdownInput& input, const PlanCosts& costs, const DeviceEstimate& device)
{
    const auto stage = static_cast<std::size_t>(device.stage);
    const ChainCosts& chain = costs.of(stage);
    const QStringList names = layerNames(input.session->problem);
    BreakdownFigure figure {input.device >= 0 ? Words::tr("Layers on this device")
                                              : Words::tr("Layers of the stage with the peak"),
                            Words::tr("Stage %1").arg(device.stage),
                            Words::tr("Memory of each layer on one device before ZeRO sharding; saved activations "
                                      "count once per micro-batch in flight"),
                            {}};
    Bytes parameters;
    Bytes gradients;
    Bytes saved;
    const LayerRange range = input.candidate.plan.stages[stage].layers;
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
    addBeyond(figure, Words::tr("Adjustment: parameters"), peak.parameters, parameters,
              Words::tr("Plus buffers, other stages on the device, and copies and versions of weights; minus the ZeRO "
                        "shards of other ranks"));
    addBeyond(figure, Words::tr("Adjustment: gradients"), peak.gradients, gradients,
              Words::tr("Plus buffers and other stages on the device; minus the ZeRO shards of other ranks and "
                        "gradients that are not allocated at the time of the peak"));
    addBeyond(figure, Words::tr("Adjustment: saved activations"), peak.activations, saved,
              Words::tr("Plus further micro-batches in flight and other stages on the device; minus activations that "
                        "memory policies do not keep or that are not allocated at the time of the peak"));
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
    add(Words::tr("Driver context"), device.context, {});
    if (device.collectives.high > Bytes(0)) {
        add(Words::tr("NCCL buffers"), device.collectives.middle, messageText(device.collectives.source));
    }
    add(Words::tr("Device memory"), device.device, formulaOf(Figure::OnDevice));
    add(Words::tr("Upper bound"), device.device_high, formulaOf(Figure::AtMost));
    add(Words::tr("Capacity"), device.capacity, Words::tr("Memory that the driver reports - memory reserve"));
    return figure;
}

void addWaiting(BreakdownFigure& figure, const Estimate& estimate, const ExposedCommunication& exposed)
{
    const std::pair<QString, Seconds> kinds[] {
        {Words::tr("Transfers between stages"), exposed.boundaries},
        {Words::tr("TP, CP and EP collectives"), exposed.layers},
        {Words::tr("Gradient reduction"), exposed.reductions},
        {Words::tr("Gradients of tied weights"), exposed.exchanges},
        {Words::tr("ZeRO"), exposed.zero},
        {Words::tr("Copies to and from the host"), exposed.host},
    };
    for (const auto& [what, seconds] : kinds) {
        if (seconds > Seconds(0)) {
            figure.terms.push_back(
                timeTerm(Words::tr("Exposed: %1").arg(what), seconds, stepFigures(estimate),
                         Words::tr("Step time that would be saved if only these transfers were instantaneous")));
        }
    }
}

Result<BreakdownFigure> stepOf(const BreakdownInput& input, const PlanCosts& costs)
{
    const Problem& problem = input.session->problem;
    const Plan& plan = input.candidate.plan;
    const Estimate& estimate = input.candidate.estimate;
    BreakdownFigure figure {Words::tr("Step time"), stepPartText(estimate, estimate.step), formulaOf(Figure::Step), {}};
    const auto order = orderOf(plan.schedule, planShape(plan));
    if (!order) {
        return failure(order.error());
    }
    const SimulatedStep step = simulatePlan(problem, plan, costs, *order);
    const int figures = stepFigures(estimate);
    figure.terms.push_back(timeTerm(Words::tr("Until the last backward pass"), step.makespan, figures,
                                    Words::tr("Time of the pipeline (makespan)")));
    const Seconds after = estimate.step - step.makespan;
    figure.terms.push_back(timeTerm(
        after < Seconds(0) ? Words::tr("Overlap with the next step") : Words::tr("After the last backward pass"), after,
        figures, Words::tr("Gradient reductions and exchanges, and the optimizer step")));
    figure.terms.push_back(
        {Words::tr("Pipeline bubble"), percentText(step.bubble_fraction), formulaOf(Figure::Bubble)});
    figure.terms.push_back(timeTerm(Words::tr("Longest idle time of a pipeline rank"), step.inner_idle, figures,
                                    Words::tr("Idle time between its first and its last operation")));
    if (estimate.exposed_communication) {
        figure.terms.push_back(timeTerm(Words::tr("Exposed communication"), *estimate.exposed_communication, figures,
                                        formulaOf(Figure::Exposed)));
    }
    addWaiting(figure, estimate, exposedByKind(problem, plan, costs, *order, step));
    figure.terms.push_back(
        timeTerm(Words::tr("Lower bound"), estimate.step_low, figures, Words::tr("All times at their lower bounds")));
    figure.terms.push_back(
        timeTerm(Words::tr("Upper bound"), estimate.step_high, figures, Words::tr("All times at their upper bounds")));
    return figure;
}

BreakdownFigure throughputOf(const BreakdownInput& input)
{
    const Problem& problem = input.session->problem;
    const Estimate& estimate = input.candidate.estimate;
    const bool tokens = estimate.tokens_per_second > 0;
    BreakdownFigure figure {
        Words::tr("Throughput"),
        tokens ? Words::tr("%1 tokens/s").arg(figuresText(estimate.tokens_per_second, stepFigures(estimate)))
               : Words::tr("%1 samples/s").arg(figuresText(estimate.samples_per_second, stepFigures(estimate))),
        formulaOf(Figure::Throughput),
        {}};
    figure.terms.push_back({Words::tr("Global batch"), countText(problem.workload.global_batch), {}});
    if (tokens) {
        figure.terms.push_back({Words::tr("Sequence length"), countText(problem.workload.sequence), {}});
    }
    figure.terms.push_back(timeTerm(Words::tr("Step time"), estimate.step, stepFigures(estimate), {}));
    if (estimate.mfu) {
        figure.terms.push_back({Words::tr("MFU"), percentText(*estimate.mfu), formulaOf(Figure::Mfu)});
    }
    return figure;
}

std::optional<BreakdownFigure> costOf(const BreakdownInput& input)
{
    const Estimate& estimate = input.candidate.estimate;
    if (!estimate.cost_per_step) {
        return {};
    }
    const TrainingCost training_cost = trainingCostOf(estimate, input.candidate.plan, input.session->problem, {});
    BreakdownFigure figure {Words::tr("Cost per step"),
                            Words::tr("$%1").arg(figuresText(estimate.cost_per_step->value, stepFigures(estimate))),
                            formulaOf(Figure::Cost),
                            {}};
    figure.terms.push_back({Words::tr("Nodes in use"), countText(training_cost.nodes), {}});
    if (training_cost.price) {
        figure.terms.push_back(
            {Words::tr("Price of these nodes"),
             Words::tr("$%1 per hour").arg(QLocale().toString(training_cost.price->value, 'g', 9)),
             training_cost.lines.empty() ? QString() : messageText(training_cost.lines.front().source)});
    }
    figure.terms.push_back(timeTerm(Words::tr("Step time"), estimate.step, stepFigures(estimate), {}));
    return figure;
}

}

BreakdownTerm timeTerm(const QString& what, Seconds time, int figures, const QString& how)
{
    return {what, roundedSecondsText(time, figures), how, time};
}

Result<std::vector<BreakdownFigure>> breakdownOf(const BreakdownInput& input)
{
    const Problem& problem = input.session->problem;
    const CostModel known = knownCosts(problem, input.measurements, input.probes);
    const auto costs = planCosts(known, problem, input.candidate.plan);
    if (!costs) {
        return failure(costs.error());
    }
    std::vector<BreakdownFigure> figures;
    const auto& devices = input.candidate.estimate.devices;
    const auto highest =
        std::max_element(devices.begin(), devices.end(), [](const auto& a, const auto& b) { return a.peak < b.peak; });
    const bool one = input.device >= 0 && input.device < static_cast<int>(devices.size());
    const auto shown = one ? devices.begin() + input.device : highest;
    if (shown != devices.end()) {
        figures.push_back(peakOf(input, *shown));
        figures.push_back(layersOf(input, *costs, *shown));
        figures.push_back(
            one ? deviceOf(*shown, Words::tr("Device memory of this device"))
                : deviceOf(*fullestDevice(input.candidate.estimate), Words::tr("Device memory of the fullest device")));
    }
    auto step = stepOf(input, *costs);
    if (!step) {
        return failure(step.error());
    }
    figures.push_back(std::move(*step));
    figures.push_back(throughputOf(input));
    if (auto cost = costOf(input)) {
        figures.push_back(std::move(*cost));
    }
    return figures;
}

}
