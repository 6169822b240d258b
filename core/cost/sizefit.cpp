// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/sizefit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace stagecraft {

namespace {

constexpr double closeEnough = 1e-4; // relative to the bytes
constexpr double ridge = 1e-6; // decides only what measurements leave undetermined

bool varies(const std::vector<Extent>& at, std::int64_t Extent::*axis)
{
    return std::any_of(at.begin(), at.end(), [&](const Extent& scale) { return scale.*axis != at.front().*axis; });
}

// Fit of a single monomial: coefficient from the largest scale, and largest relative error.
struct Single {
    double coefficient = 0;
    double error = 0;
    bool meets = true;
};

Single single(const Monomial& monomial, const std::vector<Extent>& at, const std::vector<std::int64_t>& sizes,
              std::int64_t slack)
{
    // The largest scale determines the coefficient, as rounding matters least there.
    std::size_t largest = 0;
    for (std::size_t i = 1; i < at.size(); ++i) {
        largest = monomial(at[i]) > monomial(at[largest]) ? i : largest;
    }
    Single result;
    result.coefficient = static_cast<double>(sizes[largest]) / monomial(at[largest]);
    for (std::size_t i = 0; i < at.size(); ++i) {
        const auto measured = static_cast<double>(sizes[i]);
        const double off = std::abs(result.coefficient * monomial(at[i]) - measured);
        result.error = std::max(result.error, off / std::max(measured, 1.0));
        result.meets = result.meets && off <= static_cast<double>(slack) + closeEnough * measured;
    }
    return result;
}

// Fits a sum of two monomials to the two measurements that separate them best. Empty if a coefficient is not positive
// or other measurements do not match.
std::optional<std::pair<double, double>> pairOf(const Monomial& a, const Monomial& b, const std::vector<Extent>& at,
                                                const std::vector<std::int64_t>& sizes, std::int64_t slack)
{
    double best = 0;
    std::pair<double, double> found;
    for (std::size_t i = 0; i < at.size(); ++i) {
        for (std::size_t k = i + 1; k < at.size(); ++k) {
            const double scale = a(at[i]) * b(at[k]) + a(at[k]) * b(at[i]);
            const double determinant = a(at[i]) * b(at[k]) - a(at[k]) * b(at[i]);
            const auto y = [&](std::size_t index) { return static_cast<double>(sizes[index]); };
            if (std::abs(determinant) / scale > best) {
                best = std::abs(determinant) / scale;
                found = {(y(i) * b(at[k]) - y(k) * b(at[i])) / determinant,
                         (a(at[i]) * y(k) - a(at[k]) * y(i)) / determinant};
            }
        }
    }
    if (best < 1e-9 || found.first <= 0 || found.second <= 0) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < at.size(); ++i) {
        const auto measured = static_cast<double>(sizes[i]);
        const double off = std::abs(found.first * a(at[i]) + found.second * b(at[i]) - measured);
        if (off > static_cast<double>(slack) + closeEnough * measured) {
            return std::nullopt;
        }
    }
    return found;
}

}

double Monomial::operator()(const Extent& scale) const
{
    const auto length = static_cast<double>(scale.sequence);
    return (micro_batch == 1 ? static_cast<double>(scale.micro_batch) : 1.0)
        * (sequence == 0       ? 1.0
               : sequence == 1 ? length
                               : length * length)
        / (tensor == 1 ? static_cast<double>(scale.tensor) : 1.0);
}

std::vector<Monomial> monomialsOf(const std::vector<Extent>& at)
{
    const int micro_batch = varies(at, &Extent::micro_batch) ? 1 : 0;
    const int sequence = varies(at, &Extent::sequence) ? 2 : 0;
    const int tensor = varies(at, &Extent::tensor) ? 1 : 0;
    // The most common shapes first: if two match the measurements, the first counts.
    constexpr std::array<std::pair<int, int>, 6> usual {{{0, 0}, {1, 1}, {0, 1}, {1, 0}, {1, 2}, {0, 2}}};
    std::vector<Monomial> monomials;
    for (const auto& [i, j] : usual) {
        for (int k = 0; k <= tensor && i <= micro_batch && j <= sequence; ++k) {
            monomials.push_back({i, j, k});
        }
    }
    return monomials;
}

SizeFit::SizeFit(const std::vector<Extent>& at, const std::vector<std::int64_t>& sizes, std::int64_t slack)
{
    const std::vector<Monomial> monomials = monomialsOf(at);
    std::size_t closest = 0;
    double least = INFINITY;
    for (std::size_t i = 0; i < monomials.size(); ++i) {
        const Single fit = single(monomials[i], at, sizes, slack);
        if (fit.meets) {
            m_monomials = {monomials[i]};
            m_coefficients = {fit.coefficient};
            return;
        }
        if (fit.error < least) {
            least = fit.error;
            closest = i;
        }
    }
    for (std::size_t i = 0; i < monomials.size(); ++i) {
        for (std::size_t k = i + 1; k < monomials.size(); ++k) {
            if (const auto pair = pairOf(monomials[i], monomials[k], at, sizes, slack)) {
                m_monomials = {monomials[i], monomials[k]};
                m_coefficients = {pair->first, pair->second};
                return;
            }
        }
    }
    std::vector<double> prior(monomials.size(), 0);
    prior[closest] = single(monomials[closest], at, sizes, slack).coefficient;
    std::vector<RegressionRow> rows;
    for (std::size_t i = 0; i < at.size(); ++i) {
        const double size = std::max(1.0, static_cast<double>(sizes[i]));
        RegressionRow row;
        for (const Monomial& monomial : monomials) {
            row.features.push_back(monomial(at[i]) / size);
        }
        row.value = static_cast<double>(sizes[i]) / size;
        rows.push_back(std::move(row));
    }
    m_coefficients = nonNegativeFit(rows, prior, ridge, true);
    m_monomials = monomials;
    m_rows = std::move(rows);
    for (std::size_t i = 0; i < at.size(); ++i) {
        const auto off = std::abs(static_cast<double>((*this)(at[i]) - sizes[i]));
        m_exact = m_exact && off <= static_cast<double>(slack) + closeEnough * static_cast<double>(sizes[i]);
    }
}

double SizeFit::halfWidth(const Extent& scale) const
{
    const auto bytes = static_cast<double>((*this)(scale));
    if (m_exact || bytes < 1) {
        return 0;
    }
    std::vector<double> features;
    for (const Monomial& monomial : m_monomials) {
        features.push_back(monomial(scale) / bytes);
    }
    return 2 * bytes * std::sqrt(predictionVariance(m_rows, m_coefficients, features));
}

std::int64_t SizeFit::operator()(const Extent& scale) const
{
    double sum = 0;
    for (std::size_t i = 0; i < m_monomials.size(); ++i) {
        sum += m_coefficients[i] * m_monomials[i](scale);
    }
    return std::llround(sum);
}

}
