// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measuring/request.h"
#include "core/protocol/message.h"
#include "core/session/document.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include <memory>

namespace stagecraft {

// Returns the path of the profiler: STAGECRAFT_WORKER_PATH, else beside this program, else on PATH. Empty if there is
// none.
QString findWorker();

// Outcome of a profile, a probe or a description.
struct ProfileSummary {
    int measured = 0; // number of points; 1 for a probe or a description
    int failed = 0;
    bool cancelled = false;
    bool budget_spent = false;
};

// One run of stagecraft-worker on this machine: a profile, a probe or a description. Use on the thread that made it;
// emits from its event loop. Emits nothing after finished() or failed(). Destroying it while running stops the worker.
class ProfileJob : public QObject {
    Q_OBJECT
public:
    ProfileJob(ProfileRequest request, Measurements known, QObject* parent = nullptr);
    explicit ProfileJob(ProbeRequest request, QObject* parent = nullptr);
    explicit ProfileJob(DescribeRequest request, QObject* parent = nullptr);
    ~ProfileJob() override;

    void start();
    // Asks the worker to stop; it is killed after five seconds. finished() follows with `cancelled`.
    void cancel();

    QString id() const; // UUID of the job
    Message title() const;
    bool isRunning() const;
    // Time remaining, extrapolated from the pace so far; negative while unknown.
    Seconds remaining() const;

Q_SIGNALS:
    void hello(const stagecraft::MeasuredDevice& device);
    // `reason`: reason for measuring this point; empty if there is none to report.
    void progressed(const QString& phase, const stagecraft::Message& subject, const stagecraft::Message& reason,
                    int done, int total);
    void measured(const stagecraft::Measurement& measurement, qint64 sequence);
    void probed(const stagecraft::DeviceProbe& probe);
    void described(const stagecraft::Model& model);
    void finished(const stagecraft::ProfileSummary& summary);
    void failed(const stagecraft::Error& error);

private:
    ProfileJob(WorkerRequest request, QObject* parent);

    struct Private;
    std::unique_ptr<Private> d;
};

}
