// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/calibration.h"

#include "core/base/parallel.h"
#include "core/calibration/logfit.h"
#include "core/calibration/runestimate.h"
#include "core/cost/prior/roofline.h"
#include "core/runs/skippedruns.h"
#include "core/words/calibration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace stagecraft {

namespace {

constexpr std::size_t fewestRuns = 3;
// Standard deviation of the prior of the bytes allocated in addition to the tensors of layers: 1 GiB around 0.
constexpr double workspaceDeviation = 1 << 30;

// A fitted figure. `deviation`: standard deviation of the prior of its logarithm around the type's value.
struct FitParameter {
    Correction correction;
    double deviation;
};
constexpr std::array timeFitParameters {
    FitParameter {Correction::KernelSlowdown, 0.3}, FitParameter {Correction::Launch, 0.7},
    FitParameter {Correction::NodeBandwidth, 0.5},  FitParameter {Correction::NetworkBandwidth, 0.7},
    FitParameter {Correction::Latency, 1},
};

// A run with a step time to compare.
struct TimeSample {
    std::size_t row = 0;
    PlannedRun planned;
};

class Calibrator {
public:
    Calibrator(const std::vector<Run>& runs, const TypeCalibrationRequest& request, const std::stop_token& stop,
               const CalibrationReport& report)
        : m_runs(runs), m_request(request), m_stop(stop), m_report(report), m_base(request.type)
    {
        const DeviceType& device = m_base.device;
        if (!device.in_training) {
            const Roofline usual(device, Precision::Bf16Master);
            m_base.device.in_training = TrainingFigures {usual.slowdown(), usual.launch(), 0, {}, {}, {}};
        }
    }

    Result<TypeCalibration> run()
    {
        const std::vector<std::string> known = calibrationFiles(m_request.type.device);
        for (const Run& run : m_runs) {
            if (std::find(known.begin(), known.end(), run.file) != known.end()) {
                return failure(ErrorCode::OptionUnsupported,
                               {say(words::calibration::type_to_calibrate, run.file), m_request.type.device.name,
                                words::calibration::unseen_type});
            }
            m_result.runs.push_back({run, {}, {}});
        }
        m_result.type = m_base;
        fitMemory();
        fitTimes();
        if (m_stop.stop_requested()) {
            return failure(ErrorCode::Cancelled);
        }
        if (!m_result.time && !m_result.memory) {
            return unusable();
        }
        const TrainingFigures& figures = *m_result.type.device.in_training;
        if (figures.kernel_slowdown < leastSlowdown || figures.kernel_slowdown > mostSlowdown
            || figures.launch > mostLaunch) {
            return unusable(say(words::calibration::of_something_else, figures.kernel_slowdown, figures.launch));
        }
        describe();
        return m_result;
    }

private:
    void reportProgress(double share) const
    {
        if (m_report) {
            m_report(share);
        }
    }

    RunSetting setting() const { return {m_request.framework, &m_base}; }

    // Fits the bytes allocated in addition to the tensors of layers, equal for all runs.
    void fitMemory()
    {
        std::vector<std::size_t> rows;
        std::vector<double> before;
        std::vector<double> measured;
        for (std::size_t i = 0; i < m_runs.size() && !m_stop.stop_requested(); ++i) {
            reportProgress(0.3 * static_cast<double>(i) / static_cast<double>(m_runs.size()));
            CalibratedAmount<Bytes>& peak = m_result.runs[i].peak;
            peak.skipped = memoryObstacle(m_runs[i]);
            const auto planned = plannedRun(m_runs[i], setting());
            if (!planned) {
                peak.skipped = planned.error();
            }
            if (!peak.skipped.empty()) {
                continue;
            }
            const auto estimate = estimateRun(m_runs[i], *planned);
            if (!estimate) {
                peak.skipped = refusal(estimate.error());
                continue;
            }
            const MemoryKind kind = kindOf(m_runs[i], m_request.framework.name);
            peak.skipped = estimate->obstacle(kind);
            if (!peak.skipped.empty()) {
                continue;
            }
            peak.measured = *m_runs[i].peak;
            peak.before = estimate->peak(kind);
            rows.push_back(i);
            before.push_back(static_cast<double>(peak.before.value));
            measured.push_back(static_cast<double>(peak.measured.value));
        }
        if (rows.size() < fewestRuns) {
            return;
        }
        const double was = static_cast<double>(m_base.device.in_training->workspace.value);
        const double more = fitOffset(before, measured, workspaceDeviation, -was);
        std::vector<double> fitted;
        std::vector<double> unseen(rows.size());
        for (const double peak : before) {
            fitted.push_back(peak + more);
        }
        for (const auto& fold : foldsOf(rows.size())) {
            const double without = fitOffset(leaving(before, fold), leaving(measured, fold), workspaceDeviation, -was);
            for (const std::size_t i : fold) {
                unseen[i] = before[i] + without;
            }
        }
        for (std::size_t i = 0; i < rows.size(); ++i) {
            CalibratedAmount<Bytes>& peak = m_result.runs[rows[i]].peak;
            peak.fitted = Bytes(std::llround(fitted[i]));
            peak.unseen = Bytes(std::llround(unseen[i]));
        }
        m_result.memory = CalibrationEvidence {errorFigures(before, measured), errorFigures(fitted, measured),
                                               errorFigures(unseen, measured), conformalBand(unseen, measured)};
        m_result.type.device.in_training->workspace = Bytes(std::llround(was + more));
        m_result.figures.push_back({Correction::Workspace, was, was + more});
    }

