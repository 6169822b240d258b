// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/sizingwords.h"

#include "ui/words/coretext.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"
#include "ui/words/planrole.h"
#include "ui/words/words.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>

namespace stagecraft {

namespace {

QString translated(const char* text, int count = -1)
{
    return QCoreApplication::translate("Sizing", text, nullptr, count);
}

// In the order of SizingPhrase.
constexpr std::array sentences {
    QT_TRANSLATE_NOOP("Sizing", "Fewest devices: %1 of %2, on %3"),
    QT_TRANSLATE_NOOP("Sizing", "Cheapest cluster at a global batch of %2: %1"),
    QT_TRANSLATE_NOOP("Sizing", "Largest global batch: %1"),
    QT_TRANSLATE_NOOP("Sizing", "Longest sequence: %1"),
    QT_TRANSLATE_NOOP("Sizing", "Largest model: %1 (%2 now: %3), %4 billion parameters"),
    QT_TRANSLATE_NOOP("Sizing", "Largest model: %1, %2 billion parameters"),
    QT_TRANSLATE_NOOP("Sizing", "$%1 a step, $%2 per million tokens"),
    QT_TRANSLATE_NOOP("Sizing", "$%1 a step, $%2 per million samples"),
    QT_TRANSLATE_NOOP("Sizing",
                      "The whole run, %1 at a global batch of %2: %3 and %4 on %5 (between %6 and %7, %8 and %9)"),
    QT_TRANSLATE_NOOP("Sizing", "With %1 nothing fits: in the nearest plan device %2 is %3 (%4 bytes) short"),
    QT_TRANSLATE_NOOP(
        "Sizing", "With %1 nothing was found that fits: in the nearest plan found device %2 is %3 (%4 bytes) short"),
    QT_TRANSLATE_NOOP("Sizing", "No plan takes fewer"),
    QT_TRANSLATE_NOOP("Sizing", "That is the largest that was looked for (up to %1): memory does not limit it"),
    QT_TRANSLATE_NOOP("Sizing", "No larger one has a plan"),
    QT_TRANSLATE_NOOP("Sizing", "No larger one has a plan: %1"),
    QT_TRANSLATE_NOOP("Sizing", "Best found: %1"),
    QT_TRANSLATE_NOOP("Sizing", "nothing fits: in the nearest plan device %1 is %2 (%3 bytes) short"),
    QT_TRANSLATE_NOOP("Sizing", "no plan is possible: %1"),
    QT_TRANSLATE_NOOP("Sizing", "Fewest nodes for the run within %1 and %2: %3 (%4)"),
    QT_TRANSLATE_NOOP("Sizing", "Fewest nodes for the run within %1: %2 (%3)"),
    QT_TRANSLATE_NOOP("Sizing", "Fewest nodes for the run within %1: %2 (%3)"),
    QT_TRANSLATE_NOOP("Sizing", "With %1 the run takes %2"),
    QT_TRANSLATE_NOOP("Sizing", "With %1 the run costs %2"),
    QT_TRANSLATE_NOOP("Sizing",
                      "no number of nodes up to %1 was found that keeps the run within the limits: the nearest, %2, "
                      "costs %3 and takes "
                      "%4"),
    QT_TRANSLATE_NOOP(
        "Sizing",
        "no number of nodes up to %1 was found that keeps the run within the deadline: the nearest, %2, takes %3"),
    QT_TRANSLATE_NOOP("Sizing", "No price is set: nodes cost %2 an hour, the cheapest offer on demand (%1)"),
    QT_TRANSLATE_NOOP("Sizing", "Cheapest cluster within %3 at a global batch of %2: %1"),
    QT_TRANSLATE_NOOP("Sizing", "Cheapest cluster within %3 and %4 at a global batch of %2: %1"),
    QT_TRANSLATE_NOOP("Sizing",
                      "no cluster of up to %4 was found that keeps the run within the limits: the nearest, %1, costs "
                      "%2 and takes %3"),
    QT_TRANSLATE_NOOP("Sizing",
                      "no cluster of up to %3 was found that ends the run by the deadline: the nearest, %1, takes %2"),
};
static_assert(sentences.size() == sizingPhrases);

// Qt formats %Ln as int, which is too small for the tokens of a run.
QString counted(const char* text, std::int64_t count)
{
    const int form = formFor(count);
    return translated(text, form).replace(countText(form), countText(count));
}

struct FigureText {
    QString operator()(std::int64_t count) const { return countText(count); }
    QString operator()(double number) const { return numberText(number); }
    QString operator()(Bytes bytes) const { return bytesText(bytes); }
    QString operator()(Usd amount) const { return dollarsText(amount.value); }
    QString operator()(Seconds time) const { return durationText(time); }
    QString operator()(const std::string& words) const { return coreText(words); }
    QString operator()(const SizingAmount& amount) const
    {
        const std::int64_t count = amount.value;
        switch (amount.unit) {
        case SizingUnit::Devices:
            return counted(QT_TRANSLATE_N_NOOP("Sizing", "%Ln devices"), count);
        case SizingUnit::WholeNodes:
            return counted(QT_TRANSLATE_N_NOOP("Sizing", "%Ln whole nodes"), count);
        case SizingUnit::Samples:
            return counted(QT_TRANSLATE_N_NOOP("Sizing", "%Ln samples"), count);
        case SizingUnit::Tokens:
            return counted(QT_TRANSLATE_N_NOOP("Sizing", "%Ln tokens"), count);
        case SizingUnit::Pixels:
            return counted(QT_TRANSLATE_N_NOOP("Sizing", "%Ln pixels of a side"), count);
        case SizingUnit::Layers:
            return counted(QT_TRANSLATE_N_NOOP("Sizing", "%Ln repeated layers"), count);
        case SizingUnit::Width:
            break;
        }
        return translated(QT_TRANSLATE_NOOP("Sizing", "width %1")).arg(countText(amount.value));
    }
};

QString sentence(const QString& words)
{
    return words + QLatin1Char('.');
}

}

const char* sizingSourceText(SizingPhrase phrase)
{
    return sentences[static_cast<std::size_t>(phrase)];
}

QString sizingText(const SizingSentence& sentence)
{
    const QString words = translated(sizingSourceText(sentence.phrase));
    QString text;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const int figure = i + 1 < words.size() ? words[i + 1].digitValue() - 1 : -1;
        if (words[i] == u'%' && figure >= 0 && figure < static_cast<int>(sentence.figures.size())) {
            text += std::visit(FigureText(), sentence.figures[static_cast<std::size_t>(figure)]);
            ++i;
        } else {
            text += words[i];
        }
    }
    return text;
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
    for (const std::string& note : answer.left_out) {
        all += coreText(note);
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
    for (const std::string& note : training_cost.notes) {
        lines += coreText(note);
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
