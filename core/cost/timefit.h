// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/sizefit.h"
#include "core/profile/measurement.h"

#include <vector>

namespace stagecraft {

// Time by analytic formulas at a scale.
struct ExpectedTime {
    Extent at;
    Seconds time;
};

// Time of one phase of a layer as a function of scale: a latency, plus work that grows with tokens and with pairs of
// tokens, partly divided by the tensor-parallel size; robust non-negative coefficients. A few measurements at similar
// sizes hardly separate these terms, so errors multiply in predictions far from them. `expected` gives the terms'
// proportions by formulas, and the coefficients are drawn to it as far as measurements of this spread leave them open.
// Residuals are interpolated to nearby scales (weights of the inverse squared distance of the logarithms; Shepard
// 1968), so that the fit matches each measurement. Immutable.
class TimeFit {
public:
    // Fits at least one measurement: `times[i]` at `at[i]`. `expected`: at scales that vary along the same axes; may be
    // empty.
    TimeFit(std::vector<Extent> at, const std::vector<Timing>& times, const std::vector<ExpectedTime>& expected = {});

    Timing operator()(const Extent& scale) const;

private:
    void addExpected(const std::vector<ExpectedTime>& expected, const std::vector<Timing>& times,
                     std::vector<RegressionRow>& rows) const;
    double form(const Extent& scale) const;

    std::vector<Extent> m_at;
    std::vector<Monomial> m_monomials;
    std::vector<double> m_coefficients;
    std::vector<double> m_ratios; // measured over fitted median
    std::vector<double> m_spreads; // relative to the median
};

}
