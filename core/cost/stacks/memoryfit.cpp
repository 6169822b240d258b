// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stacks/memoryfit.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr double robustFrom = 0.05; // relative error beyond which a run counts linearly: about the median error
constexpr int mostRounds = 50;
constexpr double settled = 1e-9; // no coefficient moves by more

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// The linear problem: prediction = plain + design * values, in GiB.
struct Problem {
    MatrixXd design;
    VectorXd plain;
    VectorXd measured;
    VectorXd prior;
    VectorXd deviation;
    VectorXd least;
    VectorXd most;
};

// Of several stages the one that is largest without correction.
const MemoryTerms& largestStage(const std::vector<MemoryTerms>& stages, const MemoryValues& values)
{
    return *std::max_element(stages.begin(), stages.end(), [&](const MemoryTerms& a, const MemoryTerms& b) {
        return a.total(values) < b.total(values);
    });
}

Problem problemOf(const std::vector<MemoryCoefficient>& coefficients, const std::vector<MemorySample>& samples)
{
    const auto rows = static_cast<Index>(samples.size());
    const auto columns = static_cast<Index>(coefficients.size());
    Problem problem {MatrixXd(rows, columns), VectorXd(rows),    VectorXd(rows),   VectorXd(columns),
                     VectorXd(columns),       VectorXd(columns), VectorXd(columns)};
    MemoryValues prior {};
    for (Index j = 0; j < columns; ++j) {
        const MemoryCoefficient& coefficient = coefficients[static_cast<std::size_t>(j)];
        prior[static_cast<std::size_t>(coefficient.correction)] = coefficient.prior;
        problem.prior(j) = coefficient.prior;
        problem.deviation(j) = coefficient.deviation;
        problem.least(j) = coefficient.least;
        problem.most(j) = coefficient.most;
    }
    for (Index i = 0; i < rows; ++i) {
        const MemorySample& sample = samples[static_cast<std::size_t>(i)];
        const MemoryTerms& stage = largestStage(sample.stages, prior);
        problem.plain(i) = stage.plain() / bytesPerGibibyte;
        problem.measured(i) = static_cast<double>(sample.measured.value) / bytesPerGibibyte;
        for (Index j = 0; j < columns; ++j) {
            const auto correction = static_cast<std::size_t>(coefficients[static_cast<std::size_t>(j)].correction);
            problem.design(i, j) = stage.unit[correction] / bytesPerGibibyte;
        }
    }
    return problem;
}

// Least squares where every coefficient that would leave its bounds stays at the bound it crossed.
VectorXd boundedLeastSquares(const MatrixXd& matrix, const VectorXd& right, const Problem& problem)
{
    const Index columns = matrix.cols();
    std::vector<Index> open;
    for (Index j = 0; j < columns; ++j) {
        open.push_back(j);
    }
    VectorXd values = VectorXd::Zero(columns);
    for (Index round = 0; round <= columns && !open.empty(); ++round) {
        VectorXd rest = right;
        for (Index j = 0; j < columns; ++j) {
            if (std::find(open.begin(), open.end(), j) == open.end()) {
                rest -= matrix.col(j) * values(j);
            }
        }
        const VectorXd solution = matrix(Eigen::all, open).colPivHouseholderQr().solve(rest);
        std::vector<Index> inside;
        for (std::size_t i = 0; i < open.size(); ++i) {
            const Index j = open[i];
            const double value = solution(static_cast<Index>(i));
            values(j) = std::clamp(value, problem.least(j), problem.most(j));
            if (values(j) == value) {
                inside.push_back(j);
            }
        }
        if (inside.size() == open.size()) {
            break;
        }
        open = inside;
    }
    return values;
}

}

std::vector<MemoryCoefficient> fitMemory(std::vector<MemoryCoefficient> coefficients,
                                         const std::vector<MemorySample>& samples)
{
    const Problem problem = problemOf(coefficients, samples);
    const Index rows = problem.design.rows();
    const Index columns = problem.design.cols();
    VectorXd values = problem.prior;
    VectorXd weights = VectorXd::Ones(rows);
    for (int round = 0; round < mostRounds; ++round) {
        const VectorXd scale = weights.array() / problem.measured.array() / robustFrom;
        MatrixXd matrix(rows + columns, columns);
        matrix << scale.asDiagonal() * problem.design, MatrixXd(problem.deviation.cwiseInverse().asDiagonal());
        VectorXd right(rows + columns);
        right << scale.cwiseProduct(problem.measured - problem.plain), problem.prior.cwiseQuotient(problem.deviation);
        const VectorXd before = values;
        values = boundedLeastSquares(matrix, right, problem);
        const VectorXd predicted = problem.plain + problem.design * values;
        for (Index i = 0; i < rows; ++i) {
            const double error = std::abs(predicted(i) / problem.measured(i) - 1);
            weights(i) = std::sqrt(std::min(1.0, robustFrom / std::max(error, 1e-12)));
        }
        if ((values - before).cwiseAbs().maxCoeff() < settled) {
            break;
        }
    }
    for (Index j = 0; j < columns; ++j) {
        coefficients[static_cast<std::size_t>(j)].value = values(j);
    }
    return coefficients;
}

}
