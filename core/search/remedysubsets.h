// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace stagecraft {

// Indices of the settings that a remedy changes, ascending.
using SettingSubset = std::vector<std::size_t>;

// Returns all subsets with `count` elements of the settings 0 to `of` - 1, in lexicographic order.
std::vector<SettingSubset> subsetsOf(std::size_t count, std::size_t of);

SettingSubset allOf(std::size_t settings);

bool includes(const SettingSubset& all, const SettingSubset& part);

// Returns every combination of one value per setting, mildest (smallest sum of indices) first. `values`: number of
// values of each setting.
std::vector<std::vector<std::size_t>> mildestFirst(const std::vector<std::size_t>& values);

}
