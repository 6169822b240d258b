// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stacks/calibration.h"

#include "core/cost/stacks/memoryfit.h"
#include "core/cost/stacks/timefit.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace stagecraft {

namespace {

constexpr std::size_t fewestRuns = 3;
constexpr std::size_t runsForCoefficient = 4;
constexpr std::size_t mostSizeFolds = 20; // each is a fit: beyond it several sizes are left out together
constexpr double clearlyBetter = 1.4; // of two modes, as a factor of the time
constexpr double timeShare = 0.9; // of the work: each fit of times is iterated on a simulation, those of bytes are not

// Whoever waits for a calibration: may stop it, and is told its share from 0 to 1.
struct Watch {
    const std::stop_token& stop;
    CalibrationReport report;

    void tell(double share) const
    {
        if (report) {
            report(share);
        }
    }
    Watch part(double from, double to) const
    {
        return {stop, [this, from, to](double share) { tell(from + share * (to - from)); }};
    }
};

// Cross-validated predictions of one quantity, with what they are compared with.
struct Predictions {
    std::vector<double> measured;
    std::vector<double> uncorrected;
    std::vector<double> fitted;
    std::vector<double> cross_validated;
    std::vector<std::optional<double>> other_mode; // by the same fits, where the row leaves it open
    std::vector<double> size_left_out;
};

// By what the models are, not by what they are called: one size under two names would be no test of another size.
std::vector<std::vector<std::size_t>> foldsBySize(const std::vector<std::string>& sizes)
{
    std::map<std::string, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        groups[sizes[i]].push_back(i);
    }
    std::vector<std::vector<std::size_t>> folds(std::min(groups.size(), mostSizeFolds));
    std::size_t next = 0;
    for (const auto& [size, group] : groups) {
        auto& fold = folds[next++ % folds.size()];
        fold.insert(fold.end(), group.begin(), group.end());
    }
    return folds;
}

// Fits without each fold. `fit` takes samples, `predict` the place of a sample and the fit without it; each fold is
// told to `done`.
template <typename Sample, typename Fit, typename Predict, typename Done>
void leaveOut(const std::vector<Sample>& samples, const std::vector<std::vector<std::size_t>>& folds, const Fit& fit,
              const Predict& predict, const Watch& watch, const Done& done)
{
    for (const std::vector<std::size_t>& fold : folds) {
        if (watch.stop.stop_requested()) {
            break;
        }
        std::vector<Sample> rest;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            if (std::find(fold.begin(), fold.end(), i) == fold.end()) {
                rest.push_back(samples[i]);
            }
        }
        const auto coefficients = fit(rest);
        for (const std::size_t i : fold) {
            predict(i, coefficients);
        }
        done();
    }
}

// `predict` takes a sample and coefficients, `other` the place of a sample and coefficients; it may give nothing.
template <typename Sample, typename Fit, typename Predict, typename Other, typename Coefficients>
Predictions predictionsOf(const std::vector<Sample>& samples, const std::vector<std::string>& architectures,
                          const Coefficients& prior, const Coefficients& fitted, const Fit& fit, const Predict& predict,
                          const Other& other, const Watch& watch)
{
    Predictions predictions;
    for (const Sample& sample : samples) {
        predictions.measured.push_back(static_cast<double>(sample.measured.value));
        predictions.uncorrected.push_back(predict(sample, prior));
        predictions.fitted.push_back(predict(sample, fitted));
    }
    const auto folds = foldsOf(samples.size());
    const auto sizes = foldsBySize(architectures);
    std::size_t fits = 1;
    const double all = static_cast<double>(fits + folds.size() + (sizes.size() > 1 ? sizes.size() : 0));
    const auto done = [&] { watch.tell(static_cast<double>(++fits) / all); };
    predictions.cross_validated.resize(samples.size());
    predictions.other_mode.resize(samples.size());
    const auto unseen = [&](std::size_t i, const Coefficients& without) {
        predictions.cross_validated[i] = predict(samples[i], without);
        predictions.other_mode[i] = other(i, without);
    };
    leaveOut(samples, folds, fit, unseen, watch, done);
    if (sizes.size() > 1) {
        predictions.size_left_out.resize(samples.size());
        const auto of_size = [&](std::size_t i, const Coefficients& without) {
            predictions.size_left_out[i] = predict(samples[i], without);
        };
        leaveOut(samples, sizes, fit, of_size, watch, done);
    }
    return predictions;
}

