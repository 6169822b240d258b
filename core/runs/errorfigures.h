// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// How far predictions are from what was measured; an error is predicted / measured - 1.
struct ErrorFigures {
    int count = 0;
    double mean_error = 0; // of their absolute values, as the next three
    double median_error = 0;
    double p90_error = 0;
    double worst_error = 0;
    double bias = 0; // the median error with its sign
    std::optional<double> rank_correlation; // Spearman's; none of fewer than three runs or of equal ones

    friend bool operator==(const ErrorFigures&, const ErrorFigures&) = default;
};

// All zero without any run. The lists have one entry a run, above 0.
ErrorFigures errorFigures(const std::vector<double>& predicted, const std::vector<double>& measured);

// The value below which this share (0 to 1) of the values lies, between neighbors in proportion; of at least one.
double quantile(std::vector<double> values, double share);

// What a prediction is multiplied with for its low and high bound.
struct Band {
    double low = 1;
    double high = 1;

    friend bool operator==(const Band&, const Band&) = default;
};

// The band by split conformal prediction: from the ratios of measured to predicted of runs that the prediction had not
// seen. Of 39 and more it holds 95 % of further runs like
// these; of fewer it is the range of all of them.
Band conformalBand(const std::vector<double>& predicted, const std::vector<double>& measured);

// Folds for cross-validation: which runs each leaves out. By position of run, for files of fewer than 50 one by one.
std::vector<std::vector<std::size_t>> foldsOf(std::size_t runs);

}
