// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <QList>

namespace stagecraft {

// A range with round ends and steps that covers the given values.
struct AxisRange {
    double from = 0;
    double to = 1;
    double step = 0.25;

    // Range with about `steps` steps. Starts at zero if that wastes at most a third of the range. Equal or no values
    // get a margin around them.
    static AxisRange around(double least, double most, int steps);

    QList<double> ticks() const; // from, ..., to
    int decimals() const; // decimals that the tick labels need
};

// Returns a round end for an axis from 0 to at least `most` bytes.
double byteAxisEnd(Bytes most);

}
