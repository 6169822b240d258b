// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// Statistics of prediction errors; an error is predicted / measured - 1.
struct ErrorFigures {
    int count = 0;
    double mean_error = 0; // mean of the absolute errors; the next three are also of absolute errors
    double median_error = 0;
    double p90_error = 0;
    double worst_error = 0;
    double bias = 0; // median of the signed errors
    std::optional<double> rank_correlation; // Spearman's; empty for fewer than three runs or equal ones

    friend bool operator==(const ErrorFigures&, const ErrorFigures&) = default;
};

// Computes the figures; all zero without runs. The lists have one positive entry per run.
ErrorFigures errorFigures(const std::vector<double>& predicted, const std::vector<double>& measured);

// Returns the quantile for a share from 0 to 1, interpolated linearly. Needs at least one value.
double quantile(std::vector<double> values, double share);

// Factors that convert a prediction to its lower and upper bound.
struct Band {
    double low = 1;
    double high = 1;

    friend bool operator==(const Band&, const Band&) = default;
};

// Returns the band of split conformal prediction from the ratios measured / predicted of runs that were not used for
// fitting. With 39 or more runs it covers 95 % of further runs from the same distribution; with fewer it is the range
// of all ratios.
Band conformalBand(const std::vector<double>& predicted, const std::vector<double>& measured);

// Returns the runs that each cross-validation fold excludes. Folds are assigned by position; with fewer than 50 runs
// each fold excludes one run.
std::vector<std::vector<std::size_t>> foldsOf(std::size_t runs);

}
