// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/publishedruns.h"

#include <array>
#include <cstddef>
#include <set>

namespace stagecraft::bench {

// The parts of a prediction of memory.
enum class MemoryPart { InFlight, Transient, Degrees, Buffers, Calibration };

// A stack's model of one run that knows some of the parts only.
inline std::vector<MemoryTerms> termsKnowing(const MemoryCase& known, const std::set<MemoryPart>& parts)
{
    const bool transient = parts.contains(MemoryPart::Transient);
    const bool degrees = parts.contains(MemoryPart::Degrees);
    ModelledRun run = known.run;
    if (!degrees) {
        run.tensor = run.data = run.context = run.expert = 1;
    }
    if (!parts.contains(MemoryPart::InFlight)) {
        run.micro_batches = 1;
    }
    auto stages = memoryTerms(run, known.row->run.scope.rank);
    const double again = activationBytes(run).live * run.sequence * run.micro_batch / run.context;
    for (MemoryTerms& stage : stages) {
        const auto forget = [&](MemoryCorrection correction) { stage.unit[static_cast<std::size_t>(correction)] = 0; };
        if (!degrees) {
            stage.gathered = 0;
        }
        if (!transient) {
            stage.activations -= again;
            forget(MemoryCorrection::Grads);
            forget(MemoryCorrection::Logit);
        }
        if (!parts.contains(MemoryPart::Buffers)) {
            forget(MemoryCorrection::Held);
            forget(MemoryCorrection::Token);
        }
    }
    return stages;
}

// Priors of which only those of buffers are learned.
inline std::vector<MemoryCoefficient> learningBuffersAlone(std::vector<MemoryCoefficient> priors)
{
    constexpr double hardly = 1e-9;
    for (MemoryCoefficient& prior : priors) {
        const bool buffer = prior.correction == MemoryCorrection::Held || prior.correction == MemoryCorrection::Token;
        prior.deviation = buffer ? prior.deviation : hardly;
    }
    return priors;
}

// Errors of the peaks where only these parts are known. What is learned, of the calibration or of buffers, is
// cross-validated.
inline ErrorFigures memoryAblation(const Stack& stack, const std::set<MemoryPart>& parts)
{
    auto cases = memoryCases(stack);
    for (MemoryCase& known : cases) {
        known.sample.stages = termsKnowing(known, parts);
    }
    auto priors = memoryCoefficients(stack.form, stack.kind);
    std::vector<double> predicted;
    if (parts.contains(MemoryPart::Calibration)) {
        predicted = peaksLeavingOut(cases, priors, byFold(cases));
    } else if (parts.contains(MemoryPart::Buffers) && stack.form == StackForm::Nanotron) {
        predicted = peaksLeavingOut(cases, learningBuffersAlone(priors), byFold(cases));
    }
    Compared compared;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const MemorySample& sample = cases[i].sample;
        const double peak = predicted.empty()
            ? static_cast<double>(predictedMemory(sample.stages, valuesOf(priors)).value)
            : predicted[i];
        compared.add(peak, static_cast<double>(sample.measured.value));
    }
    return compared.figures();
}

// What a predictor of time knows, each with all before it. All are fitted to the runs, and cross-validated.
enum class TimeLevel { Products, TensorRanks, Host, Replicas, Stalls };

constexpr TimeLevel levelOf(TimeCorrection correction)
{
    switch (correction) {
    case TimeCorrection::Share:
    case TimeCorrection::Small:
        return TimeLevel::Products;
    case TimeCorrection::Link:
    case TimeCorrection::Hop:
    case TimeCorrection::HopChunk:
        return TimeLevel::TensorRanks;
    case TimeCorrection::Launch:
    case TimeCorrection::Chunk:
        return TimeLevel::Host;
    case TimeCorrection::Stall:
        return TimeLevel::Stalls;
    default:
        return TimeLevel::Replicas;
    }
}

// Step times, cross-validated, by the terms up to this level; of no run where that level adds none.
inline Compared timeAblation(const Stack& stack, TimeLevel level, bool slow_ones)
{
    constexpr double endless = 1e9; // a link without a limit
    const auto cases = timeCases(stack);
    auto priors = timeCoefficients(stack.form);
    const bool adds = std::any_of(priors.begin(), priors.end(), [&](const TimeCoefficient& coefficient) {
        return levelOf(coefficient.correction) == level;
    });
    if (!adds) {
        return {};
    }
    std::erase_if(priors, [&](const TimeCoefficient& coefficient) {
        return levelOf(coefficient.correction) > level && coefficient.correction != TimeCorrection::Link;
    });
    for (TimeCoefficient& coefficient : priors) {
        if (levelOf(coefficient.correction) > level) {
            coefficient.prior = coefficient.least = coefficient.most = endless;
        }
    }
    const auto predicted = stepsLeavingOut(cases, priors, byFold(cases));
    Compared compared;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (slow_ones || !cases[i].row->slow) {
            compared.add(predicted[i], cases[i].sample.measured.value);
        }
    }
    return compared;
}

}
