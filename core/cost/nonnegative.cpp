// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/nonnegative.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Returns the least-squares solution over the columns in `in`; zero elsewhere.
VectorXd solveOver(const MatrixXd& a, const VectorXd& b, const std::vector<bool>& in)
{
    std::vector<Index> columns;
    for (Index c = 0; c < a.cols(); ++c) {
        if (in[static_cast<std::size_t>(c)]) {
            columns.push_back(c);
        }
    }
    VectorXd solution = VectorXd::Zero(a.cols());
    if (columns.empty()) {
        return solution;
    }
    MatrixXd part(a.rows(), static_cast<Index>(columns.size()));
    for (std::size_t i = 0; i < columns.size(); ++i) {
        part.col(static_cast<Index>(i)) = a.col(columns[i]);
    }
    const VectorXd found = part.colPivHouseholderQr().solve(b);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        solution[columns[i]] = found[static_cast<Index>(i)];
    }
    return solution;
}

VectorXd nonNegativeLeastSquares(const MatrixXd& a, const VectorXd& b)
{
    const auto count = static_cast<std::size_t>(a.cols());
    const double nothing = 1e-12 * std::max(1.0, (a.transpose() * b).cwiseAbs().maxCoeff());
    std::vector<bool> in(count, false);
    VectorXd x = VectorXd::Zero(a.cols());
    // Each round adds one column; the sum of squares decreases every time, so no set of columns recurs.
    for (std::size_t round = 0; round < 3 * count + 10; ++round) {
        const VectorXd gain = a.transpose() * (b - a * x);
        Index best = -1;
        for (Index c = 0; c < a.cols(); ++c) {
            if (!in[static_cast<std::size_t>(c)] && gain[c] > nothing && (best < 0 || gain[c] > gain[best])) {
                best = c;
            }
        }
        if (best < 0) {
            break;
        }
        in[static_cast<std::size_t>(best)] = true;
        VectorXd next = solveOver(a, b, in);
        // Steps back to where the first coefficient becomes zero, and removes that column.
        while (true) {
            double step = 1;
            for (Index c = 0; c < a.cols(); ++c) {
                if (in[static_cast<std::size_t>(c)] && next[c] <= 0) {
                    step = std::min(step, x[c] / (x[c] - next[c]));
                }
            }
            if (step >= 1) {
                break;
            }
            x += step * (next - x);
            for (Index c = 0; c < a.cols(); ++c) {
                if (in[static_cast<std::size_t>(c)] && x[c] <= 1e-15 * x.cwiseAbs().maxCoeff()) {
                    in[static_cast<std::size_t>(c)] = false;
                    x[c] = 0;
                }
            }
            next = solveOver(a, b, in);
        }
        x = next.cwiseMax(0);
    }
    return x;
}

double medianOf(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}

std::vector<double> nonNegativeFit(const std::vector<RegressionRow>& rows, const std::vector<double>& prior,
                                   double ridge, bool robust)
{
    const auto count = static_cast<Index>(prior.size());
    const auto given = static_cast<Index>(rows.size());
    MatrixXd features(given, count);
    VectorXd values(given);
    VectorXd weights(given);
    for (Index r = 0; r < given; ++r) {
        const RegressionRow& row = rows[static_cast<std::size_t>(r)];
        features.row(r) = Eigen::Map<const Eigen::RowVectorXd>(row.features.data(), count);
        values[r] = row.value;
        weights[r] = std::sqrt(row.weight);
    }
    // Coefficients are scaled by the largest value of their feature.
    VectorXd size = features.cwiseAbs().colwise().maxCoeff().transpose();
    size = (size.array() > 0).select(size, 1.0);

    VectorXd found = VectorXd::Zero(count);
    VectorXd trust = VectorXd::Ones(given);
    constexpr int rounds = 10;
    for (int round = 0; round < (robust ? rounds : 1); ++round) {
        MatrixXd a = MatrixXd::Zero(given + count, count);
        VectorXd b = VectorXd::Zero(given + count);
        for (Index r = 0; r < given; ++r) {
            const double weight = weights[r] * std::sqrt(trust[r]);
            a.row(r) = weight * (features.row(r).array() / size.transpose().array()).matrix();
            b[r] = weight * values[r];
        }
        for (Index c = 0; c < count; ++c) {
            a(given + c, c) = std::sqrt(ridge);
            b[given + c] = std::sqrt(ridge) * prior[static_cast<std::size_t>(c)] * size[c];
        }
        found = nonNegativeLeastSquares(a, b);
        if (!robust || given < 3) {
            break;
        }
        const VectorXd scaled = (found.array() / size.array()).matrix();
        const VectorXd off = (weights.array() * (values - features * scaled).array()).abs().matrix();
        const double spread = medianOf({off.data(), off.data() + off.size()}) / 0.6745;
        const double limit = std::max(1.345 * spread, 1e-12 * values.cwiseAbs().maxCoeff());
        trust = (off.array() > limit).select(limit / off.array().max(1e-300), 1.0).matrix();
    }
    std::vector<double> coefficients;
    for (Index c = 0; c < count; ++c) {
        coefficients.push_back(found[c] / size[c]);
    }
    return coefficients;
}

double predictionVariance(const std::vector<RegressionRow>& rows, const std::vector<double>& coefficients,
                          const std::vector<double>& features)
{
    std::vector<std::size_t> active;
    for (std::size_t c = 0; c < coefficients.size(); ++c) {
        if (coefficients[c] > 0) {
            active.push_back(c);
        }
    }
    const auto given = static_cast<Index>(rows.size());
    const auto count = static_cast<Index>(active.size());
    MatrixXd a(given, count);
    VectorXd asked(count);
    double squares = 0;
    for (Index r = 0; r < given; ++r) {
        const RegressionRow& row = rows[static_cast<std::size_t>(r)];
        double off = row.value;
        for (Index c = 0; c < count; ++c) {
            const std::size_t feature = active[static_cast<std::size_t>(c)];
            a(r, c) = row.features[feature];
            off -= coefficients[feature] * row.features[feature];
        }
        squares += off * off;
    }
    for (Index c = 0; c < count; ++c) {
        asked[c] = features[active[static_cast<std::size_t>(c)]];
    }
    const double variance = squares / static_cast<double>(std::max<Index>(1, given - count));
    if (count == 0) {
        return variance;
    }
    // Features are scaled by their norms; the small ridge keeps directions that the rows do not determine finite.
    const VectorXd size = a.colwise().norm().transpose().cwiseMax(1e-300);
    const MatrixXd unit = a * size.cwiseInverse().asDiagonal();
    const MatrixXd information = unit.transpose() * unit + 1e-9 * MatrixXd::Identity(count, count);
    const VectorXd scaledAsked = asked.cwiseQuotient(size);
    return variance * (1 + scaledAsked.dot(information.ldlt().solve(scaledAsked)));
}

}
