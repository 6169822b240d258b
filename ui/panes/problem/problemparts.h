// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem/problem.h"

#include <span>
#include <vector>

namespace stagecraft {

// The section of the Problem pane that contains a part and its error message.
enum class ProblemSection {
    Framework,
    GlobalBatch,
    Sequence,
    MicroBatch,
    MicroBatches, // for errors about the micro-batch size if the number of micro-batches is set
    Optimizer,
    Attention,
    Dropout,
    Precision,
    Trainable,
    Cluster,
    Money,
    Constraints,
};

// The part of a problem that one field, or a group of dependent fields, sets.
struct ProblemPart {
    ProblemSection section;
    bool (*same)(const Problem& a, const Problem& b);
    void (*take)(Problem& to, const Problem& from);
};

// Every part that the fields of the Problem pane can change.
std::span<const ProblemPart> problemParts();

struct RefusedPart {
    const ProblemPart* part = nullptr;
    Error error;
};

struct TakenParts {
    Problem problem;
    std::vector<RefusedPart> refused;
};

// `base` with every part of `wanted` that the core accepts; rejected parts keep the value of `base`. `base` and
// `wanted` may differ only in parts.
TakenParts takeWhatCanBe(const Problem& base, const Problem& wanted);

}