StackEvidence evidenceOf(const Predictions& predictions, std::size_t coefficients)
{
    const std::size_t runs = predictions.measured.size();
    const std::size_t folds = foldsOf(runs).size();
    StackEvidence evidence;
    evidence.uncorrected = errorFigures(predictions.uncorrected, predictions.measured);
    evidence.fitted = errorFigures(predictions.fitted, predictions.measured);
    evidence.cross_validated = errorFigures(predictions.cross_validated, predictions.measured);
    evidence.folds = folds == runs ? "each run left out" : std::to_string(folds) + " folds";
    if (!predictions.size_left_out.empty()) {
        evidence.size_left_out = errorFigures(predictions.size_left_out, predictions.measured);
    }
    evidence.band = conformalBand(predictions.cross_validated, predictions.measured);
    evidence.coverage = bandCoverage(predictions.cross_validated, predictions.measured);
    evidence.few_runs = runs < runsForCoefficient * coefficients;
    return evidence;
}

// Takes the runs into a stack's rows and fits what they allow.
class Calibration {
public:
    Calibration(const std::vector<Run>& runs, const CalibrationRequest& request, StackForm form, Watch watch)
        : m_request(request), m_watch(std::move(watch))
    {
        m_stack.name = request.name;
        m_stack.form = form;
        m_stack.made_at = request.made_at;
        for (const Run& run : runs) {
            m_stack.rows.push_back({run, {}, {}, {}, {}, {}, {}, {}, false});
            m_modelled.push_back(modelledRun(run, form));
        }
        m_stack.kind = mostFrequentKind();
    }

    Result<Stack> run()
    {
        // First, as it may tell how ranks exchange.
        const std::size_t timed = fitTimes(m_watch.part(0, timeShare));
        const std::size_t weighed = fitPeaks(m_watch.part(timed < fewestRuns ? 0 : timeShare, 1));
        if (m_watch.stop.stop_requested()) {
            return failure(ErrorCode::Cancelled);
        }
        if (timed < fewestRuns && weighed < fewestRuns) {
            return unusable();
        }
        return std::move(m_stack);
    }

