// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runs/errorfigures.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stagecraft {

namespace {

constexpr double outside = 0.025; // share of the runs on either side of the band
constexpr std::size_t leaveOneOutBelow = 50;
constexpr std::size_t folds = 5;

// Total order of numbers in which NaNs are equal and come last.
bool isLess(double a, double b)
{
    return std::isnan(b) ? !std::isnan(a) : a < b;
}

// Returns ranks from 0; equal values get the mean of their ranks.
std::vector<double> ranksOf(const std::vector<double>& values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return isLess(values[a], values[b]); });
    std::vector<double> ranks(values.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first;
        while (end < order.size() && !isLess(values[order[first]], values[order[end]])) {
            ++end;
        }
        for (std::size_t i = first; i < end; ++i) {
            ranks[order[i]] = static_cast<double>(first + end - 1) / 2;
        }
        first = end;
    }
    return ranks;
}

std::optional<double> correlation(const std::vector<double>& a, const std::vector<double>& b)
{
    const double count = static_cast<double>(a.size());
    const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / count;
    const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / count;
    double product = 0;
    double square_a = 0;
    double square_b = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        product += (a[i] - mean_a) * (b[i] - mean_b);
        square_a += (a[i] - mean_a) * (a[i] - mean_a);
        square_b += (b[i] - mean_b) * (b[i] - mean_b);
    }
    if (square_a <= 0 || square_b <= 0) {
        return std::nullopt;
    }
    return std::clamp(product / std::sqrt(square_a * square_b), -1.0, 1.0);
}

std::vector<double> ratiosOf(const std::vector<double>& predicted, const std::vector<double>& measured)
{
    std::vector<double> ratios;
    for (std::size_t i = 0; i < predicted.size(); ++i) {
        ratios.push_back(measured[i] / predicted[i]);
    }
    return ratios;
}

}

double quantile(std::vector<double> values, double share)
{
    std::sort(values.begin(), values.end(), isLess);
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (values[above] - values[below]) * (place - static_cast<double>(below));
}

ErrorFigures errorFigures(const std::vector<double>& predicted, const std::vector<double>& measured)
{
    ErrorFigures figures;
    figures.count = static_cast<int>(predicted.size());
    if (predicted.empty()) {
        return figures;
    }
    std::vector<double> errors;
    std::vector<double> sizes;
    for (std::size_t i = 0; i < predicted.size(); ++i) {
        errors.push_back(predicted[i] / measured[i] - 1);
        sizes.push_back(std::abs(errors.back()));
    }
    figures.mean_error = std::accumulate(sizes.begin(), sizes.end(), 0.0) / static_cast<double>(sizes.size());
    figures.median_error = quantile(sizes, 0.5);
    figures.p90_error = quantile(sizes, 0.9);
    figures.worst_error = *std::max_element(sizes.begin(), sizes.end());
    figures.bias = quantile(errors, 0.5);
    if (predicted.size() > 2) {
        figures.rank_correlation = correlation(ranksOf(predicted), ranksOf(measured));
    }
    return figures;
}

Band conformalBand(const std::vector<double>& predicted, const std::vector<double>& measured)
{
    std::vector<double> ratios = ratiosOf(predicted, measured);
    if (ratios.empty()) {
        return {};
    }
    std::sort(ratios.begin(), ratios.end(), isLess);
    const auto count = static_cast<std::ptrdiff_t>(ratios.size());
    const double places = static_cast<double>(count) + 1;
    const auto low = static_cast<std::ptrdiff_t>(std::floor(places * outside)) - 1;
    const auto high = static_cast<std::ptrdiff_t>(std::ceil(places * (1 - outside))) - 1;
    return {ratios[static_cast<std::size_t>(std::max<std::ptrdiff_t>(low, 0))],
            ratios[static_cast<std::size_t>(std::min(high, count - 1))]};
}

std::vector<std::vector<std::size_t>> foldsOf(std::size_t runs)
{
    const std::size_t count = runs < leaveOneOutBelow ? runs : folds;
    std::vector<std::vector<std::size_t>> left_out(count);
    for (std::size_t i = 0; i < runs; ++i) {
        left_out[i % count].push_back(i);
    }
    return left_out;
}

}
