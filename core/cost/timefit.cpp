// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/timefit.h"

#include "core/cost/nonnegative.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr double ridge = 1e-4; // decides where there are fewer measurements than coefficients

double squared(double value)
{
    return value * value;
}

double distance(const Extent& a, const Extent& b)
{
    const auto along = [](std::int64_t x, std::int64_t y) {
        return squared(std::log(static_cast<double>(x) / static_cast<double>(y)));
    };
    return along(a.micro_batch, b.micro_batch) + along(a.sequence, b.sequence) + along(a.tensor, b.tensor);
}

// Weighted by nearness to what was measured; exact there.
double carried(const std::vector<Extent>& at, const std::vector<double>& values, const Extent& scale)
{
    double sum = 0;
    double weights = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
        const double square = distance(at[i], scale);
        if (square == 0) {
            return values[i];
        }
        sum += values[i] / square;
        weights += 1 / square;
    }
    return sum / weights;
}

// A latency, samples or tokens, and pairs of tokens, of what varies.
std::vector<Monomial> worksOf(const std::vector<Extent>& at)
{
    std::vector<Monomial> works = monomialsOf(at);
    const auto most = [&](int Monomial::*power) {
        int value = 0;
        for (const Monomial& monomial : works) {
            value = std::max(value, monomial.*power);
        }
        return value;
    };
    const int samples = most(&Monomial::micro_batch);
    const bool lengths = most(&Monomial::sequence) > 0;
    std::erase_if(works, [&](const Monomial& m) {
        const bool latency = m.micro_batch == 0 && m.sequence == 0;
        const bool work = m.micro_batch == samples && (m.sequence > 0 || !lengths);
        return !latency && !work;
    });
    return works;
}

}

TimeFit::TimeFit(std::vector<Extent> at, const std::vector<Timing>& times)
    : m_at(std::move(at)), m_monomials(worksOf(m_at))
{
    std::vector<RegressionRow> rows;
    for (std::size_t i = 0; i < m_at.size(); ++i) {
        const double time = times[i].median.value;
        m_spreads.push_back(time > 0 ? times[i].spread.value / time : 0);
        if (time > 0) {
            RegressionRow row;
            for (const Monomial& monomial : m_monomials) {
                row.features.push_back(monomial(m_at[i]) / time);
            }
            row.value = 1;
            rows.push_back(std::move(row));
        }
    }
    m_coefficients = rows.empty() ? std::vector<double>(m_monomials.size(), 0)
                                  : nonNegativeFit(rows, std::vector<double>(m_monomials.size(), 0), ridge, true);
    for (std::size_t i = 0; i < m_at.size(); ++i) {
        const double expected = form(m_at[i]);
        m_ratios.push_back(expected > 0 ? times[i].median.value / expected : 1);
    }
}

double TimeFit::form(const Extent& scale) const
{
    double sum = 0;
    for (std::size_t i = 0; i < m_monomials.size(); ++i) {
        sum += m_coefficients[i] * m_monomials[i](scale);
    }
    return sum;
}

Timing TimeFit::operator()(const Extent& scale) const
{
    const double median = form(scale) * carried(m_at, m_ratios, scale);
    return {Seconds(median), Seconds(median * carried(m_at, m_spreads, scale))};
}

}
