// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/support/memoryparts.h"

#include <QString>

namespace stagecraft {

// How each figure of a plan comes about: a sentence with its formula, and the document that has its source. For tool
// tips and breakdowns.
enum class Figure {
    Degrees,
    MicroBatch,
    Peak,
    Reserved,
    OnDevice,
    AtMost,
    Throughput,
    Step,
    Bubble,
    Mfu,
    Exposed,
    Cost,
    CostPerMillion,
    RunCost,
    TrainTime,
    Basis
};

QString formulaOf(Figure figure);
QString formulaOf(MemoryPart part);

}
