// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"

namespace stagecraft {

// Basis of a number, from the strongest to the weakest. A sum has the weakest basis of its parts.
// DryRun: bytes that libtorch allocated over a CUDA runtime that computes nothing.
// Tables: kernel times that others measured on a device of the same type.
enum class Basis { Measured, DryRun, Scaled, Given, Calibrated, Tables, Analytic };

template <>
inline constexpr auto enumNames<Basis> = std::array {
    std::pair {Basis::Measured, std::string_view("measured")},
    std::pair {Basis::DryRun, std::string_view("dry_run")},
    std::pair {Basis::Scaled, std::string_view("scaled")},
    std::pair {Basis::Given, std::string_view("given")},
    std::pair {Basis::Calibrated, std::string_view("calibrated")},
    std::pair {Basis::Tables, std::string_view("tables")},
    std::pair {Basis::Analytic, std::string_view("analytic")},
};

constexpr Basis weaker(Basis a, Basis b)
{
    return a < b ? b : a;
}

}