    // How many runs it could use for anything; after run() failed.
    int usable() const
    {
        return static_cast<int>(std::count_if(m_stack.rows.begin(), m_stack.rows.end(), [](const StackRow& row) {
            return row.memory_skipped.empty() || row.time_skipped.empty();
        }));
    }

private:
    MemoryKind mostFrequentKind() const
    {
        std::map<MemoryKind, int> counts;
        for (const StackRow& row : m_stack.rows) {
            if (row.run.peak && row.run.scope.kind != MemoryKind::Unstated) {
                ++counts[row.run.scope.kind];
            }
        }
        const auto most = std::max_element(counts.begin(), counts.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        return most == counts.end() ? usualKind(m_stack.form) : most->first;
    }

    std::size_t fitPeaks(const Watch& watch)
    {
        std::vector<MemorySample> samples;
        std::vector<std::size_t> used;
        std::set<int> degrees;
        for (std::size_t i = 0; i < m_stack.rows.size(); ++i) {
            StackRow& row = m_stack.rows[i];
            row.memory_skipped = skipReason(row.run, m_modelled[i], memoryObstacle(row.run, m_stack.kind));
            if (row.memory_skipped.empty()) {
                samples.push_back({memoryTerms(*m_modelled[i], row.run.scope.rank), *row.run.peak});
                used.push_back(i);
                if (m_modelled[i]->tensor > 1) {
                    degrees.insert(m_modelled[i]->tensor);
                }
            }
        }
        m_stack.memory = memoryCoefficients(m_stack.form, m_stack.kind);
        if (degrees.size() < 2) {
            // How it grows with the degree cannot be told from these runs.
            std::erase_if(m_stack.memory, [](const MemoryCoefficient& coefficient) {
                return coefficient.correction == MemoryCorrection::Held;
            });
        }
        if (samples.size() < fewestRuns || watch.stop.stop_requested()) {
            return samples.size();
        }
        const auto fit = [prior = m_stack.memory](const auto& some) { return fitMemory(prior, some); };
        const auto predict = [](const MemorySample& sample, const std::vector<MemoryCoefficient>& coefficients) {
            return static_cast<double>(predictedMemory(sample.stages, valuesOf(coefficients)).value);
        };
        const auto other = [&](std::size_t i, const std::vector<MemoryCoefficient>& coefficients) {
            return otherPeak(used[i], predict(samples[i], coefficients), valuesOf(coefficients));
        };
        const auto fitted = fit(samples);
        const Predictions predictions =
            predictionsOf(samples, architecturesOf(used), m_stack.memory, fitted, fit, predict, other, watch);
        m_stack.memory_evidence = evidenceOf(predictions, fitted.size());
        for (std::size_t i = 0; i < used.size(); ++i) {
            StackRow& row = m_stack.rows[used[i]];
            row.predicted_peak = Bytes(std::llround(predictions.cross_validated[i]));
            row.other_mode_peak = predictions.other_mode[i]
                ? std::optional(Bytes(std::llround(*predictions.other_mode[i])))
                : std::nullopt;
        }
        m_stack.memory = sourced(fitted, used);
        return samples.size();
    }

    // The run of a row with its tensor ranks exchanging the other way; nothing where the row tells how they do.
    std::optional<ModelledRun> inOtherMode(std::size_t row) const
    {
        return otherModeOf(*m_modelled[row], m_stack.rows[row].run.tensor_mode);
    }

    // What the row's run then takes, where it takes `peak` bytes as it is.
    std::optional<double> otherPeak(std::size_t row, double peak, const MemoryValues& values) const
    {
        const auto other = inOtherMode(row);
        if (!other) {
            return std::nullopt;
        }
        const Bytes more = otherModeBytes(*m_modelled[row], *other, values);
        return std::max(0.0, peak + static_cast<double>(more.value));
    }

    // The device that most of the runs with a time are of.
    std::string mostFrequentDevice() const
    {
        std::map<std::string, int> counts;
        for (std::size_t i = 0; i < m_stack.rows.size(); ++i) {
            const Run& run = m_stack.rows[i].run;
            if (m_modelled[i] && deviceSheet(run.device) && measuredStep(run, *m_modelled[i])
                && timeObstacle(*m_modelled[i]).empty()) {
                ++counts[run.device];
            }
        }
        const auto most = std::max_element(counts.begin(), counts.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        return most == counts.end() ? std::string() : most->first;
    }

    std::string timeReason(std::size_t row) const
    {
        const Run& run = m_stack.rows[row].run;
        if (const std::string reason = skipReason(run, m_modelled[row], speedObstacle(run)); !reason.empty()) {
            return reason;
        }
        if (const std::string obstacle = timeObstacle(*m_modelled[row]); !obstacle.empty()) {
            return obstacle;
        }
        if (!deviceSheet(run.device)) {
            return run.device.empty() ? "GPU not told" : "no data sheet of " + run.device;
        }
        if (run.device != m_stack.device) {
            return "on " + run.device + ", the times are fitted on " + m_stack.device + " alone";
        }
        const auto step = measuredStep(run, *m_modelled[row]);
        return step ? std::string() : step.error();
    }

    std::size_t fitTimes(const Watch& watch)
    {
        m_stack.time = timeCoefficients(m_stack.form);
        m_stack.device = mostFrequentDevice();
        std::vector<TimeSample> samples;
        std::vector<std::size_t> used;
        for (std::size_t i = 0; i < m_stack.rows.size(); ++i) {
            StackRow& row = m_stack.rows[i];
            row.time_skipped = timeReason(i);
            if (row.time_skipped.empty()) {
                row.measured_step = *measuredStep(row.run, *m_modelled[i]);
                samples.push_back({*m_modelled[i], *deviceSheet(row.run.device), *row.measured_step});
                used.push_back(i);
            }
        }
        if (samples.size() < fewestRuns) {
            m_stack.device.clear();
            return samples.size();
        }
        const auto fit = [prior = m_stack.time, stop = watch.stop](const auto& some) {
            return fitTime(prior, some, stop);
        };
        const auto predict = [](const TimeSample& sample, const std::vector<TimeCoefficient>& coefficients) {
            return stepTime(sample.run, sample.sheet, valuesOf(coefficients)).value;
        };
        const auto other = [&](std::size_t i, const std::vector<TimeCoefficient>& coefficients) {
            const auto run = inOtherMode(used[i]);
            return run ? std::optional(stepTime(*run, samples[i].sheet, valuesOf(coefficients)).value) : std::nullopt;
        };
        auto fitted = fit(samples);
        if (m_request.modes_from_speed && tellModes(samples, used, fitted)) {
            fitted = fit(samples);
        }
        const Predictions predictions =
            predictionsOf(samples, architecturesOf(used), m_stack.time, fitted, fit, predict, other, watch);
        m_stack.time_evidence = evidenceOf(predictions, fitted.size());
        tellSlowRuns(samples, used, predictions);
        m_stack.time = sourced(fitted, used);
        return samples.size();
    }

    // Marks runs without a pipeline that are as fast as reduce-scattering ones; true if there are any.
    bool tellModes(std::vector<TimeSample>& samples, const std::vector<std::size_t>& used,
                   const std::vector<TimeCoefficient>& fitted)
    {
        const TimeValues values = valuesOf(fitted);
        bool any = false;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            Run& run = m_stack.rows[used[i]].run;
            if (m_stack.form != StackForm::Nanotron || samples[i].run.pipeline > 1 || samples[i].run.tensor == 1
                || run.tensor_mode) {
                continue;
            }
            ModelledRun other = samples[i].run;
            other.tensor_mode = TensorMode::ReduceScatter;
            const auto distance = [&](const ModelledRun& modelled) {
                return std::abs(std::log(samples[i].measured / stepTime(modelled, samples[i].sheet, values)));
            };
            const double usual = distance(samples[i].run);
            if (usual > std::log(clearlyBetter) && distance(other) < usual) {
                run.tensor_mode = TensorMode::ReduceScatter;
                samples[i].run = other;
                m_modelled[used[i]] = other;
                any = true;
            }
        }
        return any;
    }

    void tellSlowRuns(const std::vector<TimeSample>& samples, const std::vector<std::size_t>& used,
                      const Predictions& predictions)
    {
        std::vector<double> predicted;
        std::vector<double> measured;
        for (std::size_t i = 0; i < used.size(); ++i) {
            StackRow& row = m_stack.rows[used[i]];
            row.predicted_step = Seconds(predictions.cross_validated[i]);
            row.other_mode_step =
                predictions.other_mode[i] ? std::optional(Seconds(*predictions.other_mode[i])) : std::nullopt;
            row.slow = isSlowRun(samples[i].run, samples[i].measured, Seconds(predictions.fitted[i]));
            if (row.slow) {
                ++m_stack.time_evidence->slow_runs;
            } else {
                predicted.push_back(predictions.cross_validated[i]);
                measured.push_back(predictions.measured[i]);
            }
        }
        m_stack.time_evidence->without_slow = errorFigures(predicted, measured);
        m_stack.time_evidence->band = conformalBand(predicted, measured);
        m_stack.time_evidence->coverage = bandCoverage(predicted, measured);
    }

    std::vector<std::string> architecturesOf(const std::vector<std::size_t>& places) const
    {
        std::vector<std::string> architectures;
        for (const std::size_t place : places) {
            architectures.push_back(architectureOf(*m_modelled[place]));
        }
        return architectures;
    }

    // The coefficients with where their values come from.
    template <typename Coefficients>
    Coefficients sourced(Coefficients coefficients, const std::vector<std::size_t>& used) const
    {
        std::vector<StackRow> rows;
        for (const std::size_t place : used) {
            rows.push_back(m_stack.rows[place]);
        }
        const std::string source = "fitted on " + std::to_string(used.size()) + " runs of " + filesText(rows);
        for (auto& coefficient : coefficients) {
            const bool bound = coefficient.value == coefficient.least || coefficient.value == coefficient.most;
            coefficient.source = source + (bound ? ", at the end of its range" : "");
        }
        return coefficients;
    }

    tl::unexpected<Error> unusable() const
    {
        const auto reasons = [&](const char* what, std::string StackRow::*skipped) {
            std::vector<std::string> all;
            for (const StackRow& row : m_stack.rows) {
                all.push_back(row.*skipped);
            }
            const std::string text = reasonsText(countReasons(all));
            return text.empty() ? text : std::string(what) + ": " + text;
        };
        const std::string memory = reasons("memory", &StackRow::memory_skipped);
        const std::string time = reasons("time", &StackRow::time_skipped);
        const std::string text = memory + (memory.empty() || time.empty() ? "" : "; ") + time;
        return failure(ErrorCode::RunsUnusable,
                       {static_cast<std::int64_t>(m_stack.rows.size()), static_cast<std::int64_t>(fewestRuns),
                        text.empty() ? std::string("there are too few")
                                     : "as " + std::string(nameOf(m_stack.form)) + " trains, " + text});
    }

    const CalibrationRequest& m_request;
    Watch m_watch;
    Stack m_stack;
    std::vector<Modelled> m_modelled;
};

// Runs that a stack uses, and how far it is from them: what tells two forms apart.
std::pair<int, double> standing(const Stack& stack)
{
    const StackEvidence* evidence = stack.memory_evidence ? &*stack.memory_evidence : &*stack.time_evidence;
    return {-evidence->cross_validated.count, evidence->cross_validated.mean_error};
}

}

Result<Stack> calibrate(const std::vector<Run>& runs, const CalibrationRequest& request, const std::stop_token& stop,
                        const CalibrationReport& report)
{
    const Watch watch {stop, report};
    if (request.form) {
        return Calibration(runs, request, *request.form, watch).run();
    }
    constexpr auto forms = static_cast<double>(enumNames<StackForm>.size());
    double begun = 0;
    Result<Stack> best = failure(ErrorCode::Cancelled);
    int usable = -1; // by the form whose failure is told where all fail: the one that can use most
    for (const auto& [form, name] : enumNames<StackForm>) {
        Calibration calibration(runs, request, form, watch.part(begun / forms, (begun + 1) / forms));
        Result<Stack> stack = calibration.run();
        if (stop.stop_requested()) {
            return failure(ErrorCode::Cancelled);
        }
        begun += 1;
        if (stack && (!best || standing(*stack) < standing(*best))) {
            best = std::move(stack);
        } else if (!stack && !best && calibration.usable() > usable) {
            usable = calibration.usable();
            best = std::move(stack);
        }
    }
    return best;
}

}
