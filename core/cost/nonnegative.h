// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace stagecraft {

// One row of a regression: `value` is the sum of `features` times the coefficients sought. All rows have equally many
// features.
struct RegressionRow {
    std::vector<double> features;
    double value = 0;
    double weight = 1;
};

// Coefficients that are not negative and make the weighted sum of squared residuals, plus `ridge` times the squared
// distance from `prior`, least (active sets: Lawson and Hanson 1974, chapter 23). `prior`: one value a feature.
// Features of any size are treated alike: the ridge counts distances in units of the rows' values. With `robust`, rows
// that lie far off count less (Huber 1964, k = 1.345 times the median absolute residual / 0.6745; ten rounds of
// reweighting).
std::vector<double> nonNegativeFit(const std::vector<RegressionRow>& rows, const std::vector<double>& prior,
                                   double ridge, bool robust = false);

// Variance of a new value at these features, from the rows' residuals: theirs (over the degrees of freedom that are
// left, at least one) times one plus the leverage of the features, over the coefficients that are not zero. Grows
// without limit along what the rows leave open.
double predictionVariance(const std::vector<RegressionRow>& rows, const std::vector<double>& coefficients,
                          const std::vector<double>& features);

}
