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

// The value below which this share (0 to 1) of the values lies, between neighbours in proportion; of at least one.
double quantile(std::vector<double> values, double share);

// What a prediction is multiplied with for its low and high bound.
struct Band {
    double low = 1;
    double high = 1;

    friend bool operator==(const Band&, const Band&) = default;
};

// The band by split conformal prediction: from the ratios of measured to predicted of runs that the prediction had not
// seen. Of fewer than 39 the range of all of them. What it holds of further runs like these, bandShare() tells.
Band conformalBand(const std::vector<double>& predicted, const std::vector<double>& measured);

// The share of further runs like these that a conformalBand() of so many runs can be said to hold: 95 % from 39 on; of
// fewer (n - 1) / (n + 1), as their range leaves a place on either side. 0 of fewer than two.
// `slow`: further runs, as likely as these, that were left out of the band as slower than it; the share is of all.
double bandShare(int runs, int slow = 0);

// "the 95 % band of 150 runs", "the range of 14 runs (which holds 86.7 % of such runs; 95 % take 39)", "the 95 % band
// of the 129 runs that were not slow (of all 150 it holds 81.7 % or more: 21 took far longer, which no plan tells)".
std::string bandText(int runs, int slow = 0);

// For each run the band of all the others.
std::vector<Band> bandsOfOthers(const std::vector<double>& predicted, const std::vector<double>& measured);

// Share of the runs inside the band of all the others; 0 of fewer than two.
double bandCoverage(const std::vector<double>& predicted, const std::vector<double>& measured);

// Folds for cross-validation: which runs each leaves out. By position of run, for files of fewer than 50 one by one.
std::vector<std::vector<std::size_t>> foldsOf(std::size_t runs);

}
