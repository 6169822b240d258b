// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace stagecraft {

// Which of some settings a remedy changes, by their index, ascending.
using SettingSubset = std::vector<std::size_t>;

// All subsets of `count` of `of` settings, in lexicographic order.
std::vector<SettingSubset> subsetsOf(std::size_t count, std::size_t of);

SettingSubset allOf(std::size_t settings);

bool includes(const SettingSubset& all, const SettingSubset& part);

// Each choice of one of so many values of each setting, the mildest first: those whose indices have the least sum.
std::vector<std::vector<std::size_t>> mildestFirst(const std::vector<std::size_t>& values);

}