    static std::vector<double> leaving(const std::vector<double>& all, const std::vector<std::size_t>& fold)
    {
        std::vector<double> rest;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (std::find(fold.begin(), fold.end(), i) == fold.end()) {
                rest.push_back(all[i]);
            }
        }
        return rest;
    }

    void takeSamples()
    {
        for (std::size_t i = 0; i < m_runs.size() && !m_stop.stop_requested(); ++i) {
            CalibratedAmount<Seconds>& step = m_result.runs[i].step;
            auto planned = plannedRun(m_runs[i], setting());
            if (!planned) {
                step.skipped = planned.error();
                continue;
            }
            const auto measured = measuredStep(m_runs[i], *planned);
            if (!measured) {
                step.skipped = measured.error();
                continue;
            }
            const auto before = estimateStep(*planned);
            if (!before) {
                step.skipped = refusal(before.error());
                continue;
            }
            step.measured = *measured;
            step.before = *before;
            m_samples.push_back({i, std::move(*planned)});
        }
    }

    // Returns the type with its figures multiplied by the exponentials of `u`.
    CatalogueEntry changed(const std::vector<double>& u) const
    {
        CatalogueEntry type = m_base;
        for (std::size_t k = 0; k < u.size(); ++k) {
            const double factor = std::exp(u[k]);
            switch (timeFitParameters[k].correction) {
            case Correction::KernelSlowdown:
                type.device.in_training->kernel_slowdown *= factor;
                break;
            case Correction::Launch:
                type.device.in_training->launch = type.device.in_training->launch * factor;
                break;
            case Correction::NodeBandwidth:
                type.intra_node.bandwidth = type.intra_node.bandwidth * factor;
                break;
            case Correction::NetworkBandwidth:
                type.network.bandwidth = type.network.bandwidth * factor;
                break;
            case Correction::Latency:
                type.intra_node.latency = type.intra_node.latency * factor;
                type.network.latency = type.network.latency * factor;
                break;
            case Correction::Workspace:
                break;
            }
        }
        return type;
    }

    // Returns the logarithms of the predicted step times of some samples.
    std::vector<double> logSteps(const std::vector<double>& u, const std::vector<std::size_t>& samples) const
    {
        const CatalogueEntry type = changed(u);
        std::vector<double> logs(samples.size());
        inParallel(samples.size(), m_stop, [&](std::size_t i) {
            PlannedRun planned = m_samples[samples[i]].planned;
            ClusterGroup& group = planned.problem.cluster.groups.front();
            group.device = type.device;
            group.intra_node = type.intra_node;
            group.network = type.network;
            const auto step = estimateStep(planned);
            logs[i] = step && *step > Seconds(0) ? std::log(step->value) : 0;
        });
        return logs;
    }

