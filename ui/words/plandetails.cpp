// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/plandetails.h"

#include "core/estimate/fullestdevice.h"
#include "ui/words/formulas.h"
#include "ui/words/numbers.h"
#include "ui/words/planrole.h"
#include "ui/words/words.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace stagecraft {

namespace {

QString detailTranslated(const char* text)
{
    return QCoreApplication::translate("PlanDetails", text);
}

QString rangeText(const QString& value, const QString& low, const QString& high)
{
    return low == high
        ? value
        : detailTranslated(QT_TRANSLATE_NOOP("PlanDetails", "%1 (bounds %2 to %3)")).arg(value, low, high);
}

class Group {
public:
    explicit Group(const char* title) : m_group {detailTranslated(title), {}} {}

    void add(const char* what, const QString& words, std::optional<Figure> figure = {})
    {
        m_group.details.push_back({detailTranslated(what), words, figure ? formulaOf(*figure) : QString()});
    }
    void say(const QString& words) { m_group.details.push_back({{}, words, {}}); }
    const PlanDetailGroup& group() const { return m_group; }

private:
    PlanDetailGroup m_group;
};

Group choicesOf(const Plan& plan)
{
    Group group(QT_TRANSLATE_NOOP("PlanDetails", "Plan"));
    const Stage& first = plan.stages.front();
    const auto add = [&](bool shown, const char* what, const QString& words) {
        if (shown) {
            group.add(what, words);
        }
    };
    add(true, QT_TRANSLATE_NOOP("PlanDetails", "Stages"), countText(static_cast<qint64>(plan.stages.size())));
    add(true, QT_TRANSLATE_NOOP("PlanDetails", "Data parallel"), countText(first.degrees.data));
    add(first.degrees.tensor > 1, QT_TRANSLATE_NOOP("PlanDetails", "Tensor parallel"),
        plan.sequence_parallel
            ? detailTranslated(QT_TRANSLATE_NOOP("PlanDetails", "%1, sequence parallel")).arg(first.degrees.tensor)
            : countText(first.degrees.tensor));
    add(plan.context > 1, QT_TRANSLATE_NOOP("PlanDetails", "Context parallel"),
        QStringLiteral("%1, %2").arg(plan.context).arg(contextKindName(plan.context_kind)));
    add(plan.expert > 1, QT_TRANSLATE_NOOP("PlanDetails", "Expert parallel"), countText(plan.expert));
    add(true, QT_TRANSLATE_NOOP("PlanDetails", "Devices"), countText(plan.devices()));
    add(true, QT_TRANSLATE_NOOP("PlanDetails", "Micro-batches"),
        detailTranslated(QT_TRANSLATE_NOOP("PlanDetails", "%1 × %2"))
            .arg(countText(plan.microBatch()), countText(plan.micro_batches)));
    add(true, QT_TRANSLATE_NOOP("PlanDetails", "Schedule"), scheduleName(plan.schedule));
    add(plan.zero_stage > 0, QT_TRANSLATE_NOOP("PlanDetails", "ZeRO"), zeroName(plan.zero_stage));
    add(!policiesOf(plan).keepsAll(), QT_TRANSLATE_NOOP("PlanDetails", "Activations"), activationsText(plan));
    add(plan.training.offload != StateOffload::None, QT_TRANSLATE_NOOP("PlanDetails", "CPU offload"),
        offloadName(plan.training.offload));
    return group;
}

Group memoryOf(const Estimate& estimate)
{
    Group group(QT_TRANSLATE_NOOP("PlanDetails", "Memory of the fullest device"));
    const DeviceEstimate* fullest = fullestDevice(estimate);
    if (fullest == nullptr) {
        return group;
    }
    const DeviceEstimate& device = *fullest;
    if (device.peak != estimate.peak) { // another device has the highest peak, but uses a smaller share
        group.add(QT_TRANSLATE_NOOP("PlanDetails", "Highest peak of all devices"),
                  rangeText(bytesText(estimate.peak), bytesText(estimate.peak_low), bytesText(estimate.peak_high)),
                  Figure::Peak);
    }
    group.add(QT_TRANSLATE_NOOP("PlanDetails", "Allocated"),
              rangeText(bytesText(device.peak), bytesText(device.peak_low), bytesText(device.peak_high)), Figure::Peak);
    group.add(QT_TRANSLATE_NOOP("PlanDetails", "Reserved"), bytesText(device.reserved), Figure::Reserved);
    group.add(QT_TRANSLATE_NOOP("PlanDetails", "Device memory"), bytesText(device.device), Figure::OnDevice);
    group.add(QT_TRANSLATE_NOOP("PlanDetails", "Upper bound"),
              detailTranslated(QT_TRANSLATE_NOOP("PlanDetails", "%1 of %2"))
                  .arg(bytesText(device.device_high), bytesText(device.capacity)),
              Figure::AtMost);
    if (device.host > Bytes(0)) {
        group.add(QT_TRANSLATE_NOOP("PlanDetails", "Host memory"), bytesText(device.host));
    }
    return group;
}

Group timeOf(const Estimate& estimate)
{
    Group group(QT_TRANSLATE_NOOP("PlanDetails", "Time and cost"));
    group.add(QT_TRANSLATE_NOOP("PlanDetails", "Step time"),
              rangeText(secondsText(estimate.step), secondsText(estimate.step_low), secondsText(estimate.step_high)),
              Figure::Step);
    group.add(QT_TRANSLATE_NOOP("PlanDetails", "Throughput"),
              estimate.tokens_per_second > 0 ? detailTranslated(QT_TRANSLATE_NOOP("PlanDetails", "%1 tokens/s"))
                                                   .arg(numberText(estimate.tokens_per_second))
                                             : detailTranslated(QT_TRANSLATE_NOOP("PlanDetails", "%1 samples/s"))
                                                   .arg(numberText(estimate.samples_per_second)),
              Figure::Throughput);
    if (estimate.mfu) {
        group.add(QT_TRANSLATE_NOOP("PlanDetails", "MFU"), percentText(*estimate.mfu), Figure::Mfu);
    }
    group.add(QT_TRANSLATE_NOOP("PlanDetails", "Pipeline bubble"), percentText(estimate.bubble_fraction),
              Figure::Bubble);
    if (const Seconds exposed = estimate.exposed_communication.value_or(Seconds(0)); exposed > Seconds(0)) {
        group.add(QT_TRANSLATE_NOOP("PlanDetails", "Exposed comm."), secondsText(exposed), Figure::Exposed);
    }
    if (estimate.cost_per_step) {
        group.add(QT_TRANSLATE_NOOP("PlanDetails", "Cost per step"), dollarsText(estimate.cost_per_step->value),
                  Figure::Cost);
    }
    return group;
}

Group basisOf(const Estimate& estimate)
{
    Group group(QT_TRANSLATE_NOOP("PlanDetails", "Basis"));
    group.add(QT_TRANSLATE_NOOP("PlanDetails", "Memory"), basisName(estimate.memory_basis));
    group.add(QT_TRANSLATE_NOOP("PlanDetails", "Time"), basisName(estimate.time_basis));
    if (estimate.extrapolated) {
        group.say(detailTranslated(QT_TRANSLATE_NOOP("PlanDetails", "Extrapolated beyond the measured range.")));
    }
    return group;
}

Group layersOf(const Plan& plan)
{
    Group group(QT_TRANSLATE_NOOP("PlanDetails", "Layers"));
    group.say(stagesText(plan));
    return group;
}

}

