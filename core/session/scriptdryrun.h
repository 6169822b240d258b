// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/dryrun/dryrunrequest.h"
#include "core/dryrun/rankreport.h"

#include <QObject>

#include <memory>

namespace stagecraft {

// Runs ranks of the user's training script on dry devices, one after the other, in the user's Python under
// stagecraft-worker. A rank that reads unknown values runs more than once (ReadCheck), and so does one that needs an
// object from a rank that runs later (RankOrder). A sender that the user did not select is reported only if it fails.
// Ends early at a rank that fails for a reason other than lack of memory, or whose allocations depend on unknown
// values. Use on the thread that made it; emits from its event loop. Emits nothing after finished() or failed().
// Destroying it while running stops the script.
class ScriptDryRun : public QObject {
    Q_OBJECT
public:
    explicit ScriptDryRun(DryRunRequest request, QObject* parent = nullptr);
    ~ScriptDryRun() override;

    void start();
    // Ends the script, which is killed after five seconds. finished() follows.
    void cancel();

Q_SIGNALS:
    // Notable fact about the environment.
    void noted(const stagecraft::Message& note);
    void rankBegins(int rank, int done, int total);
    // Standard output and standard error of a rank's first run.
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
