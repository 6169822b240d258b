// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/formulas.h"

#include <QCoreApplication>

namespace stagecraft {

namespace {

QString withSource(const char* words, const char* document)
{
    return QCoreApplication::translate("Formulas", "%1\nSource: %2")
        .arg(QCoreApplication::translate("Formulas", words), QLatin1String(document));
}

}

QString formulaOf(Figure figure)
{
    switch (figure) {
    case Figure::Degrees:
        return withSource(QT_TRANSLATE_NOOP("Formulas",
                                            "P pipeline stages x T tensor ranks x D replicas; +S: sequence "
                                            "parallel, C: context ranks, E: expert ranks"),
                          "docs/sharing.md");
    case Figure::MicroBatch:
        return withSource(QT_TRANSLATE_NOOP("Formulas",
                                            "Samples at a time on a device x times a step; with the "
                                            "replicas they make the global batch"),
                          "docs/search.md");
    case Figure::Peak:
        return withSource(QT_TRANSLATE_NOOP("Formulas",
                                            "The most bytes that any device holds at once: the sum of its "
                                            "memory parts at that moment"),
                          "docs/architecture.md");
    case Figure::Reserved:
        return withSource(QT_TRANSLATE_NOOP("Formulas",
                                            "What the caching allocator takes for these tensors: found by "
                                            "replaying the allocations of the stage"),
                          "docs/architecture.md");
    case Figure::OnDevice:
        return withSource(QT_TRANSLATE_NOOP("Formulas",
                                            "Reserved + workspaces of matrix products + context of the "
                                            "driver + buffers of collectives"),
                          "docs/architecture.md");
    case Figure::AtMost:
        return withSource(QT_TRANSLATE_NOOP("Formulas",
                                            "The same with each at its upper bound; the plan fits if this is "
                                            "within the capacity"),
                          "docs/architecture.md");
    case Figure::Throughput:
        return withSource(QT_TRANSLATE_NOOP("Formulas", "Global batch (x sequence, for tokens) / step"),
                          "docs/schedules.md");
    case Figure::Step:
        return withSource(QT_TRANSLATE_NOOP("Formulas",
                                            "One optimizer step, simulated operation by operation; a "
                                            "stack's own time where one is chosen and tells it"),
                          "docs/schedules.md");
    case Figure::Bubble:
        return withSource(QT_TRANSLATE_NOOP("Formulas",
                                            "Idle time of all devices / (devices x time of the pipeline); "
                                            "for p equal stages and m micro-batches (p - 1) / (m + p - 1)"),
                          "docs/schedules.md");
    case Figure::Mfu:
        return withSource(QT_TRANSLATE_NOOP("Formulas",
                                            "Operations that the model needs in a step / (step x devices x "
                                            "peak of a device); recomputed ones do not count"),
                          "docs/architecture.md");
    case Figure::Exposed:
        return withSource(QT_TRANSLATE_NOOP("Formulas",
                                            "The step less the same step with everything sent arriving at "
                                            "once"),
                          "docs/schedules.md");
    case Figure::Cost:
        return withSource(QT_TRANSLATE_NOOP("Formulas", "Price of the whole nodes with devices of the plan x step"),
                          "docs/cost.md");
    case Figure::CostPerMillion:
        return withSource(QT_TRANSLATE_NOOP("Formulas", "Whole bill / tokens (or samples) of the run x 10⁶"),
                          "docs/cost.md");
    case Figure::RunCost:
        return withSource(QT_TRANSLATE_NOOP("Formulas",
                                            "Price of what is paid for x time to train, with what preemptions add, "
                                            "and energy where it is paid for"),
                          "docs/cost.md");
    case Figure::TrainTime:
        return withSource(QT_TRANSLATE_NOOP("Formulas",
                                            "Steps of the run x step, with checkpoints and what is done again after "
                                            "preemptions"),
                          "docs/cost.md");
    case Figure::Basis:
        break;
    }
    return withSource(QT_TRANSLATE_NOOP("Formulas",
                                        "What memory and time rest on: measured, scaled, calibrated, given "
                                        "or analytic; the weakest of what they are made of"),
                      "docs/architecture.md");
}

QString formulaOf(MemoryPart part)
{
    switch (part) {
    case MemoryPart::Parameters:
        return withSource(QT_TRANSLATE_NOOP("Formulas",
                                            "Parameters and buffers of the layers, in every copy and version "
                                            "that the schedule needs; divided by ZeRO 3"),
                          "docs/sharing.md");
    case MemoryPart::Gradients:
        return withSource(QT_TRANSLATE_NOOP("Formulas",
                                            "Gradients kept until the optimizer's step; divided by ZeRO 2 "
                                            "and 3"),
                          "docs/sharing.md");
    case MemoryPart::Optimizer:
        return withSource(QT_TRANSLATE_NOOP("Formulas",
                                            "States of the optimizer and its copies of the parameters; "
                                            "divided by ZeRO 1 to 3"),
                          "docs/sharing.md");
    case MemoryPart::Activations:
        return withSource(QT_TRANSLATE_NOOP("Formulas",
                                            "What the layers saved for the backward pass x micro-batches in "
                                            "flight at that moment"),
                          "docs/schedules.md");
    case MemoryPart::Boundaries:
        return withSource(QT_TRANSLATE_NOOP("Formulas", "Tensors and gradients that cross to or from the next stages"),
                          "docs/architecture.md");
    case MemoryPart::Communication:
        return withSource(QT_TRANSLATE_NOOP("Formulas", "Buckets of gradients and gathered parameters"),
                          "docs/sharing.md");
    case MemoryPart::Workspace:
        return withSource(QT_TRANSLATE_NOOP("Formulas",
                                            "What the layer at work takes for a moment: its measured peak "
                                            "beyond what stays"),
                          "docs/architecture.md");
    case MemoryPart::Framework:
        break;
    }
    return withSource(QT_TRANSLATE_NOOP("Formulas", "What the framework holds besides the tensors of the layers"),
                      "docs/stacks.md");
}

}
