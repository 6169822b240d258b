// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem/problem.h"

#include <span>
#include <vector>

namespace stagecraft {

// Where in the problem pane a part is asked for, and where a word about it stands.
enum class ProblemSection {
    Framework,
    GlobalBatch,
    Sequence,
    MicroBatch,
    MicroBatches, // a word about the micro-batch, where their number is given
    Optimizer,
    Attention,
    Dropout,
    Precision,
    Trainable,
    Cluster,
    Money,
    Constraints,
};

// What one field, or a few that need each other, say of a problem.
struct ProblemPart {
    ProblemSection section;
    bool (*same)(const Problem& a, const Problem& b);
    void (*take)(Problem& to, const Problem& from);
};

// All that the fields of the problem pane can change.
std::span<const ProblemPart> problemParts();

struct RefusedPart {
    const ProblemPart* part = nullptr;
    Error error;
};

struct TakenParts {
    Problem problem;
    std::vector<RefusedPart> refused;
};

// `base` with all parts of `wanted` that the core takes; the others stay as they are there. Only parts may differ.
TakenParts takeWhatCanBe(const Problem& base, const Problem& wanted);

}
