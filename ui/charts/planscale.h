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

// What plans can be laid out by: tokens or samples a second, dollars for a million of them, the time of the whole run,
// devices, or peak memory.
enum class PlanAxis { Throughput, Cost, TrainTime, Devices, Peak };

QString axisName(PlanAxis axis); // "Throughput"
bool isMoreBetter(PlanAxis axis);
// Whether this is known of the plans on show.
bool canTell(const PlanSelection& plans, PlanAxis axis);

// All plans on show by one measure. GUI thread.
struct PlanScale {
    PlanAxis axis = PlanAxis::Throughput;
    QString title; // "Peak memory"
    QString unit; // "GiB"; may be empty
    double size = 1; // of the unit, in tokens, samples, dollars, seconds, devices or bytes
    std::vector<double>
        values; // in units; those that are not finite, as of runs that never end, are the largest finite
    // Plans with more, none of which fits, are shown here: at their pipeline rank they would squeeze those that do.
    double end = std::numeric_limits<double>::infinity();

    // Empty without plans. An axis that they do not tell is shown as throughput.
    static PlanScale of(const PlanSelection& plans, PlanAxis axis);

    double shown(std::size_t plan) const { return std::min(values[plan], end); }
    double mostShown() const;
    int beyond() const; // plans that are shown at the end
    QString words() const; // "Peak memory (GiB)"
};

// Low and high of a plan, in base units as above; nothing where they are the same, or not known.
std::optional<std::pair<double, double>> boundsOf(const PlanSelection& plans, PlanAxis axis, int candidate);

}
