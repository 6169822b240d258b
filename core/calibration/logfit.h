// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// Fits corrections u (logarithms of factors, 0: none) that bring the logarithms of predictions to those of
// measurements: Gauss-Newton with Huber's loss, and a ridge of each correction towards 0, scaled by its deviation. Not
// thread-safe. `predict` returns one logarithm per measured value.
class LogFit {
public:
    using Predict = std::function<std::vector<double>(const std::vector<double>& u)>;

    LogFit(std::vector<double> measured, std::vector<double> deviations, Predict predict);

    // Runs the fit and reports progress from 0 to 1. If a stop is requested, the best corrections so far remain.
    void solve(const std::stop_token& stop, const std::function<void(double)>& report);

    const std::vector<double>& best() const { return m_best; }
    const std::vector<double>& predicted() const { return m_predicted; } // logarithms with the best corrections

    // Returns the corrections of a fit without some of the values, linearized at the best corrections.
    std::vector<double> without(const std::vector<std::size_t>& left_out) const;

private:
    double costOf(const std::vector<double>& u, const std::vector<double>& predicted) const;
    void derive();

    std::vector<double> m_measured;
    std::vector<double> m_deviations;
    Predict m_predict;
    std::vector<double> m_best;
    std::vector<double> m_predicted;
    std::vector<std::vector<double>> m_derivatives; // [correction][value], at the best corrections
};

// Returns the offset, at least `least`, that brings predictions closest to measurements: Huber's loss on relative
// errors, and a ridge towards 0 scaled by `deviation`. Both lists have one entry per run; measurements are positive.
double fitOffset(const std::vector<double>& predicted, const std::vector<double>& measured, double deviation,
                 double least = 0);

}
