// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/profiles/plotlayout.h"
#include "ui/panes/profiles/profiledata.h"

namespace stagecraft {

enum class PlottedQuantity { Time, Memory };

// Values of one layer at one sequence length over the micro-batch size: of the current device and, hollow, of the
// compared one. Times in seconds, memory in bytes. Lines and bands are the cost model's values and bounds.
std::vector<PlotSeries> seriesOf(const ProfileData& data, int row, std::int64_t sequence, PlottedQuantity quantity);

}
