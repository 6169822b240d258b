// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem/problem.h"

#include <optional>

class QComboBox;
class QSpinBox;

namespace stagecraft {

// Fields that may leave a dimension to the search: a number has "Any" below 1, a list as its first entry.

void offerAny(QSpinBox* field, bool offered = true);
void offerAny(QComboBox* field);

// What the field says; nothing: the search decides.
std::optional<int> valueOf(const QSpinBox* field);
std::optional<int> valueOf(const QComboBox* field); // the entry's data

void showValue(QSpinBox* field, std::optional<int> value);
void showValue(QComboBox* field, std::optional<int> value); // data of one of its entries

// The value for a field of this dimension: nothing where it varies.
template <typename Value>
std::optional<int> shownValue(const Constraints& constraints, Dimension dimension, Value value)
{
    return varies(constraints.vary, dimension) ? std::nullopt : std::optional(static_cast<int>(value));
}

void setVaries(Dimensions& dimensions, Dimension dimension, bool on);

// Takes over what a field says of a dimension. What has been varied before keeps its value; what varies from now on
// gets the usual one, with which no question is refused.
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
