// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/english.h"
#include "core/cost/costmodel.h"
#include "core/problem/problem.h"
#include "tests/support/programs.h"

#include <QString>

#include <random>
#include <string>

namespace stagecraft::testing {

// Text of a Result's error, for messages of failed tests.
template <typename T>
QString errorOf(const Result<T>& result)
{
    return result ? QStringLiteral("no error") : QString::fromStdString(describe(result.error()));
}

// A chain of measured layers with random but consistent bytes and times. `tied`: first and last layer share a weight.
// In some chains the first layers are frozen.
inline ChainCosts randomChain(std::mt19937& random, int layers, bool tied)
{
    const auto upTo = [&](std::int64_t most) { return std::uniform_int_distribution<std::int64_t>(0, most)(random); };
    ChainCosts chain;
    const auto frozen = upTo(2) == 0 && !tied ? static_cast<int>(upTo(layers)) : 0;
    for (int l = 0; l < layers; ++l) {
        LayerCost cost;
        LayerMemory& memory = cost.memory;
        memory.parameters = Bytes(4 * (1 + upTo(200)));
        memory.buffers = Bytes(upTo(20));
        memory.gradients = memory.parameters;
        memory.saved = Bytes(upTo(300));
        memory.context = Bytes(upTo(2) == 0 ? upTo(60) : 0);
        memory.output = Bytes(l + 1 == layers ? 0 : 1 + upTo(400));
        memory.input_gradient = l == 0 ? Bytes(0) : chain.layers.back().memory.output;
        memory.cached = Bytes(upTo(2) == 0 ? upTo(40) : 0);
        memory.keeps_input = upTo(1) == 1;
        memory.keeps_output = l + 1 < layers && upTo(3) == 0;
        if (memory.keeps_output) {
            memory.saved += memory.output;
        }
        memory.forward_peak = memory.saved + memory.output + memory.cached + Bytes(upTo(200));
        memory.backward_peak = memory.gradients + memory.output + Bytes(upTo(200));
        memory.accumulate_peak = memory.output + Bytes(upTo(300));
        memory.owned_backward_peak = memory.backward_peak - memory.output;
        memory.owned_accumulate_peak = memory.accumulate_peak - memory.output;
        memory.optimizer_peak = Bytes(upTo(400));
        if (l <= frozen) {
            memory.input_gradient = Bytes(0);
        }
        if (l < frozen) {
            memory.gradients = Bytes(0);
            memory.backward_peak = memory.accumulate_peak = Bytes(0);
            memory.owned_backward_peak = memory.owned_accumulate_peak = Bytes(0);
            memory.optimizer_peak = Bytes(0);
        }
        cost.forward.median = Seconds(1e-3 * static_cast<double>(1 + upTo(20)));
        cost.backward.median = Seconds(1e-3 * static_cast<double>(1 + upTo(40)));
        cost.optimizer.median = Seconds(1e-3 * static_cast<double>(upTo(10)));
        if (tied && (l == 0 || l + 1 == layers)) {
            cost.shared_parameters = Bytes(4);
            cost.shared_gradients = Bytes(4);
        }
        chain.layers.push_back(cost);
    }
    return chain;
}

// Rows of a random layer table; times may be equal to each other so that ties occur.
inline Model randomTable(std::mt19937& random, int layers, bool few_values)
{
    const auto upTo = [&](std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(0, few_values ? 2 : most)(random);
    };
    Model model;
    model.name = "random";
    model.family = "table";
    model.source = "random.csv";
    model.sample = SampleKind::Opaque;
    model.default_sequence = 1;
    model.longest_sequence = 1 << 20;
    for (int l = 0; l < layers; ++l) {
        TableRow row;
        row.parameters = upTo(30);
        row.state = Bytes(16 * row.parameters + upTo(50));
        row.saved = Bytes(upTo(100));
        row.transient = Bytes(upTo(100));
        row.output = Bytes(upTo(150)); // boundaries larger than the layers, for which greedy filling is not optimal
        row.keeps_input = upTo(1) == 1;
        row.keeps_output = upTo(1) == 1;
        row.forward = Seconds(1e-3 * static_cast<double>(1 + upTo(5)));
        row.backward = Seconds(1e-3 * static_cast<double>(1 + upTo(9)));
        model.layers.push_back({"layer " + std::to_string(l), row});
    }
    return model;
}

inline Problem problemFor(Model model, const std::string& cluster, std::int64_t global_batch, std::int64_t micro_batch)
{
    Problem problem;
    problem.model = std::move(model);
    problem.workload.global_batch = global_batch;
    problem.workload.sequence = problem.model.default_sequence;
    problem.cluster = parseCluster(cluster).value();
    problem.constraints.micro_batch = micro_batch;
    return problem;
}

}
