// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem/problem.h"

#include <optional>

class QComboBox;
class QSpinBox;

namespace stagecraft {

// Fields for a dimension that is either fixed or searched. "Any" means searched: a spin box shows it below 1, a combo
// box as its first entry.

void offerAny(QSpinBox* field, bool offered = true);
void offerAny(QComboBox* field);

// The fixed value; empty if the dimension is searched.
std::optional<int> valueOf(const QSpinBox* field);
std::optional<int> valueOf(const QComboBox* field); // the entry's data

void showValue(QSpinBox* field, std::optional<int> value);
void showValue(QComboBox* field, std::optional<int> value); // data of one of its entries

// The value to show for this dimension: empty if it is searched.
template <typename Value>
std::optional<int> shownValue(const Constraints& constraints, Dimension dimension, Value value)
{
    return varies(constraints.vary, dimension) ? std::nullopt : std::optional(static_cast<int>(value));
}

void setVaries(Dimensions& dimensions, Dimension dimension, bool on);

// Applies the value of a field to a dimension. A dimension that was searched before keeps its stored value; one that is
// searched from now on gets `usual`, which is always valid.
template <typename Value>
void applyChoice(Constraints& constraints, Dimension dimension, Value& value, std::optional<int> said, Value usual)
{
    const bool varied = varies(constraints.vary, dimension);
    if (said) {
        value = static_cast<Value>(*said);
    } else if (!varied) {
        value = std::move(usual);
    }
    setVaries(constraints.vary, dimension, !said);
}

}
