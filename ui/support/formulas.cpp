// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/formulas.h"

#include <QCoreApplication>

#include <array>

namespace stagecraft {

namespace {

struct Formula {
    const char* words;
    const char* document;
};

// In the order of Figure.
constexpr std::array figureFormulas {
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "P pipeline stages x T tensor ranks x D replicas; +S: sequence parallel, C: context "
                               "ranks, E: expert ranks"),
             "docs/sharing.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas",
                          "Samples at a time on a device x times a step; with the replicas they make the global batch"),
        "docs/search.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas",
                          "The most bytes that any device holds at once: the sum of its memory parts at that moment"),
        "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP(
                 "Formulas",
                 "What the caching allocator takes for these tensors: found by replaying the allocations of the stage"),
             "docs/architecture.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas",
                          "Reserved + workspaces of matrix products + context of the driver + buffers of collectives"),
        "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "The same with each at its upper bound; the plan fits if this is within the capacity"),
             "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Global batch (x sequence, for tokens) / step"), "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "One optimizer step, simulated operation by operation"),
             "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Idle time of all devices / (devices x time of the pipeline); for p equal stages and m "
                               "micro-batches (p - 1) / (m + p - 1)"),
             "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Operations that the model needs in a step / (step x devices x peak of a device); "
                               "recomputed ones do not count"),
             "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "The step less the same step with everything sent arriving at once"),
             "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Price of the whole nodes with devices of the plan x step"), "docs/cost.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Whole bill / tokens (or samples) of the run x 10⁶"), "docs/cost.md"},
    Formula {
        QT_TRANSLATE_NOOP(
            "Formulas",
            "Price of what is paid for x time to train, with what preemptions add, and energy where it is paid for"),
        "docs/cost.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Steps of the run x step, with checkpoints and what is done again after preemptions"),
             "docs/cost.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "What memory and time rest on: measured, scaled, calibrated, given or analytic; the "
                               "weakest of what they are made of"),
             "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "What the driver reports of the device, less what is kept free"),
             "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Capacity - what the fullest device takes at most"), "docs/architecture.md"},
    Formula {
        QT_TRANSLATE_NOOP(
            "Formulas", "The peak with every measured, fitted or calibrated byte at its lower, and at its upper bound"),
        "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "The step with every time at its lower, and at its upper bound"),
             "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Time to train with the step at its lower, and at its upper bound"),
             "docs/cost.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "The amount with the step at its lower, and at its upper bound; prices have none"),
             "docs/cost.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Tokens (or samples) that the problem trains with, in whole steps"),
             "docs/cost.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Whole bill / steps of the run"), "docs/cost.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Pipeline stages x tensor ranks x replicas x context ranks"),
             "docs/sharing.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Samples of an optimizer step, over all replicas, as the problem has them"),
             "docs/search.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Tokens of a sample (of images: pixels of a side), as the problem has them"),
             "docs/models.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Price of a node and hour x whole nodes with devices of the plan"),
             "docs/cost.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas", "Bandwidth each way, and latency, as assumed for the devices of the cluster"),
        "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "What is tried; all else is as the problem has it"), "docs/sizing.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Where the layer stands in the chain, from 0"), "docs/models.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Elements of the layer's parameters, each counted where it is used first"),
             "docs/models.md"},
    Formula {
        QT_TRANSLATE_NOOP(
            "Formulas",
            "Floating-point operations of the layer's products for one sample: 2 x rows x columns x depth of each"),
        "docs/models.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Bytes of what the layer hands on, of one sample"), "docs/models.md"},
    Formula {QT_TRANSLATE_NOOP(
                 "Formulas",
                 "Bytes that the layer keeps for its backward pass, of one sample: measured, or by its formulas"),
             "docs/profiling.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Samples with which the layer was run at once"), "docs/profiling.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas", "Time of the layer's forward pass alone on the device: the median of the runs"),
        "docs/profiling.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas", "Time of the layer's backward pass alone on the device: the median of the runs"),
        "docs/profiling.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas", "Bytes that stayed allocated between the two passes, without the layer's output"),
        "docs/profiling.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas", "Half the distance of the quartiles over the median, of the least steady time"),
        "docs/profiling.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Forward time of the compared device over the one here"),
             "docs/profiling.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Backward time of the compared device over the one here"),
             "docs/profiling.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Saved bytes of the compared device less those here"), "docs/profiling.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "What the cost model's fit of the layer's other points says here: made without this "
                               "one, which it would only repeat"),
             "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP(
                 "Formulas",
                 "Measured over predicted, less 1; predicted by the fit of the layer's other points, without this one"),
             "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Points of this layer that are measured, of all where any layer was tried"),
             "docs/profiling.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "How far the peak of a stage that was run whole is from what its layers alone predict"),
             "docs/profiling.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "What the run's file tells of it"), "docs/validation.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas", "The estimate of the run's plan, as its framework trains on its device type"),
        "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Predicted over measured, less 1"), "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Samples at a time on a device, as the run's file tells"),
             "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Runs of the group that have both a measured and a predicted value"),
             "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Mean of |predicted / measured - 1| over the runs"), "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Median of |predicted / measured - 1| over the runs"), "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Nine runs of ten have a smaller |predicted / measured - 1|"),
             "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "The median error with its sign"), "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Spearman's rank correlation: 1 where predictions put the runs into their true order"),
             "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Share of the runs that were measured between the low and the high bound"),
             "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Along the pipeline, from 0"), "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "The first and the last of the stage's layers in the chain"),
             "docs/models.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Devices among which the products of each layer of the stage are divided"),
             "docs/sharing.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Copies of the stage, each with its own samples"), "docs/sharing.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Sum over the stage's layers: bytes of parameters on one device"),
             "docs/sharing.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Sum over the stage's layers: forward and backward time of one micro-batch"),
             "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "The peak of the stage's fullest device: the sum of its memory parts at that moment"),
             "docs/architecture.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas", "Of the stage's fullest device: what the driver reports, less what is kept free"),
        "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "The peak over that of the exact search"), "docs/partitioners.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Which micro-batch of the step, from 0"), "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Which pipeline rank, from 0; it may hold several stages"),
             "docs/schedules.md"},
    Formula {
        QT_TRANSLATE_NOOP(
            "Formulas", "When all that the operation waits for has ended and its lane is free, from the step's begin"),
        "docs/schedules.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas", "Of a pass: the times of its layers; of a message: bytes / bandwidth + latency"),
        "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Start + what it takes"), "docs/schedules.md"},
};
static_assert(figureFormulas.size() == figureCount);

