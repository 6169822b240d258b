// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <QList>

namespace stagecraft {

// A range with round ends and steps that holds the given values.
struct AxisRange {
    double from = 0;
    double to = 1;
    double step = 0.25;

    // About `steps` steps. From zero if that wastes at most a third of the range. Equal or no values get room around
    // them.
    static AxisRange around(double least, double most, int steps);

    QList<double> ticks() const; // from, ..., to
    int decimals() const; // that the ticks need
};

// Where an axis of bytes from 0 ends that holds so many: at a round number of their unit.
double byteAxisEnd(Bytes most);

}
