// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/calibration/plannedrun.h"
#include "core/runs/errorfigures.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagecraft {

struct TypeCalibrationRequest {
    FrameworkChoice framework {}; // framework of the runs
    CatalogueEntry type; // device type of the runs, to be corrected
    std::string name; // name of the corrected type
    std::string date; // today as YYYY-MM-DD
};

// Progress callback; `share` is from 0 to 1 and never decreases.
using CalibrationReport = std::function<void(double share)>;

// Figures of a device type that calibration corrects. Workspace in bytes, launch in seconds, all others as factors on
// the type's figures.
enum class Correction { KernelSlowdown, Launch, NodeBandwidth, NetworkBandwidth, Latency, Workspace };

template <>
inline constexpr auto enumNames<Correction> = std::array {
    std::pair {Correction::KernelSlowdown, std::string_view("kernel_slowdown")},
    std::pair {Correction::Launch, std::string_view("launch_seconds")},
    std::pair {Correction::NodeBandwidth, std::string_view("node_bandwidth")},
    std::pair {Correction::NetworkBandwidth, std::string_view("network_bandwidth")},
    std::pair {Correction::Latency, std::string_view("latency")},
    std::pair {Correction::Workspace, std::string_view("workspace_bytes")},
};

struct CorrectedFigure {
    Correction correction = Correction::KernelSlowdown;
    double before = 0;
    double after = 0;

    friend bool operator==(const CorrectedFigure&, const CorrectedFigure&) = default;
};

// Measured amount of a run and its predictions: with the original type, with the corrected type, and cross-validated
// (fitted without the run).
template <typename Amount>
struct CalibratedAmount {
    Message skipped; // reason why the run was not used; empty if it was
    Amount measured;
    Amount before;
    Amount fitted;
    Amount unseen;
};
struct CalibratedRun {
    Run run;
    CalibratedAmount<Seconds> step;
    CalibratedAmount<Bytes> peak;
};

// Prediction errors before and after calibration.
struct CalibrationEvidence {
    ErrorFigures before;
    ErrorFigures fitted; // in-sample
    ErrorFigures unseen; // cross-validated
    Band band; // band of the cross-validated predictions
};

struct TypeCalibration {
    CatalogueEntry type; // corrected
    std::vector<CorrectedFigure> figures;
    std::vector<CalibratedRun> runs;
    std::optional<CalibrationEvidence> time; // empty if there are too few runs
    std::optional<CalibrationEvidence> memory;
};

// Returns the run files that a device type was calibrated on, each once; empty if it was not calibrated.
std::vector<std::string> calibrationFiles(const DeviceType& device);

// Fits figures of a device type that only training runs show: kernel slowdown in training, kernel launch time, achieved
// link bandwidths, message latency, and bytes allocated in addition to the tensors of layers. All else is predicted as
// for any plan. Robust against outliers (Huber's loss on logarithms), with a ridge towards the type's figures for
// whatever the runs leave undetermined. Errors: RunsUnusable if there are fewer than three usable runs for both time
// and memory, or if corrections exceed the limits of a catalogue; OptionUnsupported if the type was calibrated on one
// of the runs' files; Cancelled. Deterministic; safe from any thread; reports on the caller's thread.
Result<TypeCalibration> calibrateType(const std::vector<Run>& runs, const TypeCalibrationRequest& request,
                                      const std::stop_token& stop = {}, const CalibrationReport& report = {});

}
