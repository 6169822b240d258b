// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// Corrections u (logarithms of factors, 0: none) that bring the logarithms of predictions to those of what was
// measured: Gauss-Newton with Huber's loss, and a ridge that draws each correction to 0 by its deviation. For one
// thread; `predict` gives a logarithm for each measured value.
class LogFit {
public:
    using Predict = std::function<std::vector<double>(const std::vector<double>& u)>;

    LogFit(std::vector<double> measured, std::vector<double> deviations, Predict predict);

    // Tells its share from 0 to 1. What there is by then where a stop is requested.
    void solve(const std::stop_token& stop, const std::function<void(double)>& report);

    const std::vector<double>& best() const { return m_best; }
    const std::vector<double>& predicted() const { return m_predicted; } // logarithms, by the best corrections

    // The corrections that a fit without some of the values has, by the derivatives at the best ones.
    std::vector<double> without(const std::vector<std::size_t>& left_out) const;

private:
    double costOf(const std::vector<double>& u, const std::vector<double>& predicted) const;
    void derive();

    std::vector<double> m_measured;
    std::vector<double> m_deviations;
    Predict m_predict;
    std::vector<double> m_best;
    std::vector<double> m_predicted;
    std::vector<std::vector<double>> m_derivatives; // by correction, at the best ones
};

// What is to be added to predictions, `least` or more, so that they are near what was measured: Huber's loss on
// relative errors, and a ridge that draws it to 0 by `deviation`. Both lists have one entry a run, what was measured
// above 0.
double fitOffset(const std::vector<double>& predicted, const std::vector<double>& measured, double deviation,
                 double least = 0);

}
