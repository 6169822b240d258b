// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/stacks/calibration.h"
#include "core/cost/stacks/memoryfit.h"
#include "core/cost/stacks/timefit.h"
#include "core/cost/stacks/timemodel.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace stagecraft::bench {

// Predictions beside what was measured, run by run.
struct Compared {
    std::vector<double> predicted;
    std::vector<double> measured;

    void add(double forecast, double found)
    {
        predicted.push_back(forecast);
        measured.push_back(found);
    }
    ErrorFigures figures() const { return errorFigures(predicted, measured); }
    // Of the rates instead of the times: tokens a second.
    ErrorFigures rateFigures() const
    {
        Compared rates;
        for (std::size_t i = 0; i < predicted.size(); ++i) {
            rates.add(1 / predicted[i], 1 / measured[i]);
        }
        return rates.figures();
    }
};

// A run whose memory or time a stack can be held against.
template <typename Sample>
struct Case {
    Sample sample;
    ModelledRun run;
    const StackRow* row = nullptr;
};
using MemoryCase = Case<MemorySample>;
using TimeCase = Case<TimeSample>;

inline std::vector<MemoryCase> memoryCases(const Stack& stack)
{
    std::vector<MemoryCase> cases;
    for (const StackRow& row : stack.rows) {
        if (row.memory_skipped.empty()) {
            const ModelledRun run = *modelledRun(row.run, stack.form);
            cases.push_back({{memoryTerms(run, row.run.scope.rank), *row.run.peak}, run, &row});
        }
    }
    return cases;
}

inline std::vector<TimeCase> timeCases(const Stack& stack)
{
    std::vector<TimeCase> cases;
    for (const StackRow& row : stack.rows) {
        if (row.time_skipped.empty()) {
            const ModelledRun run = *modelledRun(row.run, stack.form);
            cases.push_back({{run, *deviceSheet(row.run.device), *row.measured_step}, run, &row});
        }
    }
    return cases;
}

// Folds as a calibration makes them, by position.
template <typename AnyCase>
std::function<std::string(std::size_t)> byFold(const std::vector<AnyCase>& cases)
{
    std::vector<std::string> names(cases.size());
    const auto folds = foldsOf(cases.size());
    for (std::size_t f = 0; f < folds.size(); ++f) {
        for (const std::size_t i : folds[f]) {
            names[i] = std::to_string(f);
        }
    }
    return [names](std::size_t i) { return names[i]; };
}

// Every case predicted by a fit without the group that it is in. `fit` takes samples, `predict` a sample and what the
// fit gives.
template <typename AnyCase, typename Fit, typename Predict>
std::vector<double> leavingOut(const std::vector<AnyCase>& cases, const std::function<std::string(std::size_t)>& group,
                               const Fit& fit, const Predict& predict)
{
    std::map<std::string, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        groups[group(i)].push_back(i);
    }
    std::vector<double> predicted(cases.size());
    for (const auto& [name, members] : groups) {
        std::vector<decltype(cases[0].sample)> rest;
        for (std::size_t i = 0; i < cases.size(); ++i) {
            if (std::find(members.begin(), members.end(), i) == members.end()) {
                rest.push_back(cases[i].sample);
            }
        }
        const auto fitted = fit(rest);
        for (const std::size_t i : members) {
            predicted[i] = predict(cases[i].sample, fitted);
        }
    }
    return predicted;
}

inline std::vector<double> peaksLeavingOut(const std::vector<MemoryCase>& cases,
                                           const std::vector<MemoryCoefficient>& priors,
                                           const std::function<std::string(std::size_t)>& group)
{
    return leavingOut(
        cases, group, [&](const auto& rest) { return valuesOf(fitMemory(priors, rest)); },
        [](const MemorySample& sample, const MemoryValues& values) {
            return static_cast<double>(predictedMemory(sample.stages, values).value);
        });
}

inline std::vector<double> stepsLeavingOut(const std::vector<TimeCase>& cases,
                                           const std::vector<TimeCoefficient>& priors,
                                           const std::function<std::string(std::size_t)>& group)
{
    return leavingOut(
        cases, group, [&](const auto& rest) { return valuesOf(fitTime(priors, rest)); },
        [](const TimeSample& sample, const TimeValues& values) {
            return stepTime(sample.run, sample.sheet, values).value;
        });
}

// Runs without a pipeline do not tell whether their tensor ranks all-reduce or reduce-scatter. Where a run's memory is
// off by more than this factor and fits the second way better, that is told of it; what was timed has no part in it.
inline std::vector<Run> withModesFromMemory(const std::vector<Run>& runs, const Stack& stack, int& told)
{
    constexpr double clearly = 1.1;
    const MemoryValues values = valuesOf(stack.memory);
    std::vector<Run> all = runs;
    told = 0;
    for (Run& run : all) {
        const auto modelled = modelledRun(run, stack.form);
        if (!modelled || !run.peak || run.tensor_mode || modelled->pipeline > 1 || modelled->tensor == 1) {
            continue;
        }
        ModelledRun other = *modelled;
        other.tensor_mode = TensorMode::ReduceScatter;
        const auto distance = [&](const ModelledRun& candidate) {
            const Bytes peak = predictedMemory(memoryTerms(candidate, run.scope.rank), values);
            return std::abs(std::log(peak / *run.peak));
        };
        if (distance(*modelled) > std::log(clearly) && distance(other) < distance(*modelled)) {
            run.tensor_mode = TensorMode::ReduceScatter;
            ++told;
        }
    }
    return all;
}

}
