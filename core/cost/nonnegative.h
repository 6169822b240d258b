// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace stagecraft {

// One row of a regression: `value` is the dot product of `features` and the coefficients. All rows have equally many
// features.
struct RegressionRow {
    std::vector<double> features;
    double value = 0;
    double weight = 1;
};

// Returns non-negative coefficients that minimize the weighted sum of squared residuals plus `ridge` times the squared
// distance from `prior` (active sets: Lawson and Hanson 1974, chapter 23). `prior`: one value per feature. The ridge is
// invariant to the scale of features: it measures distances in units of the rows' values. With `robust`, outliers have
// less weight (Huber 1964, k = 1.345 times the median absolute residual / 0.6745; ten rounds of reweighting).
std::vector<double> nonNegativeFit(const std::vector<RegressionRow>& rows, const std::vector<double>& prior,
                                   double ridge, bool robust = false);

// Returns the variance of a new value at `features`: the residual variance (with at least one degree of freedom) times
// one plus the leverage of the features, over the non-zero coefficients. Unbounded along directions that the rows do
// not determine.
double predictionVariance(const std::vector<RegressionRow>& rows, const std::vector<double>& coefficients,
                          const std::vector<double>& features);

}
