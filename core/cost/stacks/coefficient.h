// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/cost/stacks/stackform.h"

#include <array>
#include <string>
#include <vector>

namespace stagecraft {

// The corrections of a stack's memory. docs/stacks.md tells what each stands for.
enum class MemoryCorrection { Grads, Extra, Logit, Held, Token, Fixed };

template <>
inline constexpr auto enumNames<MemoryCorrection> = std::array {
    std::pair {MemoryCorrection::Grads, std::string_view("grads")},
    std::pair {MemoryCorrection::Extra, std::string_view("extra")},
    std::pair {MemoryCorrection::Logit, std::string_view("logit")},
    std::pair {MemoryCorrection::Held, std::string_view("held")},
    std::pair {MemoryCorrection::Token, std::string_view("token")},
    std::pair {MemoryCorrection::Fixed, std::string_view("fixed")},
};

// The corrections of a stack's time.
enum class TimeCorrection { Share, Small, Launch, Chunk, Hop, HopChunk, Link, Exposed, Step, Node, Stall };

template <>
inline constexpr auto enumNames<TimeCorrection> = std::array {
    std::pair {TimeCorrection::Share, std::string_view("share")},
    std::pair {TimeCorrection::Small, std::string_view("small")},
    std::pair {TimeCorrection::Launch, std::string_view("launch")},
    std::pair {TimeCorrection::Chunk, std::string_view("chunk")},
    std::pair {TimeCorrection::Hop, std::string_view("hop")},
    std::pair {TimeCorrection::HopChunk, std::string_view("hopchunk")},
    std::pair {TimeCorrection::Link, std::string_view("link")},
    std::pair {TimeCorrection::Exposed, std::string_view("exposed")},
    std::pair {TimeCorrection::Step, std::string_view("step")},
    std::pair {TimeCorrection::Node, std::string_view("node")},
    std::pair {TimeCorrection::Stall, std::string_view("stall")},
};

inline constexpr std::size_t memoryCorrections = enumNames<MemoryCorrection>.size();
inline constexpr std::size_t timeCorrections = enumNames<TimeCorrection>.size();

// A coefficient of each correction; 0 where the stack does not use it.
using MemoryValues = std::array<double, memoryCorrections>;
using TimeValues = std::array<double, timeCorrections>;

// One correction of a stack: what it stands for, what it was thought to be before any run was seen, what the runs say.
template <typename Correction>
struct Coefficient {
    Correction correction {};
    std::string meaning;
    std::string unit;
    double prior = 0; // the uncorrected model
    // How far from the prior the coefficient may well lie: in its unit for memory, as a factor's logarithm for time.
    double deviation = 1;
    double least = 0;
    double most = 0;
    double value = 0;
    std::string source; // of the value

    friend bool operator==(const Coefficient&, const Coefficient&) = default;
};

using MemoryCoefficient = Coefficient<MemoryCorrection>;
using TimeCoefficient = Coefficient<TimeCorrection>;

// The coefficients that a form uses for memory of this kind, at their priors. None of time: the form has no model of
// it.
std::vector<MemoryCoefficient> memoryCoefficients(StackForm form, MemoryKind kind);
std::vector<TimeCoefficient> timeCoefficients(StackForm form);

MemoryValues valuesOf(const std::vector<MemoryCoefficient>& coefficients);
TimeValues valuesOf(const std::vector<TimeCoefficient>& coefficients);

}
