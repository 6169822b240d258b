// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/conformal.h"

#include "core/cost/leaveoneout.h"
#include "core/cost/tracefit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace stagecraft {

namespace {

// Width without residuals, outside of the measured scales: predictions from single samples were up to 12 % off for
// larger micro-batches (docs/validation/layers.md).
constexpr double usualWidthBeyond = 0.15;

constexpr Bytes tooSmall(4096); // for a relative error
constexpr std::size_t mostLeftOut = 12; // measurements of a layer: enough for the quantile

constexpr std::array boundedParts {&LayerMemory::saved, &LayerMemory::forward_peak, &LayerMemory::backward_peak,
                                   &LayerMemory::accumulate_peak};

double memoryResidual(const LayerMemory& predicted, const LayerMemory& measured)
{
    double worst = 0;
    for (const auto part : boundedParts) {
        if (measured.*part >= tooSmall) {
            worst = std::max(worst, std::abs(predicted.*part / measured.*part - 1));
        }
    }
    return worst;
}

double timeResidual(const LayerCost& predicted, const Measurement& measured)
{
    const Seconds truth = measured.forward.median + measured.backward.median;
    return truth > Seconds(0) ? std::abs((predicted.forward.median + predicted.backward.median) / truth - 1) : 0;
}

}

namespace {

// True if a measurement ran other operations than all others, while some of those match, as with a single sample: the
// error of their prediction for it does not apply to scales that they are used for.
bool standsAlone(const std::vector<const Measurement*>& measured, const Measurement& one)
{
    const auto identical = [&](const Measurement& m) {
        return std::count_if(measured.begin(), measured.end(),
                             [&](const Measurement* other) { return sameStructure(m, *other); });
    };
    return identical(one) == 1 && std::any_of(measured.begin(), measured.end(), [&](const Measurement* other) {
               return identical(*other) > 1;
           });
}

}

std::optional<double> conformalWidth(std::vector<double> residuals, double coverage)
{
    const auto rank = static_cast<std::size_t>(std::ceil(static_cast<double>(residuals.size() + 1) * coverage - 1e-9));
    if (rank == 0 || rank > residuals.size()) {
        return std::nullopt;
    }
    const auto at = residuals.begin() + static_cast<std::ptrdiff_t>(rank) - 1;
    std::nth_element(residuals.begin(), at, residuals.end());
    return *at;
}

ConformalBand bandOf(const std::vector<std::vector<const Measurement*>>& layers)
{
    std::vector<double> memory;
    std::vector<double> time;
    const std::set<std::vector<const Measurement*>> distinct(layers.begin(), layers.end());
    for (const auto& measured : distinct) {
        const std::size_t step = std::max<std::size_t>(1, measured.size() / mostLeftOut);
        for (std::size_t i = 0; i < measured.size(); i += step) {
            if (const auto predicted = costFromOthers(measured, extentOf(measured[i]->point))) {
                if (!standsAlone(measured, *measured[i])) {
                    memory.push_back(memoryResidual(predicted->memory, measured[i]->memory));
                }
                time.push_back(timeResidual(*predicted, *measured[i]));
            }
        }
    }
    return {conformalWidth(std::move(memory)), conformalWidth(std::move(time))};
}

void widen(LayerCost& cost, const ConformalBand& band, double octaves)
{
    const double usual = cost.extrapolated ? usualWidthBeyond : 0;
    cost.memory_width = std::max(cost.memory_width, band.memory ? *band.memory * (1 + octaves) : usual);
    for (Timing* timing : {&cost.forward, &cost.backward, &cost.optimizer}) {
        const Seconds width = timing->median * (band.time.value_or(0) * (1 + octaves));
        timing->spread = std::max(timing->spread, width);
    }
}

}
