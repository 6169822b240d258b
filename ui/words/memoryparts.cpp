// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/memoryparts.h"

#include <QCoreApplication>

namespace stagecraft {

Bytes partBytes(const MemoryBreakdown& breakdown, MemoryPart part)
{
    switch (part) {
    case MemoryPart::Parameters:
        return breakdown.parameters;
    case MemoryPart::Gradients:
        return breakdown.gradients;
    case MemoryPart::Optimizer:
        return breakdown.optimizer;
    case MemoryPart::Activations:
        return breakdown.activations;
    case MemoryPart::Boundaries:
        return breakdown.boundaries;
    case MemoryPart::Communication:
        return breakdown.communication;
    case MemoryPart::Workspace:
        return breakdown.workspace;
    case MemoryPart::Framework:
        return breakdown.framework;
    }
    return {};
}

QString partName(MemoryPart part)
{
    constexpr std::array names {
        QT_TRANSLATE_NOOP("MemoryPart", "Parameters"),
        QT_TRANSLATE_NOOP("MemoryPart", "Gradients"),
        QT_TRANSLATE_NOOP("MemoryPart", "Optimizer"),
        QT_TRANSLATE_NOOP("MemoryPart", "Activations"),
        QT_TRANSLATE_NOOP("MemoryPart", "Stage inputs/outputs"),
        QT_TRANSLATE_NOOP("MemoryPart", "Communication"),
        QT_TRANSLATE_NOOP("MemoryPart", "Temporary"),
        QT_TRANSLATE_NOOP("MemoryPart", "Framework"),
    };
    return QCoreApplication::translate("MemoryPart", names[static_cast<std::size_t>(part)]);
}

}
