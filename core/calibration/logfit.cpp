// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/logfit.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stagecraft {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double robustFrom = 0.1; // error beyond which the loss is linear
constexpr double difference = 0.05; // step of the numeric derivatives
constexpr int mostRounds = 12;
constexpr double settled = 1e-4; // relative decrease of the cost that a round must achieve
constexpr double longestStride = 1; // maximum change of a correction in one round
constexpr int linearRounds = 30;

double huber(double error)
{
    const double size = std::abs(error) / robustFrom;
    return size < 1 ? size * size / 2 : size - 0.5;
}

// Returns the weight of an error in the normal equations.
double weightOf(double error)
{
    return std::min(1.0, robustFrom / std::max(std::abs(error), 1e-12)) / (robustFrom * robustFrom);
}

}

LogFit::LogFit(std::vector<double> measured, std::vector<double> deviations, Predict predict)
    : m_measured(std::move(measured))
    , m_deviations(std::move(deviations))
    , m_predict(std::move(predict))
    , m_best(m_deviations.size(), 0)
{
}

double LogFit::costOf(const std::vector<double>& u, const std::vector<double>& predicted) const
{
    double cost = 0;
    for (std::size_t i = 0; i < m_measured.size(); ++i) {
        cost += huber(predicted[i] - m_measured[i]);
    }
    for (std::size_t k = 0; k < u.size(); ++k) {
        cost += std::pow(u[k] / m_deviations[k], 2) / 2;
    }
    return cost;
}

void LogFit::derive()
{
    m_derivatives.clear();
    for (std::size_t k = 0; k < m_best.size(); ++k) {
        std::vector<double> moved = m_best;
        moved[k] += difference;
        std::vector<double> changed = m_predict(moved);
        for (std::size_t i = 0; i < changed.size(); ++i) {
            changed[i] = (changed[i] - m_predicted[i]) / difference;
        }
        m_derivatives.push_back(std::move(changed));
    }
}

void LogFit::solve(const std::stop_token& stop, const std::function<void(double)>& report)
{
    m_predicted = m_predict(m_best);
    double cost = costOf(m_best, m_predicted);
    for (int round = 0; round < mostRounds && !stop.stop_requested(); ++round) {
        report(static_cast<double>(round) / mostRounds);
        derive();
        std::vector<double> goal = without({});
        bool better = false;
        double saved = 0;
        for (double stride = 1; stride > 0.05 && !better && !stop.stop_requested(); stride /= 2) {
            std::vector<double> next = m_best;
            for (std::size_t k = 0; k < next.size(); ++k) {
                next[k] += std::clamp(goal[k] - m_best[k], -longestStride, longestStride) * stride;
            }
            std::vector<double> predicted = m_predict(next);
            const double next_cost = costOf(next, predicted);
            if (next_cost < cost) {
                better = true;
                saved = cost - next_cost;
                cost = next_cost;
                m_best = std::move(next);
                m_predicted = std::move(predicted);
            }
        }
        if (!better || saved < settled * cost) {
            break;
        }
    }
    if (!stop.stop_requested()) {
        derive();
    }
}

std::vector<double> LogFit::without(const std::vector<std::size_t>& left_out) const
{
    const auto columns = static_cast<Index>(m_best.size());
    const auto rows = static_cast<Index>(m_measured.size());
    MatrixXd jacobian(rows, columns);
    VectorXd errors(rows);
    VectorXd there = VectorXd::Ones(rows);
    VectorXd best(columns);
    VectorXd ridge(columns);
    for (Index i = 0; i < rows; ++i) {
        const auto at = static_cast<std::size_t>(i);
        errors(i) = m_predicted[at] - m_measured[at];
        for (Index k = 0; k < columns; ++k) {
            jacobian(i, k) = m_derivatives[static_cast<std::size_t>(k)][at];
        }
    }
    for (Index k = 0; k < columns; ++k) {
        best(k) = m_best[static_cast<std::size_t>(k)];
        ridge(k) = 1 / std::pow(m_deviations[static_cast<std::size_t>(k)], 2);
    }
    for (const std::size_t row : left_out) {
        there(static_cast<Index>(row)) = 0;
    }
    // Huber's loss by reweighted least squares on the linear model.
    VectorXd u = best;
    for (int round = 0; round < linearRounds; ++round) {
        const VectorXd now = errors + jacobian * (u - best);
        const VectorXd weights = now.unaryExpr([](double error) { return weightOf(error); }).cwiseProduct(there);
        MatrixXd hessian = jacobian.transpose() * weights.asDiagonal() * jacobian;
        hessian.diagonal() += ridge;
        const VectorXd gradient = jacobian.transpose() * weights.cwiseProduct(now) + u.cwiseProduct(ridge);
        const VectorXd stride = hessian.ldlt().solve(gradient);
        u -= stride;
        if (stride.cwiseAbs().maxCoeff() < 1e-6) {
            break;
        }
    }
    return {u.data(), u.data() + u.size()};
}

double fitOffset(const std::vector<double>& predicted, const std::vector<double>& measured, double deviation,
                 double least)
{
    double offset = 0;
    for (int round = 0; round < linearRounds; ++round) {
        double above = 0;
        double below = 1 / (deviation * deviation);
        for (std::size_t i = 0; i < measured.size(); ++i) {
            const double error = (predicted[i] + offset - measured[i]) / measured[i];
            const double weight = weightOf(error) / (measured[i] * measured[i]);
            above += weight * (measured[i] - predicted[i]);
            below += weight;
        }
        offset = std::max(least, above / below);
    }
    return offset;
}

}