std::vector<PlanDetailGroup> planDetails(const Candidate& candidate, const std::vector<PlanDetailGroup>& training_cost)
{
    if (candidate.plan.stages.empty()) {
        return {};
    }
    const Estimate& estimate = candidate.estimate;
    std::vector<PlanDetailGroup> all {choicesOf(candidate.plan).group(), memoryOf(estimate).group(),
                                      timeOf(estimate).group()};
    all.insert(all.end(), training_cost.begin(), training_cost.end());
    for (const Group& group : {basisOf(estimate), layersOf(candidate.plan)}) {
        all.push_back(group.group());
    }
    std::erase_if(all, [](const PlanDetailGroup& group) { return group.details.empty(); });
    return all;
}

QString activationsText(const Plan& plan)
{
    const LayerPolicies policies = policiesOf(plan);
    return policies.ranges.empty() ? policyName(policies.usual) : QString::fromStdString(policiesText(policies));
}

QString optionsText(const Plan& plan)
{
    QStringList parts {scheduleName(plan.schedule),
                       QStringLiteral("%1 × %2").arg(countText(plan.microBatch()), countText(plan.micro_batches))};
    if (plan.zero_stage > 0) {
        parts << QStringLiteral("ZeRO-%1").arg(plan.zero_stage);
    }
    if (!policiesOf(plan).keepsAll()) {
        parts << activationsText(plan);
    }
    if (plan.training.offload != StateOffload::None) {
        parts << detailTranslated(QT_TRANSLATE_NOOP("PlanDetails", "CPU offload: %1"))
                     .arg(offloadName(plan.training.offload));
    }
    return parts.join(QStringLiteral(" · "));
}

}
