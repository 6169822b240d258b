// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/problem/problemparts.h"

#include "ui/panes/problem/anychoice.h"

#include <algorithm>
#include <array>

namespace stagecraft {

namespace {

// A part that is a member of a member of a problem, and whether the search varies the given dimensions.
template <auto outer, auto inner, Dimension... dimensions>
constexpr ProblemPart askedPart(ProblemSection section)
{
    return {section,
            [](const Problem& a, const Problem& b) {
                return a.*outer.*inner == b.*outer.*inner
                    && (... && (varies(a.constraints.vary, dimensions) == varies(b.constraints.vary, dimensions)));
            },
            [](Problem& to, const Problem& from) {
                to.*outer.*inner = from.*outer.*inner;
                (setVaries(to.constraints.vary, dimensions, varies(from.constraints.vary, dimensions)), ...);
            }};
}

template <auto member>
constexpr ProblemPart askedWhole(ProblemSection section)
{
    return {section, [](const Problem& a, const Problem& b) { return a.*member == b.*member; },
            [](Problem& to, const Problem& from) { to.*member = from.*member; }};
}

template <auto member>
constexpr ProblemPart askedOfWorkload(ProblemSection section)
{
    return askedPart<&Problem::workload, member>(section);
}

template <auto member, Dimension... dimensions>
constexpr ProblemPart askedOfConstraints =
    askedPart<&Problem::constraints, member, dimensions...>(ProblemSection::Constraints);

constexpr ProblemPart askedSize =
    askedPart<&Problem::constraints, &Constraints::micro_batch, Dimension::MicroBatch>(ProblemSection::MicroBatch);

// Includes the number of micro-batches, because it determines whether the size is used.
constexpr ProblemPart askedMicroBatch {ProblemSection::MicroBatch,
                                       [](const Problem& a, const Problem& b) {
                                           return askedSize.same(a, b)
                                               && a.constraints.micro_batches == b.constraints.micro_batches;
                                       },
                                       [](Problem& to, const Problem& from) {
                                           askedSize.take(to, from);
                                           to.constraints.micro_batches = from.constraints.micro_batches;
                                       }};

constexpr std::array askedParts {
    askedOfWorkload<&Workload::global_batch>(ProblemSection::GlobalBatch),
    askedOfWorkload<&Workload::sequence>(ProblemSection::Sequence),
    askedOfWorkload<&Workload::optimizer>(ProblemSection::Optimizer),
    askedOfWorkload<&Workload::attention>(ProblemSection::Attention),
    askedOfWorkload<&Workload::dropout>(ProblemSection::Dropout),
    askedOfWorkload<&Workload::precision>(ProblemSection::Precision),
    askedOfWorkload<&Workload::trainable>(ProblemSection::Trainable),
    askedMicroBatch,
    askedPart<&Problem::constraints, &Constraints::framework>(ProblemSection::Framework),
    askedWhole<&Problem::cluster>(ProblemSection::Cluster),
    askedPart<&Problem::billing, &BillingOptions::amount>(ProblemSection::Money),
    askedWhole<&Problem::billing>(ProblemSection::Money),
    askedWhole<&Problem::target>(ProblemSection::Constraints),
    askedOfConstraints<&Constraints::objective>,
    askedOfConstraints<&Constraints::schedule, Dimension::Schedule>,
    askedOfConstraints<&Constraints::interleave, Dimension::Interleave>,
    askedOfConstraints<&Constraints::pipeline>,
    askedOfConstraints<&Constraints::data>,
    askedOfConstraints<&Constraints::memory_reserve>,
    askedOfConstraints<&Constraints::max_slowdown>,
    askedOfConstraints<&Constraints::degrees, Dimension::Tensor, Dimension::TensorAcrossNodes, Dimension::Sequence,
                       Dimension::Context, Dimension::Expert>,
    askedOfConstraints<&Constraints::zero, Dimension::Zero>,
    askedOfConstraints<&Constraints::gradients>,
    askedOfConstraints<&Constraints::policies, Dimension::Recompute, Dimension::RecomputeLayers, Dimension::Swap>,
    askedOfConstraints<&Constraints::training, Dimension::Offload>,
    askedOfConstraints<&Constraints::measure, Dimension::StageDegrees>,
};

Problem withPart(Problem problem, const ProblemPart& part, const Problem& from)
{
    part.take(problem, from);
    return problem;
}
}

std::span<const ProblemPart> problemParts()
{
    return askedParts;
}

TakenParts takeWhatCanBe(const Problem& base, const Problem& wanted)
{
    const auto together = validateForPlanning(wanted);
    if (together) {
        return {wanted, {}};
    }
    std::vector<const ProblemPart*> open;
    for (const ProblemPart& part : askedParts) {
        if (!part.same(base, wanted)) {
            open.push_back(&part);
        }
    }
    // Usually only one part is invalid. The other parts may depend on each other, so all of them are applied at once.
    for (const ProblemPart* part : open) {
        if (Problem others = withPart(wanted, *part, base); validateForPlanning(others)) {
            return {std::move(others), {{part, together.error()}}};
        }
    }
    TakenParts taken {base, {}};
    for (std::size_t before = open.size() + 1; open.size() < before;) {
        before = open.size();
        taken.refused.clear();
        std::erase_if(open, [&](const ProblemPart* part) {
            Problem next = withPart(taken.problem, *part, wanted);
            if (const auto valid = validateForPlanning(next); !valid) {
                taken.refused.push_back({part, valid.error()});
                return false;
            }
            taken.problem = std::move(next);
            return true;
        });
    }
    return taken;
}
}
