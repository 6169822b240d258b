// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/snapshotphrases.h"

#include <QCoreApplication>

#include <array>

namespace stagecraft {

namespace {

constexpr auto snapshotTemplates = std::to_array<const char*>({
    QT_TRANSLATE_NOOP("Core", "it is cut off at byte %1"),
    QT_TRANSLATE_NOOP("Core",
                      "it is no memory snapshot: torch.cuda.memory._dump_snapshot() writes a dictionary with "
                      "\"device_traces\""),
    QT_TRANSLATE_NOOP("Core",
                      "it has no history of allocations; call torch.cuda.memory._record_memory_history() before "
                      "the training"),
    QT_TRANSLATE_NOOP("Core", "the operation %1 at byte %2 is none that a snapshot has"),
    QT_TRANSLATE_NOOP("Core", "the operation at byte %1 does not fit what precedes it"),
    QT_TRANSLATE_NOOP("Core", "byte %1 refers to a value that is not there"),
    QT_TRANSLATE_NOOP("Core", "it has more than %1 levels"),
    QT_TRANSLATE_NOOP("Core", "it is a pickle of protocol %1; possible: 2 to 5"),
    QT_TRANSLATE_NOOP("Core", "up to byte %1 its values take %2 MiB, more than a snapshot's can"),
    QT_TRANSLATE_NOOP("Core", "its records take more memory than is free"),
    QT_TRANSLATE_NOOP("Core", "its sizes add up to more than a device can have"),
    QT_TRANSLATE_NOOP("Core", "a stack trace has more than %1 frames"),
    QT_TRANSLATE_NOOP("Core", "a record is written in several parts"),
    QT_TRANSLATE_NOOP("Core", "\"%1\" is no number that it can be"),
    QT_TRANSLATE_NOOP("Core", "an event's \"action\" is no text"),
    QT_TRANSLATE_NOOP("Core", "it has too many events"),
});

}

std::span<const char* const> snapshotPhrases()
{
    return snapshotTemplates;
}

}
