// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stacks/validation.h"

#include "core/cost/stacks/modelledrun.h"

#include <cmath>

namespace stagecraft {

namespace {

// The same run, wherever its row stands; how its ranks exchange and in what it computes may have been
// found out since.
bool sameRun(const Run& a, const Run& other)
{
    if (a.peak != other.peak || a.throughput != other.throughput || a.hidden != other.hidden) {
        return false; // most are, and a copy takes its time
    }
    Run b = other;
    b.file = a.file;
    b.line = a.line;
    b.tensor_mode = a.tensor_mode;
    b.eight_bit = a.eight_bit;
    return a == b;
}

// What errors can be told of.
template <typename Amount>
bool isAmount(const std::optional<Amount>& amount)
{
    return amount && amount->value > 0 && std::isfinite(static_cast<double>(amount->value));
}

// No stack's file may have coefficients that predict such; a row can have sizes beyond all numbers.
void skipWhatIsNoAmount(ValidatedRun& row)
{
    const std::string reason = "what the stack predicts is no amount";
    if (row.memory_skipped.empty() && !isAmount(row.prediction.peak)) {
        row.memory_skipped = reason;
    }
    if (row.time_skipped.empty() && (!isAmount(row.prediction.step) || !isAmount(row.measured_step))) {
        row.time_skipped = reason;
    }
}

ValidatedRun validated(const Run& run, const Stack& stack)
{
    ValidatedRun row;
    row.run = run;
    row.stack = stack.name;
    row.prediction = predict(run, stack);
    const Modelled modelled = modelledRun(run, stack.form);
    row.memory_skipped = skipReason(run, modelled, memoryObstacle(run, stack.kind));
    row.time_skipped = skipReason(run, modelled, speedObstacle(run));
    if (!modelled) {
        return row;
    }
    if (row.time_skipped.empty()) {
        row.time_skipped = row.prediction.no_step;
    }
    const auto step = measuredStep(run, *modelled);
    if (step) {
        row.measured_step = *step;
        row.tokens = tokensOfStep(run, *modelled);
    } else if (row.time_skipped.empty()) {
        row.time_skipped = step.error();
    }
    for (const StackRow& known : stack.rows) {
        if (sameRun(known.run, run)) {
            row.evidence = true;
            row.unseen_peak = isAmount(known.predicted_peak) ? known.predicted_peak : std::nullopt;
            row.unseen_step = isAmount(known.predicted_step) ? known.predicted_step : std::nullopt;
            break;
        }
    }
    skipWhatIsNoAmount(row);
    return row;
}

// Predictions beside measured values, one quantity.
struct Lists {
    std::vector<double> predicted;
    std::vector<double> uncorrected;
    std::vector<double> measured;
    std::vector<double> unseen;
    std::vector<double> unseen_measured;
    std::vector<double> held_out;
    int inside = 0;

    template <typename Amount>
    void add(Amount value, Amount low, Amount high, Amount plain, Amount found, const std::optional<Amount>& left_out)
    {
        held_out.push_back(static_cast<double>(left_out.value_or(value).value));
        predicted.push_back(static_cast<double>(value.value));
        uncorrected.push_back(static_cast<double>(plain.value));
        measured.push_back(static_cast<double>(found.value));
        inside += low <= found && found <= high ? 1 : 0;
        if (left_out) {
            unseen.push_back(static_cast<double>(left_out->value));
            unseen_measured.push_back(static_cast<double>(found.value));
        }
    }

    ComparedRuns compared() const
    {
        const double count = static_cast<double>(predicted.size());
        return {errorFigures(predicted, measured), predicted.empty() ? 0 : inside / count,
                errorFigures(uncorrected, measured), errorFigures(unseen, unseen_measured),
                errorFigures(held_out, measured)};
    }
};

}

std::string ValidatedRun::skippedText() const
{
    if (!skipped()) {
        return {};
    }
    return memory_skipped == time_skipped ? memory_skipped : memory_skipped + "; " + time_skipped;
}

Validation validateRuns(const std::vector<Run>& runs, const Stack& stack, const std::stop_token& stop)
{
    std::vector<ValidatedRun> rows;
    for (const Run& run : runs) {
        if (stop.stop_requested()) {
            break;
        }
        rows.push_back(validated(run, stack));
    }
    return validationOf(std::move(rows));
}

Validation validationOf(std::vector<ValidatedRun> rows)
{
    Validation validation;
    Lists memory;
    Lists time;
    std::vector<std::string> reasons;
    for (const ValidatedRun& row : rows) {
        const StackPrediction& prediction = row.prediction;
        if (row.memory_skipped.empty()) {
            memory.add(*prediction.peak, prediction.peak_low, prediction.peak_high, prediction.uncorrected_peak,
                       *row.run.peak, row.unseen_peak);
        }
        if (row.time_skipped.empty()) {
            time.add(*prediction.step, prediction.step_low, prediction.step_high, prediction.uncorrected_step,
                     *row.measured_step, row.unseen_step);
        }
        reasons.push_back(row.skippedText());
        validation.skipped += row.skipped() ? 1 : 0;
    }
    validation.rows = std::move(rows);
    validation.memory = memory.compared();
    validation.time = time.compared();
    validation.reasons = countReasons(reasons);
    return validation;
}

}