// In the order of MemoryPart.
constexpr std::array partFormulas {
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Parameters and buffers of the layers, in every copy and version that the schedule "
                               "needs; divided by ZeRO 3"),
             "docs/sharing.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Gradients kept until the optimizer's step; divided by ZeRO 2 and 3"),
             "docs/sharing.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "States of the optimizer and its copies of the parameters; divided by ZeRO 1 to 3"),
             "docs/sharing.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "What the layers saved for the backward pass x micro-batches in flight at that moment"),
             "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Tensors and gradients that cross to or from the next stages"),
             "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Buckets of gradients and gathered parameters"), "docs/sharing.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas", "What the layer at work takes for a moment: its measured peak beyond what stays"),
        "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "What the framework holds besides the tensors of the layers"),
             "docs/frameworks.md"},
};
static_assert(partFormulas.size() == memoryParts.size());

QString withSource(const Formula& formula)
{
    return QCoreApplication::translate("Formulas", "%1\nSource: %2")
        .arg(QCoreApplication::translate("Formulas", formula.words), QLatin1String(formula.document));
}

}

QString formulaOf(Figure figure)
{
    return withSource(figureFormulas[static_cast<std::size_t>(figure)]);
}

QString formulaOf(MemoryPart part)
{
    return withSource(partFormulas[static_cast<std::size_t>(part)]);
}

}
