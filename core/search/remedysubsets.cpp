// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/remedysubsets.h"

#include <algorithm>
#include <numeric>

namespace stagecraft {

std::vector<SettingSubset> subsetsOf(std::size_t count, std::size_t of)
{
    std::vector<SettingSubset> all;
    SettingSubset one = allOf(count);
    while (count <= of) {
        all.push_back(one);
        std::size_t at = count;
        while (at > 0 && one[at - 1] == of - count + at - 1) {
            --at;
        }
        if (at == 0) {
            break;
        }
        ++one[at - 1];
        std::iota(one.begin() + static_cast<std::ptrdiff_t>(at), one.end(), one[at - 1] + 1);
    }
    return all;
}

SettingSubset allOf(std::size_t settings)
{
    SettingSubset all(settings);
    std::iota(all.begin(), all.end(), std::size_t(0));
    return all;
}

bool includes(const SettingSubset& all, const SettingSubset& part)
{
    return std::includes(all.begin(), all.end(), part.begin(), part.end());
}

std::vector<std::vector<std::size_t>> mildestFirst(const std::vector<std::size_t>& values)
{
    std::vector<std::vector<std::size_t>> all {{}};
    for (const std::size_t count : values) {
        std::vector<std::vector<std::size_t>> longer;
        for (const auto& choice : all) {
            for (std::size_t value = 0; value < count; ++value) {
                longer.push_back(choice);
                longer.back().push_back(value);
            }
        }
        all = std::move(longer);
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return std::accumulate(a.begin(), a.end(), std::size_t(0))
            < std::accumulate(b.begin(), b.end(), std::size_t(0));
    });
    return all;
}

}
