// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/timefit.h"

#include "core/cost/nonnegative.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr double timeRidge = 1e-4; // matters if there are fewer measurements than coefficients
// of a median, however small its spread: separate runs of the same layer differ by that much
constexpr double leastNoise = 0.03;
// Plausible deviation of a term from its analytic value: fraction of the term, and fraction of the whole time.
constexpr double openShare = 0.3;
constexpr double openRest = 0.03;
constexpr double openLatency = 0.1; // kernels that reach their full rate only at large sizes look like a latency

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

// Interpolates by inverse squared distance; exact at measured scales.
double interpolated(const std::vector<Extent>& at, const std::vector<double>& values, const Extent& scale)
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

// Returns the monomials of a latency, of samples or tokens, and of pairs of tokens, as far as they vary.
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

double medianOf(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// Returns coefficients that reproduce the analytic times; empty if there are none.
std::vector<double> shapeOf(const std::vector<ExpectedTime>& expected, const std::vector<Monomial>& monomials)
{
    constexpr double exactly = 1e-9;
    std::vector<RegressionRow> rows;
    for (const auto& [at, time] : expected) {
        if (time > Seconds(0)) {
            RegressionRow row;
            for (const Monomial& monomial : monomials) {
                row.features.push_back(monomial(at) / time.value);
            }
            row.value = 1;
            rows.push_back(std::move(row));
        }
    }
    return rows.empty() ? std::vector<double>()
                        : nonNegativeFit(rows, std::vector<double>(monomials.size(), 0), exactly);
}

}

TimeFit::TimeFit(std::vector<Extent> at, const std::vector<Timing>& times, const std::vector<ExpectedTime>& expected)
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
    const bool robust = rows.size() > m_monomials.size() || expected.empty();
    addExpected(expected, times, rows);
    m_coefficients = rows.empty() ? std::vector<double>(m_monomials.size(), 0)
                                  : nonNegativeFit(rows, std::vector<double>(m_monomials.size(), 0), timeRidge, robust);
    for (std::size_t i = 0; i < m_at.size(); ++i) {
        const double time = form(m_at[i]);
        m_ratios.push_back(time > 0 ? times[i].median.value / time : 1);
    }
}

// Adds rows that state the analytic size of each term at the level of the measurements, weighted by the spread of the
// measurements.
void TimeFit::addExpected(const std::vector<ExpectedTime>& expected, const std::vector<Timing>& times,
                          std::vector<RegressionRow>& rows) const
{
    const std::vector<double> shape = shapeOf(expected, m_monomials);
    std::vector<double> levels;
    for (std::size_t i = 0; i < m_at.size(); ++i) {
        double time = 0;
        for (std::size_t j = 0; j < shape.size(); ++j) {
            time += shape[j] * m_monomials[j](m_at[i]);
        }
        if (time > 0 && times[i].median > Seconds(0)) {
            levels.push_back(times[i].median.value / time);
        }
    }
    if (levels.empty()) {
        return;
    }
    const double level = medianOf(levels);
    const double noise = std::max(leastNoise, medianOf(m_spreads));
    const Extent& at = m_at.front();
    const double whole = times.front().median.value;
    for (std::size_t j = 0; j < shape.size() && whole > 0; ++j) {
        RegressionRow row;
        row.features.assign(m_monomials.size(), 0);
        row.features[j] = m_monomials[j](at) / whole;
        row.value = level * shape[j] * row.features[j];
        const bool latency = m_monomials[j].micro_batch == 0 && m_monomials[j].sequence == 0;
        const double open = openShare * row.value + (latency ? openLatency : openRest);
        row.weight = squared(noise / open);
        rows.push_back(std::move(row));
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
    const double median = form(scale) * interpolated(m_at, m_ratios, scale);
    return {Seconds(median), Seconds(median * interpolated(m_at, m_spreads, scale))};
}

}
