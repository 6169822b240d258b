// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stacks/validation.h"

#include "core/cost/stacks/memorymodel.h"
#include "core/cost/stacks/modelledrun.h"

#include <algorithm>
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

// The bands beside what fits without them say of a stack's runs, by row: each of all the others. Of times, slow ones
// apart: these are in the band of none.
struct UnseenBands {
    std::vector<Band> memory;
    std::vector<Band> time;
};

template <typename MeasuredOf, typename PredictedOf>
std::vector<Band> bandsOf(const Stack& stack, const MeasuredOf& measuredOf, const PredictedOf& predictedOf)
{
    std::vector<std::size_t> rows;
    std::vector<double> measured;
    std::vector<double> predicted;
    for (std::size_t i = 0; i < stack.rows.size(); ++i) {
        const auto found = measuredOf(stack.rows[i]);
        const auto unseen = predictedOf(stack.rows[i]);
        if (isAmount(found) && isAmount(unseen)) {
            rows.push_back(i);
            measured.push_back(static_cast<double>(found->value));
            predicted.push_back(static_cast<double>(unseen->value));
        }
    }
    std::vector<Band> bands(stack.rows.size(), conformalBand(predicted, measured));
    const std::vector<Band> others = bandsOfOthers(predicted, measured);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        bands[rows[i]] = others[i];
    }
    return bands;
}

UnseenBands unseenBands(const Stack& stack)
{
    const auto peak = [](const StackRow& row) { return row.memory_skipped.empty() ? row.run.peak : std::nullopt; };
    const auto step = [](const StackRow& row) { return row.slow ? std::nullopt : row.measured_step; };
    return {bandsOf(stack, peak, [](const StackRow& row) { return row.predicted_peak; }),
            bandsOf(stack, step, [](const StackRow& row) { return row.predicted_step; })};
}

// `other`: were tensor ranks to exchange the other way.
template <typename Amount>
std::optional<Bounded<Amount>> bounded(const std::optional<Amount>& value, const std::optional<Amount>& other,
                                       Amount low, Amount high)
{
    if (!isAmount(value)) {
        return std::nullopt;
    }
    return Bounded<Amount> {*value, std::min(low, other.value_or(low)), std::max(high, other.value_or(high))};
}

// What the stack says of one of its runs when fitted without it.
void takeUnseen(ValidatedRun& row, const StackRow& known, const Band& memory, const Band& time)
{
    row.evidence = true;
    const Bytes peak = known.predicted_peak.value_or(Bytes(0));
    const Seconds step = known.predicted_step.value_or(Seconds(0));
    row.unseen_peak = bounded(known.predicted_peak, known.other_mode_peak, boundOfMemory(peak, memory.low),
                              boundOfMemory(peak, memory.high));
    row.unseen_step = bounded(known.predicted_step, known.other_mode_step, step * time.low, step * time.high);
}

ValidatedRun validated(const Run& run, const Stack& stack, const UnseenBands& bands)
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
    const auto known = std::find_if(stack.rows.begin(), stack.rows.end(),
                                    [&](const StackRow& some) { return sameRun(some.run, run); });
    if (known != stack.rows.end()) {
        const auto at = static_cast<std::size_t>(known - stack.rows.begin());
        takeUnseen(row, *known, bands.memory[at], bands.time[at]);
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
    void add(Amount value, Amount plain, Amount found, const Bounded<Amount>& left_out, bool was_seen)
    {
        held_out.push_back(static_cast<double>(left_out.value.value));
        predicted.push_back(static_cast<double>(value.value));
        uncorrected.push_back(static_cast<double>(plain.value));
        measured.push_back(static_cast<double>(found.value));
        inside += left_out.low <= found && found <= left_out.high ? 1 : 0;
        if (was_seen) {
            unseen.push_back(static_cast<double>(left_out.value.value));
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

Bounded<Bytes> ValidatedRun::seenPeak() const
{
    return {*prediction.peak, prediction.peak_low, prediction.peak_high};
}

Bounded<Seconds> ValidatedRun::seenStep() const
{
    return {*prediction.step, prediction.step_low, prediction.step_high};
}

Bounded<Bytes> ValidatedRun::heldOutPeak() const
{
    return unseen_peak.value_or(seenPeak());
}

Bounded<Seconds> ValidatedRun::heldOutStep() const
{
    return unseen_step.value_or(seenStep());
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
    const UnseenBands bands = unseenBands(stack);
    for (const Run& run : runs) {
        if (stop.stop_requested()) {
            break;
        }
        rows.push_back(validated(run, stack, bands));
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
            memory.add(*prediction.peak, prediction.uncorrected_peak, *row.run.peak, row.heldOutPeak(),
                       row.unseen_peak.has_value());
        }
        if (row.time_skipped.empty()) {
            time.add(*prediction.step, prediction.uncorrected_step, *row.measured_step, row.heldOutStep(),
                     row.unseen_step.has_value());
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
