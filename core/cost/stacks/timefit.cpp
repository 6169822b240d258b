// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stacks/timefit.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr double robustFrom = 0.1; // logarithmic error beyond which a run counts linearly: about the median error
constexpr double difference = 1e-3; // of the numeric derivatives
constexpr int mostRounds = 40;
constexpr double settled = 1e-5; // share of the cost that a round must save
constexpr double mostDamping = 1e8;
constexpr double leastDamping = 1e-6;

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Damped Gauss-Newton over u = log(value / prior), so that all values stay positive.
class TimeCorrectionsFit {
public:
    TimeCorrectionsFit(const std::vector<TimeCoefficient>& coefficients, const std::vector<TimeSample>& samples)
        : m_coefficients(coefficients)
        , m_samples(samples)
        , m_measured(static_cast<Index>(samples.size()))
        , m_deviation(static_cast<Index>(coefficients.size()))
    {
        for (Index i = 0; i < m_measured.size(); ++i) {
            m_measured(i) = std::log(samples[static_cast<std::size_t>(i)].measured.value);
        }
        for (Index j = 0; j < m_deviation.size(); ++j) {
            m_deviation(j) = coefficients[static_cast<std::size_t>(j)].deviation;
        }
    }

    VectorXd solve(const std::stop_token& stop) const
    {
        const Index columns = m_deviation.size();
        VectorXd u = VectorXd::Zero(columns);
        VectorXd times = logTimes(u);
        double cost = costOf(u, times);
        double damping = 1;
        for (int round = 0; round < mostRounds && !stop.stop_requested(); ++round) {
            MatrixXd jacobian(m_measured.size(), columns);
            for (Index j = 0; j < columns; ++j) {
                jacobian.col(j) = (logTimes(u + difference * VectorXd::Unit(columns, j)) - times) / difference;
            }
            const VectorXd errors = times - m_measured;
            const VectorXd weights = errors.unaryExpr([](double error) {
                return std::min(1.0, robustFrom / std::max(std::abs(error), 1e-12)) / (robustFrom * robustFrom);
            });
            const VectorXd ridge = m_deviation.cwiseAbs2().cwiseInverse();
            MatrixXd hessian = jacobian.transpose() * weights.asDiagonal() * jacobian;
            hessian.diagonal() += ridge;
            const VectorXd gradient = jacobian.transpose() * weights.cwiseProduct(errors) + u.cwiseProduct(ridge);
            bool better = false;
            double saved = 0;
            while (damping < mostDamping) {
                MatrixXd damped = hessian;
                damped.diagonal() += damping * hessian.diagonal();
                const VectorXd next = bounded(u - damped.partialPivLu().solve(gradient));
                const VectorXd next_times = logTimes(next);
                const double next_cost = costOf(next, next_times);
                if (next_cost < cost) {
                    better = true;
                    saved = cost - next_cost;
                    u = next;
                    times = next_times;
                    break;
                }
                damping *= 4;
            }
            if (!better) {
                break;
            }
            const bool done = saved < settled * cost;
            cost -= saved;
            damping = std::max(leastDamping, damping / 4);
            if (done) {
                break;
            }
        }
        return u;
    }

    TimeValues values(const VectorXd& u) const
    {
        TimeValues values {};
        for (Index j = 0; j < u.size(); ++j) {
            const TimeCoefficient& coefficient = m_coefficients[static_cast<std::size_t>(j)];
            values[static_cast<std::size_t>(coefficient.correction)] = coefficient.prior * std::exp(u(j));
        }
        return values;
    }

private:
    VectorXd bounded(VectorXd u) const
    {
        for (Index j = 0; j < u.size(); ++j) {
            const TimeCoefficient& coefficient = m_coefficients[static_cast<std::size_t>(j)];
            const double least = coefficient.least > 0 ? std::log(coefficient.least / coefficient.prior) : -INFINITY;
            u(j) = std::clamp(u(j), least, std::log(coefficient.most / coefficient.prior));
        }
        return u;
    }

    // Whether a pipeline stalled is no part of its plan: it counts as whichever is nearer.
    static double logTime(const TimeSample& sample, double measured, const TimeValues& used)
    {
        const double usual = std::log(stepTime(sample.run, sample.sheet, used, false).value);
        if (sample.run.pipeline == 1) {
            return usual;
        }
        const double stalled = std::log(stepTime(sample.run, sample.sheet, used, true).value);
        return std::abs(stalled - measured) < std::abs(usual - measured) ? stalled : usual;
    }

    VectorXd logTimes(const VectorXd& u) const
    {
        const TimeValues used = values(u);
        VectorXd times(m_measured.size());
        for (Index i = 0; i < times.size(); ++i) {
            const TimeSample& sample = m_samples[static_cast<std::size_t>(i)];
            times(i) = logTime(sample, m_measured(i), used);
        }
        return times;
    }

    double costOf(const VectorXd& u, const VectorXd& times) const
    {
        double cost = 0;
        for (Index i = 0; i < times.size(); ++i) {
            const double error = std::abs(times(i) - m_measured(i)) / robustFrom;
            cost += error < 1 ? error * error / 2 : error - 0.5;
        }
        return cost + u.cwiseQuotient(m_deviation).squaredNorm() / 2;
    }

    const std::vector<TimeCoefficient>& m_coefficients;
    const std::vector<TimeSample>& m_samples;
    VectorXd m_measured;
    VectorXd m_deviation;
};

}

std::vector<TimeCoefficient> fitTime(std::vector<TimeCoefficient> coefficients, const std::vector<TimeSample>& samples,
                                     const std::stop_token& stop)
{
    const TimeCorrectionsFit fit(coefficients, samples);
    const TimeValues values = fit.values(fit.solve(stop));
    for (TimeCoefficient& coefficient : coefficients) {
        coefficient.value = values[static_cast<std::size_t>(coefficient.correction)];
    }
    return coefficients;
}

}
