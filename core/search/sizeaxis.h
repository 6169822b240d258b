// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/sizing.h"

#include <map>
#include <memory>
#include <vector>

namespace stagecraft {

// A problem with the costs of its model.
struct SizedProblem {
    Problem problem;
    CostModel costs;
};

// Constraints under which feasibility is monotonic: if a plan fits at a size, plans fit at every smaller size of the
// variant.
struct SizeVariant {
    Constraints constraints; // fixes whatever makes sizes divisible
    std::int64_t multiple = 1; // sizes are multiples of this
    std::int64_t most = 0; // largest size
};

// Size that a sizing problem varies: batch, sequence, depth or width. Its variants together cover all plans that the
// problem's constraints allow. Keeps references to its arguments. For one thread.
class SizeAxis {
public:
    virtual ~SizeAxis() = default;
    SizeAxis(const SizeAxis&) = delete;
    SizeAxis& operator=(const SizeAxis&) = delete;

    // Errors: those of sizeProblem().
    static Result<std::unique_ptr<SizeAxis>> make(const Problem& problem, const SizingRequest& request,
                                                  const CostModel& costs);

    const std::vector<SizeVariant>& variants() const { return m_variants; }
    // Starting point: the problem's current size; 0 if it has none.
    std::int64_t own() const { return m_own; }
    // Returns the largest size of any variant.
    std::int64_t most() const;
    // True if the costs of layers depend on the size.
    virtual bool changesLayers() const { return true; }
    // For depth only.
    virtual LayerGroup layers() const { return {}; }

    // Errors: those of a model that cannot have this size.
    virtual Result<SizedProblem> at(const SizeVariant& variant, std::int64_t size) = 0;
    // Returns the problem at this size with all variants; empty if the model cannot have it.
    std::optional<SizedProblem> whole(std::int64_t size);

protected:
    SizeAxis(const Problem& problem, const SizingRequest& request, const CostModel& costs)
        : m_problem(problem), m_request(request), m_costs(costs)
    {
    }

    SizedProblem as(const SizeVariant& variant) const;
    // Adds a variant whose sizes are multiples of `multiple` and of the request's, up to `most` and the request's.
    void addVariant(Constraints constraints, std::int64_t multiple, std::int64_t most);

    const Problem& m_problem;
    const SizingRequest& m_request;
    const CostModel& m_costs;
    std::int64_t m_own = 0;
    std::vector<SizeVariant> m_variants;
    std::int64_t m_most_left_out = 0; // largest size of the variants without a requested multiple

private:
    static Result<std::unique_ptr<SizeAxis>> makeAny(const Problem& problem, const SizingRequest& request,
                                                     const CostModel& costs);
};

}
