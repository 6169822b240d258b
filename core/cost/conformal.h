// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/layercost.h"

#include <optional>
#include <vector>

namespace stagecraft {

// Returns the half-width that covers a new residual with probability of at least `coverage`, for any distribution of
// exchangeable residuals: the ceil((n + 1) x coverage)-th smallest (Lei et al. 2018). Empty if there are too few
// residuals: coverage 0.9 needs nine.
std::optional<double> conformalWidth(std::vector<double> residuals, double coverage = 0.9);

// Leave-one-out error of fits, relative: each measurement predicted from the others of its layer. Empty if there are
// too few residuals.
struct ConformalBand {
    std::optional<double> memory;
    std::optional<double> time;
};

// Returns the band of one device. `layers` has the measurements of each layer of a chain; equal layers count once.
// Residuals of all layers are pooled, as one layer has too few.
ConformalBand bandOf(const std::vector<std::vector<const Measurement*>>& layers);

// Widens the bounds of a fit's prediction by the band, times 1 + `octaves`: the number of doublings beyond the measured
// range.
void widen(LayerCost& cost, const ConformalBand& band, double octaves);

}
