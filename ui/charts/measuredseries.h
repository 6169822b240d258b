// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/plotlayout.h"
#include "ui/models/profiledata.h"

namespace stagecraft {

enum class PlottedQuantity { Time, Memory };

// The values of one layer at one sequence over the micro-batch, as PlotSeries: the device on show and, hollow, the one
// to compare with. Times in seconds, memory in bytes. Lines and bands are the cost model's value and its bounds.
std::vector<PlotSeries> seriesOf(const ProfileData& data, int row, std::int64_t sequence, PlottedQuantity quantity);

}
