// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/dryrun/dryrunrequest.h"
#include "core/dryrun/rankreport.h"

#include <QObject>

#include <memory>

namespace stagecraft {

// Runs ranks of the user's own training script on dry devices, one after the other. The script runs in the user's own
// Python, under stagecraft-worker. A rank that reads what no one knows runs more than once (ReadCheck), and so does one
// that needs an object of a rank that runs later (RankOrder), which may be one that is not asked for: it is reported
// only if it fails. Ends early at a rank that fails other than by running out of memory, or whose bytes depend on such
// numbers. Lives on the thread that made it; emits from its event loop. After finished() or failed() nothing more is
// emitted. Destroying it while running stops the script.
class ScriptDryRun : public QObject {
    Q_OBJECT
public:
    explicit ScriptDryRun(DryRunRequest request, QObject* parent = nullptr);
    ~ScriptDryRun() override;

    void start();
    // Ends the script; after five seconds it is killed. finished() follows.
    void cancel();

Q_SIGNALS:
    // Something about the environment that is worth knowing.
    void noted(const stagecraft::Message& note);
    void rankBegins(int rank, int done, int total);
    // What the script wrote to its standard output and standard error when a rank ran first.
    void wrote(const QByteArray& text);
    void reported(const stagecraft::RankReport& report);
    void finished(bool cancelled);
    // DryRunUnavailable, WorkerMissing, WorkerFailed, FileNotWritable.
    void failed(const stagecraft::Error& error);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

}