    void fitTimes()
    {
        takeSamples();
        if (m_samples.size() < fewestRuns) {
            return;
        }
        std::vector<std::size_t> all(m_samples.size());
        std::vector<double> measured(m_samples.size());
        std::vector<double> deviations;
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i] = i;
            measured[i] = std::log(m_result.runs[m_samples[i].row].step.measured.value);
        }
        for (const FitParameter& fit_parameter : timeFitParameters) {
            deviations.push_back(fit_parameter.deviation);
        }
        LogFit fit(measured, deviations, [&](const std::vector<double>& u) { return logSteps(u, all); });
        fit.solve(m_stop, [&](double share) { reportProgress(0.3 + 0.6 * share); });
        if (m_stop.stop_requested()) {
            return;
        }
        std::vector<double> unseen(all.size());
        for (const auto& fold : foldsOf(all.size())) {
            const std::vector<double> logs = logSteps(fit.without(fold), fold);
            for (std::size_t i = 0; i < fold.size(); ++i) {
                unseen[fold[i]] = logs[i];
            }
        }
        keepTimes(fit, unseen);
    }

    void keepTimes(const LogFit& fit, const std::vector<double>& unseen)
    {
        std::vector<double> measured;
        std::vector<double> before;
        std::vector<double> fitted;
        std::vector<double> left_out;
        for (std::size_t i = 0; i < m_samples.size(); ++i) {
            CalibratedAmount<Seconds>& step = m_result.runs[m_samples[i].row].step;
            step.fitted = Seconds(std::exp(fit.predicted()[i]));
            step.unseen = Seconds(std::exp(unseen[i]));
            measured.push_back(step.measured.value);
            before.push_back(step.before.value);
            fitted.push_back(step.fitted.value);
            left_out.push_back(step.unseen.value);
        }
        m_result.time = CalibrationEvidence {errorFigures(before, measured), errorFigures(fitted, measured),
                                             errorFigures(left_out, measured), conformalBand(left_out, measured)};
        const Bytes workspace = m_result.type.device.in_training->workspace;
        m_result.type = changed(fit.best());
        TrainingFigures& figures = *m_result.type.device.in_training;
        figures.workspace = workspace;
        figures.time_spread = std::clamp(m_result.time->unseen.p90_error, 0.01, 1.0);
        std::vector<CorrectedFigure> reported;
        for (std::size_t k = 0; k < timeFitParameters.size(); ++k) {
            const Correction correction = timeFitParameters[k].correction;
            const double base = correction == Correction::KernelSlowdown ? m_base.device.in_training->kernel_slowdown
                : correction == Correction::Launch                       ? m_base.device.in_training->launch.value
                                                                         : 1;
            reported.push_back({correction, base, base * std::exp(fit.best()[k])});
        }
        m_result.figures.insert(m_result.figures.begin(), reported.begin(), reported.end());
    }

    // Sets name and source of the corrected type.
    void describe()
    {
        CatalogueEntry& type = m_result.type;
        type.device.name = m_request.name;
        type.aliases.clear();
        std::size_t used = 0;
        std::vector<std::string> files;
        for (const CalibratedRun& row : m_result.runs) {
            if (row.step.skipped.empty() || row.peak.skipped.empty()) {
                ++used;
                if (std::find(files.begin(), files.end(), row.run.file) == files.end()) {
                    files.push_back(row.run.file);
                }
            }
        }
        for (const std::string& earlier : calibrationFiles(m_request.type.device)) {
            files.push_back(earlier);
        }
        const Message source = say(words::calibration::fitted_on, used, ArgumentList(files.begin(), files.end()));
        type.device.in_training->source = source;
        type.device.in_training->date = m_request.date;
        if (m_result.time) {
            for (Link* link : {&type.intra_node, &type.network}) {
                link->source = source;
                link->date = m_request.date;
            }
        }
    }

    tl::unexpected<Error> unusable(const Argument& reason) const
    {
        return failure(ErrorCode::RunsUnusable,
                       {static_cast<std::int64_t>(m_runs.size()), static_cast<std::int64_t>(fewestRuns), reason});
    }

    tl::unexpected<Error> unusable() const
    {
        std::vector<Message> reasons;
        for (const CalibratedRun& row : m_result.runs) {
            reasons.push_back(bothReasons(row.step.skipped, row.peak.skipped));
        }
        ArgumentList list = reasonList(countReasons(reasons));
        return list.empty() ? unusable(words::calibration::too_few) : unusable(std::move(list));
    }

    const std::vector<Run>& m_runs;
    const TypeCalibrationRequest& m_request;
    const std::stop_token& m_stop;
    const CalibrationReport& m_report;
    CatalogueEntry m_base;
    TypeCalibration m_result;
    std::vector<TimeSample> m_samples;
};

}

std::vector<std::string> calibrationFiles(const DeviceType& device)
{
    std::vector<std::string> files;
    if (!device.in_training || !device.in_training->source.says(words::calibration::fitted_on)) {
        return files;
    }
    const ArgumentList& fitted_on = device.in_training->source.arguments;
    if (const auto* list = fitted_on.size() > 1 ? std::get_if<ArgumentList>(&fitted_on[1]) : nullptr) {
        for (const Argument& file : *list) {
            if (const auto* name = std::get_if<std::string>(&file)) {
                files.push_back(*name);
            }
        }
    }
    return files;
}

Result<TypeCalibration> calibrateType(const std::vector<Run>& runs, const TypeCalibrationRequest& request,
                                      const std::stop_token& stop, const CalibrationReport& report)
{
    return Calibrator(runs, request, stop, report).run();
}

}
