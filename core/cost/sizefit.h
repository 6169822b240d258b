// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/nonnegative.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// Along what the bytes and times of a layer vary.
struct Extent {
    std::int64_t micro_batch = 1;
    std::int64_t sequence = 1; // tokens, or the side of an image
    std::int64_t tensor = 1; // degree

    friend bool operator==(const Extent&, const Extent&) = default;
};

// What a layer's quantities are made of: micro-batch^i x sequence^j / degree^k with i and k of 0 or 1 and j up to 2.
struct Monomial {
    int micro_batch = 0;
    int sequence = 0;
    int tensor = 0;

    double operator()(const Extent& scale) const;
};

// Those that can be told apart by what varies in `at`.
std::vector<Monomial> monomialsOf(const std::vector<Extent>& at);

// The bytes of one thing as a function of scale. A tensor's shape is a product of dimensions, so its bytes are one
// monomial, and a second scale along each axis shows which: then the function is exact wherever it is asked. Where no
// monomial, and no two of them together, meet all that was measured (to within `slack` bytes and a ten-thousandth), it
// is a sum of all with coefficients that are not negative, robust, with a ridge towards the one that comes closest.
// Immutable.
class SizeFit {
public:
    // At least one; `sizes[i]` was measured at `at[i]`.
    SizeFit(const std::vector<Extent>& at, const std::vector<std::int64_t>& sizes, std::int64_t slack = 0);

    std::int64_t operator()(const Extent& scale) const;
    // True if it meets what was measured.
    bool exact() const { return m_exact; }
    // Half-width of its bounds in bytes: two standard deviations of a prediction there; zero where it is exact.
    double halfWidth(const Extent& scale) const;

private:
    std::vector<Monomial> m_monomials;
    std::vector<double> m_coefficients;
    std::vector<RegressionRow> m_rows; // of what is not exact, relative to what was measured
    bool m_exact = true;
};

}
