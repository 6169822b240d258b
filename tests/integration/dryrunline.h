// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/cli/commandline.h"
#include "tests/support/patience.h"

#include <QDir>
#include <QRegularExpression>

namespace stagecraft::testing {

// True if the Python of the tests imports a torch built for CUDA.
inline bool hasTorchForCuda()
{
    QProcess python;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PYTHONPATH", TORCH_SITE);
    python.setProcessEnvironment(environment);
    python.start(TORCH_PYTHON, {"-c", "import torch; assert torch.version.cuda"});
    return python.waitForFinished(patient(120'000)) && python.exitCode() == 0;
}

// Runs `stagecraft-cli dryrun` with a separate folder for temporary files.
class DryRunLine : public CommandLine {
public:
    DryRunLine()
    {
        QDir().mkpath(temporary());
        setEnvironment("TMPDIR", temporary());
        setEnvironment("PYTHONPATH", TORCH_SITE);
    }

    // `words`: arguments for Python.
    Finished dryRun(const QStringList& options, const QStringList& words) const
    {
        return run(QStringList {"dryrun"} + options + QStringList {"--json", "--", TORCH_PYTHON} + words);
    }

    QStringList leftInTemporaryFolder() const
    {
        return QDir(temporary())
            .entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden)
            .filter(QRegularExpression("stagecraft|pymp"));
    }

private:
    QString temporary() const { return path("tmp"); }
};

}
