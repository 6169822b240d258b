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

// The user's Python and the torch that it would import.
struct ScriptPython {
    QString program;
    QString torch_folder; // torch's "lib" folder
    QString torch_version; // "2.11.0+cu130"
    Message note; // warning about this Python; empty if there is none
};

// Returns the program and first arguments that start a command's Python: the one named in the command, in the first
// line of the launcher, or chosen by an environment manager. Errors: DryRunUnavailable.
Result<QStringList> pythonOf(const LaunchCommand& command);

// Returns the arguments with which Python reports its torch without importing it.
QStringList pythonQuery();
// Parses the output of pythonQuery(). `started`: words that started Python. Errors: DryRunUnavailable: no torch, torch
// without CUDA, torch too old.
Result<ScriptPython> readPython(const QStringList& started, const QByteArray& answer);

// Returns this process's environment with the command's variables.
QProcessEnvironment environmentOf(const LaunchCommand& command);

// Writes the Python files of a dry run to a folder, which must come first in PYTHONPATH. Errors: FileNotWritable.
Result<void> writeDryRunFiles(const QString& folder);

// File paths of one rank.
struct RankFiles {
    QString tools; // folder of writeDryRunFiles()
    QString report;
    QString begun; // created once the script has imported torch, which means that a report will follow
    QString mail; // folder in which ranks exchange objects
    QString temporary; // folder for the script's temporary files
    QString refusal; // the worker's error if it does not start the script
    QString snapshot; // empty: none
};

// Returns the environment of one rank: torchrun's variables and those of the dry run.
QProcessEnvironment rankEnvironment(const DryRunRequest& request, int rank, const RankFiles& files,
                                    const ReadGuess& guess);

}
