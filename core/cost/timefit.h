// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/sizefit.h"
#include "core/profile/measurement.h"

#include <vector>

namespace stagecraft {

// What formulas say of a time.
struct ExpectedTime {
    Extent at;
    Seconds time;
};

// Time of one phase of a layer as a function of scale: a latency, and work that grows with the samples' tokens and with
// the pairs of tokens, some of it divided by the tensor degree; coefficients that are not negative, robust. A few
// measurements at sizes close to each other hardly tell these apart, so that a prediction far from them would be their
// errors many times over: `expected` tells in which proportion they are by formulas, and the coefficients are drawn
// there as far as measurements of this spread leave them open. What the measurements are off this form is carried to
// scales near them (weights of the inverse squared distance of the logarithms; Shepard 1968), so that it meets each of
// them. Immutable.
class TimeFit {
public:
    // At least one; `times[i]` was measured at `at[i]`. `expected`: at scales that vary as those do; or none.
    TimeFit(std::vector<Extent> at, const std::vector<Timing>& times, const std::vector<ExpectedTime>& expected = {});

    Timing operator()(const Extent& scale) const;

private:
    void addExpected(const std::vector<ExpectedTime>& expected, const std::vector<Timing>& times,
                     std::vector<RegressionRow>& rows) const;
    double form(const Extent& scale) const;

    std::vector<Extent> m_at;
    std::vector<Monomial> m_monomials;
    std::vector<double> m_coefficients;
    std::vector<double> m_ratios; // measured to form, of the medians
    std::vector<double> m_spreads; // relative to the median
};

}
