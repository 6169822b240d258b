// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace stagecraft {

class PlanSelection;

// Quantities of an axis: throughput, cost per million tokens or samples, time to train, devices, or peak memory.
enum class PlanAxis { Throughput, Cost, TrainTime, Devices, Peak };

QString axisName(PlanAxis axis); // "Throughput"
bool isMoreBetter(PlanAxis axis);
// True if the plans have this quantity.
bool hasValues(const PlanSelection& plans, PlanAxis axis);

// Values of all visible plans on one axis. GUI thread.
struct PlanScale {
    PlanAxis axis = PlanAxis::Throughput;
    QString title; // "Peak memory"
    QString unit; // "GiB"; may be empty
    double size = 1; // size of the unit in tokens, samples, dollars, seconds, devices or bytes
    std::vector<double> values; // in units; infinite values (runs that never end) become the largest finite one
    // Position of larger values, of plans that do not fit, because they would compress the others.
    double end = std::numeric_limits<double>::infinity();

    // Empty without plans. An unknown quantity is replaced by throughput.
    static PlanScale of(const PlanSelection& plans, PlanAxis axis);

    double shown(std::size_t plan) const { return std::min(values[plan], end); }
    double mostShown() const;
    int beyond() const; // number of plans shown at the end
    QString words() const; // "Peak memory (GiB)"
};

// Bounds of a plan, in base units as above; nothing if they are equal or unknown.
std::optional<std::pair<double, double>> boundsOf(const PlanSelection& plans, PlanAxis axis, int candidate);

}
