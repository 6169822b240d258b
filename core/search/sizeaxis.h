// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/sizing.h"

#include <map>
#include <memory>
#include <vector>

namespace stagecraft {

// A problem with costs of its own.
struct SizedProblem {
    Problem problem;
    CostModel costs;
};

// One way to take on sizes, such that what fits at a size fits at every smaller one of the same way.
struct SizeVariant {
    Constraints constraints; // with whatever makes sizes divide fixed
    std::int64_t multiple = 1; // its sizes are the multiples of it ...
    std::int64_t most = 0; // ... up to that
};

// The sizes of a question: the batch, the sequence, the depth or the width. Together its ways have all plans that the
// problem's constraints allow. Holds references to its arguments. For one thread.
class SizeAxis {
public:
    virtual ~SizeAxis() = default;
    SizeAxis(const SizeAxis&) = delete;
    SizeAxis& operator=(const SizeAxis&) = delete;

    // Errors: as sizeProblem().
    static Result<std::unique_ptr<SizeAxis>> make(const Problem& problem, const SizingRequest& request,
                                                  const CostModel& costs);

    const std::vector<SizeVariant>& variants() const { return m_variants; }
    // Where to begin: the problem's own size; 0 where it has none.
    std::int64_t own() const { return m_own; }
    // The largest size of any way.
    std::int64_t most() const;
    // True if layers cost otherwise at other sizes.
    virtual bool changesLayers() const { return true; }
    // Depth alone.
    virtual LayerGroup layers() const { return {}; }

    // Errors: where the model cannot have this size.
    virtual Result<SizedProblem> at(const SizeVariant& variant, std::int64_t size) = 0;
    // The problem with this size and all of its ways; nothing where the model cannot have it.
    std::optional<SizedProblem> whole(std::int64_t size);

protected:
    SizeAxis(const Problem& problem, const SizingRequest& request, const CostModel& costs)
        : m_problem(problem), m_request(request), m_costs(costs)
    {
    }

    SizedProblem as(const SizeVariant& variant) const;
    // A way whose sizes are multiples of `multiple` and of the request's, up to `most` and the request's.
    void addVariant(Constraints constraints, std::int64_t multiple, std::int64_t most);

    const Problem& m_problem;
    const SizingRequest& m_request;
    const CostModel& m_costs;
    std::int64_t m_own = 0;
    std::vector<SizeVariant> m_variants;
    std::int64_t m_most_left_out = 0; // of ways that have no multiple of what was asked for

private:
    static Result<std::unique_ptr<SizeAxis>> makeAny(const Problem& problem, const SizingRequest& request,
                                                     const CostModel& costs);
};

}
