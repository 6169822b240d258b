// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/formulas.h"

#include <QCoreApplication>

#include <array>

namespace stagecraft {

namespace {

struct Formula {
    const char* words;
    const char* document;
};

// Order of Figure.
constexpr std::array figureFormulas {
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Sizes of the parallel groups: PP pipeline, TP tensor, CP context, DP data, EP expert; "
                               "VPP: stages per pipeline rank, +SP: sequence parallelism"),
             "docs/sharing.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Micro-batch size x number of micro-batches per step; multiplied by the data-parallel "
                               "size, this is the global batch"),
             "docs/search.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Largest number of bytes allocated on any device at one time: the sum of its memory "
                               "categories at that time"),
             "docs/architecture.md"},
    Formula {
        QT_TRANSLATE_NOOP(
            "Formulas",
            "Memory that the caching allocator reserves for these tensors, from a replay of the stage's allocations"),
        "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Reserved memory + workspaces of matrix products + driver context + NCCL buffers"),
             "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP(
                 "Formulas",
                 "Device memory with each term at its upper bound; the plan fits if this is within the capacity"),
             "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Global batch (x sequence length, for tokens) / step time"),
             "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Time of one optimizer step, simulated operation by operation"),
             "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Idle time of all devices / (devices x pipeline time); for p equal stages and m "
                               "micro-batches: (p - 1) / (m + p - 1)"),
             "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Floating-point operations of the model per step / (step time x devices x peak rate of "
                               "a device); recomputed operations do not count"),
             "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Step time - step time if all messages arrived instantly"),
             "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Price of all nodes with at least one device in use x step time"),
             "docs/cost.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Total cost / tokens (or samples) of the run x 10⁶"), "docs/cost.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Price of the billed nodes or devices x time to train, including interruptions and, if "
                               "billed separately, energy"),
             "docs/cost.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas",
                          "Steps of the run x step time, including checkpoints and work repeated after interruptions"),
        "docs/cost.md"},
    Formula {
        QT_TRANSLATE_NOOP(
            "Formulas", "Basis of memory and time: how they were obtained. A sum has the weakest basis of its parts."),
        "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Memory that the driver reports for the device - memory reserve"),
             "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Capacity - upper bound of the device memory of the fullest device"),
             "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Peak memory with all measured, fitted or calibrated values at their lower bounds, and "
                               "at their upper bounds"),
             "docs/architecture.md"},
    Formula {
        QT_TRANSLATE_NOOP(
            "Formulas", "Step time with the times of all operations at their lower bounds, and at their upper bounds"),
        "docs/architecture.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas", "Time to train with the step time at its lower bound, and at its upper bound"),
        "docs/cost.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas",
                          "Cost with the step time at its lower bound, and at its upper bound; prices have no bounds"),
        "docs/cost.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Tokens (or samples) of the training run, in whole steps"), "docs/cost.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Total cost / steps of the run"), "docs/cost.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas", "Pipeline-parallel x tensor-parallel x context-parallel x data-parallel size"),
        "docs/sharing.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Samples per optimizer step across all replicas, as set in the problem"),
             "docs/search.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Tokens per sample (for images: pixels per side), as set in the problem"),
             "docs/models.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Price per node and hour x number of nodes with at least one device in use"),
             "docs/cost.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas", "Bandwidth per direction and latency, as assumed for the devices of the cluster"),
        "docs/schedules.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas", "Value of the what-if parameter; all other settings are those of the problem"),
        "docs/sizing.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Position of the layer in the chain, starting at 0"), "docs/models.md"},
    Formula {
        QT_TRANSLATE_NOOP(
            "Formulas", "Number of parameters of the layer; shared parameters count in the first layer that uses them"),
        "docs/models.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Floating-point operations of the layer's matrix products per sample: 2 x rows x "
                               "columns x depth of each product"),
             "docs/models.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Size of the layer's output per sample"), "docs/models.md"},
    Formula {
        QT_TRANSLATE_NOOP(
            "Formulas",
            "Bytes that the layer saves for its backward pass per sample, measured or computed from its dimensions"),
        "docs/profiling.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Micro-batch size of the measurement"), "docs/profiling.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas", "Forward time of the layer running alone on the device: median of repeated runs"),
        "docs/profiling.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Backward time of the layer running alone on the device: median of repeated runs"),
             "docs/profiling.md"},
    Formula {QT_TRANSLATE_NOOP(
                 "Formulas",
                 "Bytes that stay allocated between the forward and the backward pass, excluding the layer's output"),
             "docs/profiling.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Half the interquartile range / median, for the time that varies most"),
             "docs/profiling.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Forward time on the compared device / forward time on this device"),
             "docs/profiling.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Backward time on the compared device / backward time on this device"),
             "docs/profiling.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Saved bytes on the compared device - saved bytes on this device"),
             "docs/profiling.md"},
    Formula {
        QT_TRANSLATE_NOOP(
            "Formulas",
            "Prediction of the cost model for this point, fitted to the layer's other points only (leave-one-out)"),
        "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP(
                 "Formulas",
                 "Measured / predicted - 1; the prediction is fitted to the layer's other points only (leave-one-out)"),
             "docs/architecture.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas", "Measured points of this layer, out of all points at which any layer was tried"),
        "docs/profiling.md"},
    Formula {QT_TRANSLATE_NOOP(
                 "Formulas", "Deviation of the measured peak of a whole stage from the peak predicted from its layers"),
             "docs/profiling.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Value from the file of measured runs"), "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Estimate for the plan of the run, with its framework and device type"),
             "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Predicted / measured - 1"), "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Micro-batch size from the file of measured runs"), "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Runs of the group that have both a measured and a predicted value"),
             "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Mean of |predicted / measured - 1| over the runs"), "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Median of |predicted / measured - 1| over the runs"), "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "90 % quantile of |predicted / measured - 1| over the runs"),
             "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Median of predicted / measured - 1 (signed) over the runs"),
             "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Spearman's rank correlation: 1 if the predictions rank all runs in the measured order"),
             "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Share of the runs whose measured value is between the lower and the upper bound"),
             "docs/validation.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Position of the stage in the pipeline, starting at 0"),
             "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "First and last layer of the stage"), "docs/models.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas", "Tensor-parallel size: number of devices that split each layer of the stage"),
        "docs/sharing.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Data-parallel size: number of replicas of the stage, each with different samples"),
             "docs/sharing.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Bytes of parameters on one device: sum over the stage's layers"),
             "docs/sharing.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Forward and backward time of one micro-batch: sum over the stage's layers"),
             "docs/schedules.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas",
                          "Peak memory of the stage's fullest device: the sum of its memory categories at that time"),
        "docs/architecture.md"},
    Formula {
        QT_TRANSLATE_NOOP("Formulas", "Memory that the driver reports for the stage's fullest device - memory reserve"),
        "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Peak memory / peak memory of the exact search"), "docs/partitioners.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Index of the micro-batch in the step, starting at 0"), "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Index of the pipeline rank, starting at 0; a pipeline rank can run several stages"),
             "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Time since the beginning of the step. An operation starts when its dependencies have "
                               "finished and its lane is free."),
             "docs/schedules.md"},
    Formula {
        QT_TRANSLATE_NOOP(
            "Formulas",
            "Forward and backward passes: sum of the times of their layers. Messages: bytes / bandwidth + latency."),
        "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Start + duration"), "docs/schedules.md"},
};
static_assert(figureFormulas.size() == figureCount);

// Order of MemoryPart.
constexpr std::array partFormulas {
    Formula {
        QT_TRANSLATE_NOOP(
            "Formulas",
            "Parameters and buffers of the layers, in all weight versions that the schedule keeps; sharded by ZeRO-3"),
        "docs/sharing.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Gradients kept until the optimizer step; sharded by ZeRO-2 and ZeRO-3"),
             "docs/sharing.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas",
                               "Optimizer state, including fp32 copies of parameters; sharded by ZeRO-1 to ZeRO-3"),
             "docs/sharing.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Saved activations of the layers x micro-batches in flight at that time"),
             "docs/schedules.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Activations and gradients received from or sent to neighboring stages"),
             "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Gradient buckets and gathered parameters"), "docs/sharing.md"},
    Formula {QT_TRANSLATE_NOOP(
                 "Formulas",
                 "Temporary memory of the running layer: its measured peak beyond the memory that stays allocated"),
             "docs/architecture.md"},
    Formula {QT_TRANSLATE_NOOP("Formulas", "Memory of the framework in addition to the layers' tensors"),
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
