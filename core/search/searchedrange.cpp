// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/searchedrange.h"

#include "core/estimate/stagetimes.h"
#include "core/search/searchspace.h"

#include <algorithm>

namespace stagecraft {

namespace {

constexpr std::size_t mostShownValues = 5;

template <typename T>
std::vector<std::string> numbersOf(const std::vector<T>& values)
{
    std::vector<std::string> all;
    for (const T value : values) {
        all.push_back(std::to_string(value));
    }
    return all;
}

template <typename T>
std::vector<std::string> namesOf(const std::vector<T>& values)
{
    std::vector<std::string> all;
    for (const T value : values) {
        all.emplace_back(nameOf(value));
    }
    return all;
}

// Ranges of one search.
class RangeFinder {
public:
    explicit RangeFinder(const Problem& problem) : m_problem(problem) {}

    std::vector<SearchedRange> find()
    {
        if (varies(m_problem.constraints.vary, Dimension::Schedule)) {
            m_ranges.push_back({Dimension::Schedule, namesOf(triedSchedules(m_problem))});
        }
        if (!hasGivenCosts(m_problem.model)) { // a table only has costs for the given values
            addTensor();
            addInterleave();
            addMemory();
        }
        return std::move(m_ranges);
    }

private:
    bool isVaried(Dimension dimension) const { return varies(m_problem.constraints.vary, dimension); }

    // Tensor-parallel sizes across nodes are a separate dimension.
    void addTensor()
    {
        if (!isVaried(Dimension::Tensor) || isVaried(Dimension::TensorAcrossNodes)) {
            return;
        }
        Problem across = m_problem;
        across.constraints.vary.push_back(Dimension::TensorAcrossNodes);
        const std::vector<int> tried = triedDegrees(m_problem, Dimension::Tensor);
        if (triedDegrees(across, Dimension::Tensor) != tried) {
            m_ranges.push_back({Dimension::Tensor, numbersOf(tried)});
        }
    }

    void addInterleave()
    {
        const int most = static_cast<int>(m_problem.model.layers.size()) / 2;
        if (!isVaried(Dimension::Interleave) || most <= largestVariedInterleave) {
            return;
        }
        std::vector<int> tried;
        for (int stages = 2; stages <= largestVariedInterleave; ++stages) {
            tried.push_back(stages);
        }
        m_ranges.push_back({Dimension::Interleave, numbersOf(tried)});
    }

    // Adds recomputation and offload; policies of single layers and other offload kinds are not tried.
    void addMemory()
    {
        if (isVaried(Dimension::Recompute)) {
            m_ranges.push_back({Dimension::Recompute, namesOf(triedRecomputations(m_problem))});
        }
        if (isVaried(Dimension::Offload) && hostBandwidth(m_problem)) {
            m_ranges.push_back(
                {Dimension::Offload, namesOf(std::vector {StateOffload::None, StateOffload::Optimizer})});
        }
    }

    const Problem& m_problem;
    std::vector<SearchedRange> m_ranges;
};

}

std::vector<SearchedRange> searchedRanges(const Problem& problem)
{
    return RangeFinder(problem).find();
}

std::string valuesText(const SearchedRange& range)
{
    const std::size_t count = range.values.size();
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        if (count > mostShownValues && i == mostShownValues - 2) {
            text += ", ...";
            i = count - 1;
        }
        text += (text.empty() ? "" : ", ") + range.values[i];
    }
    return text;
}

std::string rangesText(const std::vector<SearchedRange>& ranges)
{
    std::string text;
    for (const SearchedRange& range : ranges) {
        text += (text.empty() ? "" : "; ") + std::string(nameOf(range.dimension)) + " " + valuesText(range);
    }
    return text;
}

}
