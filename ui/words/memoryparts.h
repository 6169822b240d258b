// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/breakdown.h"

#include <QString>

#include <array>

namespace stagecraft {

// Memory categories of a device, in the order in which every view stacks them.
enum class MemoryPart {
    Parameters,
    Gradients,
    Optimizer,
    Activations,
    Boundaries,
    Communication,
    Workspace,
    Framework
};

inline constexpr std::array memoryParts {
    MemoryPart::Parameters, MemoryPart::Gradients,     MemoryPart::Optimizer, MemoryPart::Activations,
    MemoryPart::Boundaries, MemoryPart::Communication, MemoryPart::Workspace, MemoryPart::Framework,
};

Bytes partBytes(const MemoryBreakdown& breakdown, MemoryPart part);

// "Parameters", in the user's language.
QString partName(MemoryPart part);

}
