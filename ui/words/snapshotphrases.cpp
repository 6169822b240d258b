// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/snapshotphrases.h"

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
    // Why a dry run is not possible, and what is said before one
    QT_TRANSLATE_NOOP("Core", "%1 was not found"),
    QT_TRANSLATE_NOOP(
        "Core",
        "%1 does not name its Python in its first line; name it yourself, as in python -m torch.distributed.run ..."),
    QT_TRANSLATE_NOOP("Core", "%1 does not answer as Python does"),
    QT_TRANSLATE_NOOP("Core", "%1 has no torch; name the Python of the environment that trains"),
    QT_TRANSLATE_NOOP("Core", "what torch %1 has cannot be told: its version.py is not as torch writes it"),
    QT_TRANSLATE_NOOP("Core",
                      "torch %1 of %2 was built without CUDA; install the build for CUDA 12 or 13, which needs no GPU"),
    QT_TRANSLATE_NOOP("Core", "torch %1 of %2 is too old; dry runs need %3 or newer"),
    QT_TRANSLATE_NOOP("Core",
                      "torch %1 is newer than %2, the newest that dry runs were tried with; a function of CUDA that "
                      "is missing fails with its name"),
    QT_TRANSLATE_NOOP("Core",
                      "with %1 ranks torch may work for minutes before the first step, as FSDP2 makes lists of all "
                      "ranks for each parameter; a smaller world says nearly the same once shards are small"),
    QT_TRANSLATE_NOOP("Core", "there is no libtorch in %1"),
    QT_TRANSLATE_NOOP("Core",
                      "libtorch in %1 was built without CUDA; a dry run needs a build for CUDA 12 or 13, though no "
                      "GPU"),
    QT_TRANSLATE_NOOP("Core", "'%1' is not an NVIDIA device with a known compute capability"),
    QT_TRANSLATE_NOOP("Core", "dry runs are made for x86-64 processors only"),
});

}

std::span<const char* const> snapshotPhrases()
{
    return snapshotTemplates;
}

}
