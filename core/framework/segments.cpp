// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/framework/segments.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace stagecraft {

namespace {

using Statements = std::set<std::size_t>;

class SegmentFinder {
public:
    explicit SegmentFinder(const Program& program) : m_program(program)
    {
        m_makers.resize(static_cast<std::size_t>(program.takes()));
        for (std::size_t i = 0; i < program.statements().size(); ++i) {
            m_makers.resize(m_makers.size() + static_cast<std::size_t>(resultCount(program.statements()[i].op)), i);
        }
    }

    std::vector<Statements> find(const LayerStyle& style) const
    {
        std::vector<Statements> segments;
        for (std::size_t i = 0; i < m_program.statements().size(); ++i) {
            Statements branch = branchOf(i);
            if (branch.empty() || has<Attention>(branch) || has<GatedDeltaRule>(branch) || has<Mamba2>(branch)) {
                continue;
            }
            const bool experts = has<Experts>(branch);
            if (experts) {
                dropNorm(branch);
            }
            Statements segment = experts && !style.reruns_experts && style.reruns_shared_experts ? sharedOf(branch)
                : (experts ? style.reruns_experts : style.reruns_mlps)                           ? std::move(branch)
                                                                                                 : Statements();
            if (isTogether(segment)) {
                segments.push_back(std::move(segment));
            }
        }
        return segments;
    }

private:
    const Statement& statement(std::size_t index) const { return m_program.statements()[index]; }
    bool isTaken(int value) const { return value < m_program.takes(); }
    std::size_t makerOf(int value) const { return m_makers[static_cast<std::size_t>(value)]; }

    template <typename Op>
    bool has(const Statements& statements) const
    {
        return std::any_of(statements.begin(), statements.end(),
                           [this](std::size_t index) { return std::holds_alternative<Op>(statement(index).op); });
    }

    bool isNorm(std::size_t index) const
    {
        const Operator& op = statement(index).op;
        return std::holds_alternative<RmsNorm>(op) || std::holds_alternative<LayerNorm>(op);
    }

    // Returns all statements between two values; empty if another input of the layer contributes too.
    std::optional<Statements> between(int from, int to) const
    {
        Statements found;
        std::vector<int> open {to};
        while (!open.empty()) {
            const int value = open.back();
            open.pop_back();
            if (value == from) {
                continue;
            }
            if (isTaken(value)) {
                return std::nullopt;
            }
            if (found.insert(makerOf(value)).second) {
                const auto& inputs = statement(makerOf(value)).inputs;
                open.insert(open.end(), inputs.begin(), inputs.end());
            }
        }
        return found;
    }

    // Returns the branch of a sum x + branch(x), without the dropout before the sum; empty for other statements.
    Statements branchOf(std::size_t index) const
    {
        if (!std::holds_alternative<Add>(statement(index).op)) {
            return {};
        }
        const std::vector<int>& terms = statement(index).inputs;
        for (const auto& [stream, term] : {std::pair {terms[0], terms[1]}, std::pair {terms[1], terms[0]}}) {
            int end = term;
            while (!isTaken(end) && std::holds_alternative<Dropout>(statement(makerOf(end)).op)) {
                end = statement(makerOf(end)).inputs.front();
            }
            if (auto branch = between(stream, end); branch && !branch->empty()) {
                return *std::move(branch);
            }
        }
        return {};
    }

    // Removes the norm at the beginning of a branch.
    void dropNorm(Statements& branch) const
    {
        if (isNorm(*branch.begin())) {
            branch.erase(branch.begin());
        }
    }

    // Returns the statements that compute the other terms of sums with the result of experts. `branch`: without its
    // norm.
    Statements sharedOf(const Statements& branch) const
    {
        for (const std::size_t index : branch) {
            if (!std::holds_alternative<Add>(statement(index).op)) {
                continue;
            }
            const int begin = statement(*branch.begin()).inputs.front();
            const std::vector<int>& terms = statement(index).inputs;
            for (const int term : terms) {
                auto found = between(begin, term);
                if (found && !found->empty() && !has<Experts>(*found)) {
                    return *std::move(found);
                }
            }
        }
        return {};
    }

    static bool isTogether(const Statements& segment)
    {
        return !segment.empty() && *segment.rbegin() - *segment.begin() + 1 == segment.size();
    }

    const Program& m_program;
    std::vector<std::size_t> m_makers; // [value]: statement that produces it; undefined for inputs of the layer
};

}

Program withSegments(const Program& program, const LayerStyle& style)
{
    if (!style.reruns_mlps && !style.reruns_experts && !style.reruns_shared_experts) {
        return program;
    }
    const std::vector<Statements> segments = SegmentFinder(program).find(style);
    std::vector<Statement> statements = program.statements();
    for (std::size_t s = 0; s < segments.size(); ++s) {
        for (const std::size_t index : segments[s]) {
            statements[index].segment = static_cast<int>(s) + 1;
        }
    }
    return Program(program.kind(), program.feed(), std::move(statements), program.takes(), program.gives());
}

}
