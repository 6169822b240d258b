// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/nonnegative.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// Scale of a layer: the quantities that its bytes and times depend on.
struct Extent {
    std::int64_t micro_batch = 1;
    std::int64_t sequence = 1; // tokens, or side of an image
    std::int64_t tensor = 1; // tensor-parallel size

    friend bool operator==(const Extent&, const Extent&) = default;
};

// Monomial of a scale: micro-batch^i x sequence^j / tensor^k with i and k of 0 or 1 and j up to 2.
struct Monomial {
    int micro_batch = 0;
    int sequence = 0;
    int tensor = 0;

    double operator()(const Extent& scale) const;
};

// Returns the monomials that the scales in `at` can distinguish.
std::vector<Monomial> monomialsOf(const std::vector<Extent>& at);

// Bytes of one tensor or peak as a function of scale. A tensor's shape is a product of dimensions, so its bytes are one
// monomial, and a second scale along each axis identifies it: the function is then exact at every scale. If no monomial
// and no pair of monomials matches all measurements (to within `slack` bytes and a relative 1e-4), the function is a
// robust non-negative sum of all of them, with a ridge towards the closest one. Immutable.
class SizeFit {
public:
    // Fits at least one measurement: `sizes[i]` bytes at `at[i]`.
    SizeFit(const std::vector<Extent>& at, const std::vector<std::int64_t>& sizes, std::int64_t slack = 0);

    std::int64_t operator()(const Extent& scale) const;
    // True if it matches all measurements.
    bool exact() const { return m_exact; }
    // Half-width of its bounds in bytes: two standard deviations of a prediction there; 0 if exact.
    double halfWidth(const Extent& scale) const;

private:
    std::vector<Monomial> m_monomials;
    std::vector<double> m_coefficients;
    std::vector<RegressionRow> m_rows; // rows of an inexact fit, relative to the measured bytes
    bool m_exact = true;
};

}
