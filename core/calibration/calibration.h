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
    FrameworkChoice framework {}; // who trained
    CatalogueEntry type; // of the runs' devices, whose figures are corrected
    std::string name; // of the corrected type
    std::string date; // today, as in 2026-11-21
};

// Told now and then from 0 to 1, never less than before.
using CalibrationReport = std::function<void(double share)>;

// What is corrected of a device type. Workspace in bytes, launch in seconds, the others as factors of what the type
// says.
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

// One run beside what is predicted of it: by the type as it was, as it is corrected, and by corrections that have not
// seen it.
template <typename Amount>
struct CalibratedAmount {
    Message skipped; // why it was not used; empty: it was
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

// How far predictions are off.
struct CalibrationEvidence {
    ErrorFigures before;
    ErrorFigures fitted; // in-sample
    ErrorFigures unseen; // each by a fit without it
    Band band; // of unseen runs
};

struct TypeCalibration {
    CatalogueEntry type; // corrected
    std::vector<CorrectedFigure> figures;
    std::vector<CalibratedRun> runs;
    std::optional<CalibrationEvidence> time; // none: too few runs tell it
    std::optional<CalibrationEvidence> memory;
};

// The files of runs that a device type was calibrated on, each once; none of a type that was not.
std::vector<std::string> calibrationFiles(const DeviceType& device);

// Learns from measured runs what only runs tell of a device type: how much longer kernels take in training, what
// launching one takes, what of their bandwidth links reach, how long messages are on their way, and what is allocated
// beside the tensors of layers. All else is counted as for any plan. Robust against runs that are unlike the others
// (Huber's loss on logarithms), and drawn to what the type says as far as the runs say little. Errors: RunsUnusable
// where fewer than three runs of time and of memory can be used, or where corrections are beyond what a catalogue
// takes; OptionUnsupported where the type was calibrated on one of their files; Cancelled. Deterministic; safe from any
// thread; reports on the caller's thread.
Result<TypeCalibration> calibrateType(const std::vector<Run>& runs, const TypeCalibrationRequest& request,
                                      const std::stop_token& stop = {}, const CalibrationReport& report = {});

}
