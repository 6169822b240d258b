// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/kerneltables.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace stagecraft {

namespace {

// Position of a size on an axis: index of the size below, and fraction of the logarithmic distance to the next.
struct Position {
    std::size_t below = 0;
    double share = 0;
};

Position positionOn(const std::vector<double>& axis, double size)
{
    const auto above = std::upper_bound(axis.begin(), axis.end(), size);
    if (above == axis.begin()) {
        return {0, 0};
    }
    if (above == axis.end()) {
        return {axis.size() - 1, 0};
    }
    const auto below = static_cast<std::size_t>(above - axis.begin()) - 1;
    return {below, std::log(size / axis[below]) / std::log(axis[below + 1] / axis[below])};
}

}

FlopsPerSecond RateGrid::at(const std::vector<double>& sizes) const
{
    std::vector<Position> positions;
    for (std::size_t a = 0; a < axes.size(); ++a) {
        positions.push_back(positionOn(axes[a], sizes[a]));
    }
    // Sums over the corners of the cell, each with its weight.
    double logarithm = 0;
    for (std::size_t corner = 0; corner < std::size_t(1) << axes.size(); ++corner) {
        double weight = 1;
        std::size_t index = 0;
        for (std::size_t a = 0; a < axes.size(); ++a) {
            const bool upper = (corner >> a & 1) != 0;
            weight *= upper ? positions[a].share : 1 - positions[a].share;
            index = index * axes[a].size() + std::min(positions[a].below + (upper ? 1 : 0), axes[a].size() - 1);
        }
        logarithm += weight > 0 ? weight * std::log(teraflops[index]) : 0;
    }
    return FlopsPerSecond(1e12 * std::exp(logarithm));
}

FlopsPerSecond KernelTable::rateOf(const ProductShape& shape) const
{
    const RateGrid& grid = shape.fp8 && products_fp8 ? *products_fp8 : products;
    const double gain = shape.fp8 && !products_fp8 ? fp8Speedup : 1;
    const double rows = shape.rows * shape.groups;
    const double smaller = std::min(1.0, rows / grid.axes[0].front()) * std::min(1.0, shape.out / grid.axes[1].front());
    return grid.at({rows, shape.out, shape.in}) * (smaller * gain);
}

FlopsPerSecond KernelTable::rateOf(const AttentionShape& shape) const
{
    constexpr double backwardShare = 0.85;
    const double width = (shape.width + shape.value_width) / 2;
    const auto nearest = std::min_element(attention.begin(), attention.end(), [&](const auto& a, const auto& b) {
        return std::abs(a.head_width - width) < std::abs(b.head_width - width);
    });
    // Wider heads are not faster; narrower ones use the device's units less.
    const double narrower = std::min(1.0, width / nearest->head_width);
    // If queries and keys differ in number, as with context parallelism, the number of scores determines the rate.
    const double sequence = std::sqrt(shape.queries * shape.keys);
    return nearest->rates.at({sequence, shape.heads}) * (narrower * (shape.backward ? backwardShare : 1));
}

}
