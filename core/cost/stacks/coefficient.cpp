// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stacks/coefficient.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Sources of priors: what is known of a stack without any measured run.
constexpr const char* fromCode = "prior: from what the stack's code does";
constexpr const char* fromFormula = "prior: the published formulas have no such term";
constexpr const char* fromUsage = "prior: assumed, of the size usually seen";

// A row of the tables below: unused where the deviation is 0.
template <typename Correction>
struct Line {
    Correction correction;
    const char* meaning;
    const char* unit;
    double prior;
    double deviation;
    double least;
    double most;
    const char* source;
    std::array<StackForm, 3> forms;
    std::size_t used; // of the forms
};

using enum StackForm;

constexpr std::array memoryLines {
    Line<MemoryCorrection> {
        MemoryCorrection::Grads,
        "copies of the gradients beside the state: 16-bit gradients at the end of backward, buckets",
        "copies of 2 B a parameter",
        1,
        0.5,
        0,
        3,
        fromCode,
        {Nanotron},
        1},
    Line<MemoryCorrection> {MemoryCorrection::Extra,
                            "tensors kept for each token and layer beyond the formula",
                            "B per hidden unit, over the tensor degree",
                            0,
                            10,
                            0,
                            40,
                            fromFormula,
                            {Nanotron, Megatron, Torchtitan},
                            3},
    Line<MemoryCorrection> {MemoryCorrection::Logit,
                            "logits, their 32-bit copy, softmax and gradient",
                            "B per logit, over the tensor degree",
                            6,
                            4,
                            2,
                            20,
                            fromCode,
                            {Nanotron, Megatron},
                            2},
    // Its loss is the library's cross-entropy of a 32-bit copy. In its backward pass live the logarithms of the
    // softmax, their gradient and that of the copy, 4 bytes each; the logits themselves are deleted before.
    Line<MemoryCorrection> {MemoryCorrection::Logit,
                            "softmax of the logits in 32 bits and two gradients",
                            "B per logit, over the tensor degree",
                            12,
                            4,
                            2,
                            20,
                            fromCode,
                            {Torchtitan},
                            1},
    Line<MemoryCorrection> {MemoryCorrection::Held,
                            "buffers of collectives not returned yet, because the host runs ahead of the device",
                            "B per token and hidden unit",
                            0,
                            100,
                            0,
                            300,
                            fromFormula,
                            {Nanotron},
                            1},
    Line<MemoryCorrection> {MemoryCorrection::Token,
                            "buffers once a stage that tensor parallelism does not shard: embedding output, boundary",
                            "B per token and hidden unit",
                            0,
                            20,
                            0,
                            60,
                            fromFormula,
                            {Nanotron},
                            1},
    Line<MemoryCorrection> {MemoryCorrection::Fixed,
                            "libraries' workspaces and tables in the allocator",
                            "GiB",
                            0.5,
                            0.5,
                            0,
                            4,
                            fromUsage,
                            {Nanotron, Megatron, Torchtitan},
                            3},
};

// Reserved bytes have the allocator's gaps among them, and a device's the driver's: they grow into gibibytes.
constexpr double reservedDeviation = 2;

constexpr std::array timeLines {
    Line<TimeCorrection> {TimeCorrection::Share,
                          "share of the peak that large products reach",
                          "share",
                          0.5,
                          0.5,
                          0.1,
                          0.95,
                          fromUsage,
                          {Nanotron, Megatron},
                          2},
    Line<TimeCorrection> {TimeCorrection::Small,
                          "loss on small products, relative to a hidden size of 4096",
                          "share",
                          0.01,
                          1.5,
                          0,
                          1,
                          fromUsage,
                          {Megatron},
                          1},
    Line<TimeCorrection> {TimeCorrection::Launch,
                          "time of the host to launch one layer, forward and backward",
                          "s",
                          2e-3,
                          1.5,
                          0,
                          2e-2,
                          fromUsage,
                          {Nanotron},
                          1},
    Line<TimeCorrection> {TimeCorrection::Chunk,
                          "time of the host for each piece of a split product",
                          "s",
                          1e-3,
                          1.5,
                          0,
                          1e-2,
                          fromUsage,
                          {Nanotron},
                          1},
    Line<TimeCorrection> {TimeCorrection::Hop,
                          "latency of a layer's all-reduces for each doubling of machines",
                          "s",
                          1e-3,
                          1.5,
                          0,
                          5e-2,
                          fromUsage,
                          {Nanotron},
                          1},
    Line<TimeCorrection> {TimeCorrection::HopChunk,
                          "latency of a piece for each further machine",
                          "s",
                          3e-4,
                          1.5,
                          0,
                          5e-3,
                          fromUsage,
                          {Nanotron},
                          1},
    Line<TimeCorrection> {TimeCorrection::Link,
                          "share of the links' bandwidth that collectives of tensor ranks reach",
                          "share",
                          0.7,
                          1,
                          0.05,
                          1.5,
                          fromUsage,
                          {Nanotron, Megatron},
                          2},
    Line<TimeCorrection> {TimeCorrection::Exposed,
                          "part of the data-parallel exchange that nothing hides",
                          "share",
                          0.5,
                          1,
                          0.02,
                          2,
                          fromUsage,
                          {Nanotron, Megatron},
                          2},
    Line<TimeCorrection> {TimeCorrection::Step,
                          "optimizer and what else a step takes once",
                          "s",
                          0.02,
                          1.5,
                          0,
                          1,
                          fromUsage,
                          {Nanotron},
                          1},
    Line<TimeCorrection> {TimeCorrection::Node,
                          "skew and start of collectives for each machine",
                          "s",
                          2e-3,
                          1.5,
                          0,
                          5e-2,
                          fromUsage,
                          {Nanotron},
                          1},
    Line<TimeCorrection> {TimeCorrection::Stall,
                          "loss for each micro-batch of pipelines over 64 machines",
                          "s",
                          0.1,
                          2,
                          0,
                          3,
                          fromUsage,
                          {Nanotron},
                          1},
};

template <typename Correction, std::size_t count>
std::vector<Coefficient<Correction>> coefficientsOf(const std::array<Line<Correction>, count>& lines, StackForm form)
{
    std::vector<Coefficient<Correction>> coefficients;
    for (const auto& line : lines) {
        const auto end = line.forms.begin() + static_cast<std::ptrdiff_t>(line.used);
        if (std::find(line.forms.begin(), end, form) != end) {
            coefficients.push_back({line.correction, line.meaning, line.unit, line.prior, line.deviation, line.least,
                                    line.most, line.prior, line.source});
        }
    }
    return coefficients;
}

}

std::vector<MemoryCoefficient> memoryCoefficients(StackForm form, MemoryKind kind)
{
    auto coefficients = coefficientsOf(memoryLines, form);
    if (kind != MemoryKind::Allocated) {
        coefficients.back().deviation = reservedDeviation;
    }
    return coefficients;
}

std::vector<TimeCoefficient> timeCoefficients(StackForm form)
{
    return coefficientsOf(timeLines, form);
}

MemoryValues valuesOf(const std::vector<MemoryCoefficient>& coefficients)
{
    MemoryValues values {};
    for (const MemoryCoefficient& coefficient : coefficients) {
        values[static_cast<std::size_t>(coefficient.correction)] = coefficient.value;
    }
    return values;
}

TimeValues valuesOf(const std::vector<TimeCoefficient>& coefficients)
{
    TimeValues values {};
    for (const TimeCoefficient& coefficient : coefficients) {
        values[static_cast<std::size_t>(coefficient.correction)] = coefficient.value;
    }
    return values;
}

}
