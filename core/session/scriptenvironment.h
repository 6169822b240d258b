// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/dryrun/dryrunrequest.h"
#include "core/dryrun/readcheck.h"

#include <QByteArray>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace stagecraft {

// The user's own Python, with the torch that it would import.
struct ScriptPython {
    QString program;
    QString torch_folder; // "lib" of torch
    QString torch_version; // "2.11.0+cu130"
    Message note; // what is doubtful about it; empty if nothing is
};

// How the Python of a command is started: the program and its first arguments. It is the one named, the one that the
// first line of the launcher names, or the one that an environment manager chooses. Errors: DryRunUnavailable.
Result<QStringList> pythonOf(const LaunchCommand& command);

// What to start it with to learn about its torch, without importing that.
QStringList pythonQuery();
// Reads the answer of the Python that was started by these words. Errors: DryRunUnavailable: no torch, one without
// CUDA, one that is too old.
Result<ScriptPython> readPython(const QStringList& started, const QByteArray& answer);

// This process's variables, and those of the command.
QProcessEnvironment environmentOf(const LaunchCommand& command);

// Writes the Python files of a dry run into a folder, which is to stand first in PYTHONPATH. Errors: FileNotWritable.
Result<void> writeDryRunFiles(const QString& folder);

// Files of one rank.
struct RankFiles {
    QString tools; // of writeDryRunFiles()
    QString report;
    QString begun; // made once the script has imported torch: a report is to come
    QString mail; // a folder in which ranks leave objects for each other
    QString temporary; // a folder for the script's temporary files
    QString refusal; // the worker's error, where it does not start the script
    QString snapshot; // empty: none
};

// The variables of one rank: torchrun's, and what the dry run needs.
QProcessEnvironment rankEnvironment(const DryRunRequest& request, int rank, const RankFiles& files,
                                    const ReadGuess& guess);

}
