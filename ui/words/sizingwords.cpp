// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/sizingwords.h"

#include "ui/words/messagetext.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"
#include "ui/words/planrole.h"
#include "ui/words/words.h"

#include <QCoreApplication>
#include <QStringList>

namespace stagecraft {

namespace {

QString translated(const char* text, int count = -1)
{
    return QCoreApplication::translate("Sizing", text, nullptr, count);
}

QString sentence(const QString& words)
{
    return words + QLatin1Char('.');
}

}

QString sizingText(const Message& sentence)
{
    return messageText(withAmounts(
        sentence, [](Usd amount) { return dollarsText(amount.value).toStdString(); },
        [](Seconds time) { return durationText(time).toStdString(); }));
}

QString goalName(const SizingRequest& request)
{
    switch (request.goal) {
    case SizingGoal::Fewest:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Fewest devices"));
    case SizingGoal::Cheapest:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Cheapest cluster"));
    case SizingGoal::LargestBatch:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Largest global batch"));
    case SizingGoal::LongestSequence:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Longest sequence"));
    case SizingGoal::Run:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Fewest nodes for the run"));
    case SizingGoal::LargestModel:
        break;
    }
    return request.scaling == ModelScaling::Depth ? translated(QT_TRANSLATE_NOOP("Sizing", "Largest model, by depth"))
                                                  : translated(QT_TRANSLATE_NOOP("Sizing", "Largest model, by width"));
}

QString answerText(const Problem& problem, const SizingRequest& request, const SizingResult& result)
{
    const SizingAnswer answer = sizingAnswer(problem, request, result);
    const QString head = result.best ? sizingText(answer.head)
                                     : QStringLiteral("%1: %2").arg(goalName(request), sizingText(answer.head));
    QStringList all {sentence(answer.cost ? QStringLiteral("%1; %2").arg(head, sizingText(*answer.cost)) : head)};
    if (answer.run) {
        all += sentence(sizingText(*answer.run));
    }
    if (answer.price) {
        all += sentence(sizingText(*answer.price));
    }
    for (const Message& note : answer.left_out) {
        all += messageText(note);
    }
    for (const auto& more : {answer.next, answer.reservation}) {
        if (more) {
            all += sentence(sizingText(*more));
        }
    }
    return all.join(QLatin1Char(' '));
}

QString proofText(const SizingResult& result)
{
    return QStringLiteral("%1: %2").arg(objectiveName(result.chosen_by), planText(*result.best));
}

QString planText(const SizedPlan& plan)
{
    return translated(QT_TRANSLATE_N_NOOP("Sizing", "%1, %2, %3 × %Ln samples: peak %4, %5"),
                      static_cast<int>(plan.plan.microBatch()))
        .arg(degreesText(plan.plan), scheduleName(plan.plan.schedule), countText(plan.plan.micro_batches),
             bytesText(plan.estimate.peak), rateText(plan.estimate));
}

QString rateText(const Estimate& estimate)
{
    return estimate.tokens_per_second > 0
        ? translated(QT_TRANSLATE_NOOP("Sizing", "%1 tokens/s")).arg(numberText(estimate.tokens_per_second))
        : translated(QT_TRANSLATE_NOOP("Sizing", "%1 samples/s")).arg(numberText(estimate.samples_per_second));
}

double rateOf(const Estimate& estimate)
{
    return estimate.tokens_per_second > 0 ? estimate.tokens_per_second : estimate.samples_per_second;
}

QString rateUnit(SampleKind sample)
{
    return sample == SampleKind::Tokens ? translated(QT_TRANSLATE_NOOP("Sizing", "tokens/s"))
                                        : translated(QT_TRANSLATE_NOOP("Sizing", "samples/s"));
}

QString perMillionName(SampleKind sample)
{
    return sample == SampleKind::Tokens ? translated(QT_TRANSLATE_NOOP("Sizing", "per million tokens"))
                                        : translated(QT_TRANSLATE_NOOP("Sizing", "per million samples"));
}

QString trainingCostBounds(const TrainingCost& training_cost, bool whole)
{
    const auto& amount = whole ? training_cost.total : training_cost.per_million;
    if (!amount) {
        return {};
    }
    QStringList lines {translated(QT_TRANSLATE_NOOP("Sizing", "Between %1 and %2"))
                           .arg(dollarsText(amount->low.value), dollarsText(amount->high.value))};
    for (const Message& note : training_cost.notes) {
        lines += messageText(note);
    }
    return lines.join(u'\n');
}

QString timeBounds(const TrainingCost& training_cost)
{
    return translated(QT_TRANSLATE_NOOP("Sizing", "Between %1 and %2"))
        .arg(durationText(training_cost.time_low), durationText(training_cost.time_high));
}

QString whatIfParameterName(WhatIfParameter parameter, SampleKind sample)
{
    switch (parameter) {
    case WhatIfParameter::Nodes:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Nodes"));
    case WhatIfParameter::NodeDevices:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Devices per node"));
    case WhatIfParameter::Memory:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Memory per device"));
    case WhatIfParameter::NodeLink:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Intra-node bandwidth"));
    case WhatIfParameter::Network:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Network bandwidth"));
    case WhatIfParameter::Price:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Price per device"));
    case WhatIfParameter::Batch:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Global batch"));
    case WhatIfParameter::Sequence:
        return sample == SampleKind::Image ? translated(QT_TRANSLATE_NOOP("Sizing", "Image size"))
                                           : translated(QT_TRANSLATE_NOOP("Sizing", "Sequence length"));
    case WhatIfParameter::Depth:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Model depth"));
    case WhatIfParameter::Width:
        break;
    }
    return translated(QT_TRANSLATE_NOOP("Sizing", "Model width"));
}

QString whatIfParameterMeaning(WhatIfParameter parameter, SampleKind sample)
{
    switch (parameter) {
    case WhatIfParameter::Nodes:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Number of nodes in the cluster"));
    case WhatIfParameter::NodeDevices:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Number of devices in each node"));
    case WhatIfParameter::Memory:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Memory that the driver reports for each device"));
    case WhatIfParameter::NodeLink:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Bandwidth per direction between two devices of the same node"));
    case WhatIfParameter::Network:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Bandwidth per direction between devices of different nodes"));
    case WhatIfParameter::Price:
        return translated(
            QT_TRANSLATE_NOOP("Sizing", "Price per device and hour; 0 means unknown. Whole nodes are billed."));
    case WhatIfParameter::Batch:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Samples per optimizer step, across all devices"));
    case WhatIfParameter::Sequence:
        return sample == SampleKind::Image ? translated(QT_TRANSLATE_NOOP("Sizing", "Pixels per side of an image"))
                                           : translated(QT_TRANSLATE_NOOP("Sizing", "Tokens per sample"));
    case WhatIfParameter::Depth:
        return translated(QT_TRANSLATE_NOOP("Sizing", "Number of repeated layers in the model"));
    case WhatIfParameter::Width:
        break;
    }
    return translated(QT_TRANSLATE_NOOP(
        "Sizing", "Hidden size (features between layers); the size of attention heads does not change"));
}

QString whatIfValueText(WhatIfParameter parameter, double value)
{
    switch (parameter) {
    case WhatIfParameter::Memory:
        return bytesText(Bytes(static_cast<qint64>(value)));
    case WhatIfParameter::NodeLink:
    case WhatIfParameter::Network:
        return translated(QT_TRANSLATE_NOOP("Sizing", "%1 GB/s")).arg(numberText(value / 1e9));
    case WhatIfParameter::Price:
        return dollarsText(value);
    default:
        return countText(static_cast<qint64>(value));
    }
}

}
