// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/breakdown/stackbreakdown.h"

#include "ui/support/certainfigures.h"
#include "ui/support/coretext.h"
#include "ui/support/formulas.h"
#include "ui/support/language.h"
#include "ui/support/numbers.h"

#include <QCoreApplication>

#include <array>
#include <cmath>

namespace stagecraft {

namespace {

class StackWords {
    Q_DECLARE_TR_FUNCTIONS(Breakdown)
};

Bytes rounded(double bytes)
{
    return Bytes(static_cast<std::int64_t>(std::llround(bytes)));
}

struct CorrectionWords {
    MemoryCorrection correction;
    MemoryPart part;
    const char* meaning;
};

constexpr std::array corrections {
    CorrectionWords {MemoryCorrection::Grads, MemoryPart::Gradients,
                     QT_TRANSLATE_NOOP("Breakdown", "Copies of the gradients beside the state")},
    CorrectionWords {MemoryCorrection::Extra, MemoryPart::Activations,
                     QT_TRANSLATE_NOOP("Breakdown", "What is kept for each token and layer beyond the formula")},
    CorrectionWords {MemoryCorrection::Logit, MemoryPart::Workspace,
                     QT_TRANSLATE_NOOP("Breakdown", "Logits, their fp32 copy, softmax and gradient")},
    CorrectionWords {MemoryCorrection::Held, MemoryPart::Communication,
                     QT_TRANSLATE_NOOP("Breakdown", "Buffers of collectives that the host still holds")},
    CorrectionWords {MemoryCorrection::Token, MemoryPart::Boundaries,
                     QT_TRANSLATE_NOOP("Breakdown", "Buffers of the size of a boundary")},
    CorrectionWords {MemoryCorrection::Fixed, MemoryPart::Framework,
                     QT_TRANSLATE_NOOP("Breakdown", "What there is once, whatever the model")},
};
static_assert(corrections.size() == memoryCorrections);

BreakdownTerm layerTerm(const QString& name, const LayerTerms& layer)
{
    const Bytes all[] {rounded(layer.parameters), rounded(layer.gradients), rounded(layer.optimizer),
                       rounded(layer.activations)};
    return {name,
            StackWords::tr("parameters %1, gradients %2, optimizer %3, kept %4")
                .arg(bytesText(all[0]), bytesText(all[1]), bytesText(all[2]), bytesText(all[3])),
            StackWords::tr("parameters %1\ngradients %2\noptimizer %3\nkept %4")
                .arg(exactBytesText(all[0]), exactBytesText(all[1]), exactBytesText(all[2]), exactBytesText(all[3]))};
}

void addMemory(BreakdownFigure& figure, const QString& what, double bytes, MemoryPart part, const QString& source)
{
    if (const Bytes shown = rounded(bytes); shown != Bytes(0)) {
        figure.terms.push_back({what, exactBytesText(shown),
                                StackWords::tr("Among %1; %2").arg(language::inSentence(partName(part)), source)});
    }
}

}

QString stackFormulaOf(MemoryPart part)
{
    const auto from = [](const char* words) {
        return StackWords::tr("%1\nSource: %2").arg(StackWords::tr(words), QStringLiteral("docs/stacks.md"));
    };
    switch (part) {
    case MemoryPart::Parameters:
        return from(QT_TRANSLATE_NOOP("Breakdown",
                                      "Parameters of a rank of the stage x 2 bytes (torchtitan: 4, divided among all "
                                      "replicas)"));
    case MemoryPart::Gradients:
        return from(
            QT_TRANSLATE_NOOP("Breakdown",
                              "Parameters of a rank x 4 bytes: the stack's buffers of fp32 (torchtitan: divided "
                              "among all replicas), and the stack's further copies"));
    case MemoryPart::Optimizer:
        return from(QT_TRANSLATE_NOOP("Breakdown",
                                      "Parameters of a rank x 12 bytes: fp32 copy and two moments, divided among the "
                                      "replicas by ZeRO (torchtitan: 8, divided among all)"));
    case MemoryPart::Activations:
        return from(QT_TRANSLATE_NOOP("Breakdown",
                                      "Bytes that the stack's kernels keep for a token and layer x tokens x layers x "
                                      "micro-batches in flight, and the stack's correction"));
    case MemoryPart::Boundaries:
        return from(QT_TRANSLATE_NOOP("Breakdown", "The stack's correction for buffers of the size of a boundary"));
    case MemoryPart::Communication:
        return from(QT_TRANSLATE_NOOP("Breakdown",
                                      "Whole parameters at work where they are divided, and the stack's correction for "
                                      "buffers of collectives"));
    case MemoryPart::Workspace:
        return from(QT_TRANSLATE_NOOP("Breakdown", "The stack's correction for the logits, on the stage of the head"));
    case MemoryPart::Framework:
        break;
    }
    return from(QT_TRANSLATE_NOOP("Breakdown", "The stack's correction for what there is once"));
}

BreakdownFigure stackLayersOf(const BreakdownWish& wish, const StackParts& parts, const DeviceEstimate& device)
{
    const auto& model = wish.question->problem.model;
    const StackUse& stack = *wish.candidate.estimate.stack;
    const QString name = QString::fromStdString(stack.name);
    BreakdownFigure figure {
        StackWords::tr("Layers of the stage with the peak, by stack %1").arg(name),
        StackWords::tr("Stage %1").arg(device.stage),
        StackWords::tr("What a rank has of each, after ZeRO; kept is of all micro-batches in flight together: %1. "
                       "With the corrections below they add up to the peak")
            .arg(numberText(parts.layers.in_flight)),
        {}};
    const LayerRange range = wish.candidate.plan.stages[static_cast<std::size_t>(device.stage)].layers;
    for (int l = range.first; l < range.last; ++l) {
        const bool embedding = l == range.first && parts.layers.embedding;
        const bool head = l + 1 == range.last && parts.layers.head;
        figure.terms.push_back(layerTerm(QString::fromStdString(model.layers[static_cast<std::size_t>(l)].name),
                                         embedding  ? *parts.layers.embedding
                                             : head ? *parts.layers.head
                                                    : parts.layers.block));
    }
    const QString source = coreText(stack.memory_source);
    addMemory(figure, StackWords::tr("Of the layer that is computed again"), parts.layers.again,
              MemoryPart::Activations, StackWords::tr("the stack's formula"));
    addMemory(figure, StackWords::tr("Whole parameters at work"), parts.gathered, MemoryPart::Communication,
              StackWords::tr("the stack's formula"));
    for (const CorrectionWords& each : corrections) {
        addMemory(figure, StackWords::tr(each.meaning), parts.corrections[static_cast<std::size_t>(each.correction)],
                  each.part, source);
    }
    return figure;
}

BreakdownFigure stackStepOf(const Estimate& estimate, const StepTerms& step)
{
    const int figures = certainFigures(estimate.step.value, estimate.step_low.value, estimate.step_high.value);
    const QString source = coreText(estimate.stack->time_source);
    BreakdownFigure figure {
        StackWords::tr("Step"), certainSecondsText(estimate.step, figures), formulaOf(Figure::StackStep), {}};
    const auto add = [&](const QString& what, Seconds time, const QString& how) {
        if (time != Seconds(0)) {
            figure.terms.push_back(timeTerm(what, time, figures, how));
        }
    };
    add(StackWords::tr("All micro-batches on the slowest stage"), step.computing,
        StackWords::tr("%1 x %2; rates and launches: %3")
            .arg(countText(step.micro_batches), certainSecondsText(step.slowest, figures), source));
    add(StackWords::tr("Boundaries between stages"), step.boundaries,
        StackWords::tr("Of each micro-batch there and back, over the network of the nodes"));
    add(StackWords::tr("Filling and draining the pipeline"), step.filling,
        StackWords::tr("One micro-batch on the other stages, with its boundaries"));
    add(StackWords::tr("Stalls of the pipeline"), step.stalls,
        StackWords::tr("Of each micro-batch, in pipelines over 64 machines and more; %1").arg(source));
    add(StackWords::tr("Exchange between replicas"), step.exchange,
        StackWords::tr("The part that nothing hides, and skew; %1").arg(source));
    add(StackWords::tr("Once a step"), step.once,
        StackWords::tr("Optimizer and what else there is once; %1").arg(source));
    figure.terms.push_back(timeTerm(StackWords::tr("At least"), estimate.step_low, figures,
                                    StackWords::tr("The stack's lower bound: how far off its runs are")));
    figure.terms.push_back(timeTerm(StackWords::tr("At most"), estimate.step_high, figures,
                                    StackWords::tr("The stack's upper bound: how far off its runs are")));
    return figure;
}

}
