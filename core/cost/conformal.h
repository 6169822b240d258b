// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/layercost.h"

#include <optional>
#include <vector>

namespace stagecraft {

// The half-width that covers a new residual with at least this probability whatever the residuals' distribution, if all
// are exchangeable: the ceil((n + 1) x coverage)-th smallest (Lei et al. 2018). Nothing where there are too few: nine
// of ten need nine.
std::optional<double> conformalWidth(std::vector<double> residuals, double coverage = 0.9);

// How far fits were off what they had not seen, relative: each measurement predicted from the others of its layer.
// Empty where that says nothing.
struct ConformalBand {
    std::optional<double> memory;
    std::optional<double> time;
};

// `layers`: what a device measured of each of a chain's layers; equal ones count once. Their residuals are taken
// together: one layer has too few.
ConformalBand bandOf(const std::vector<std::vector<const Measurement*>>& layers);

// Widens the bounds of a fit's prediction by the band, by its whole width again for each doubling beyond what was
// measured (`octaves`).
void widen(LayerCost& cost, const ConformalBand& band, double octaves);

}
