// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/planfile.h"
#include "core/measuring/describerequest.h"
#include "ui/app/background.h"
#include "ui/models/jobmodel.h"

#include <QPointer>
#include <QTimer>

#include <functional>
#include <optional>
#include <stop_token>

namespace stagecraft {

class ProfileJob;

// Reads the files that the window opens, one at a time on another thread. A new request cancels the previous one. A
// file that takes a while becomes a job, which can be cancelled.
class FileReader : public QObject {
    Q_OBJECT
public:
    enum class Kind { Model, Plan, Cluster, Snapshot };
    struct FoundModel {
        Problem begins; // a new problem about the model
        std::optional<Precision> precision {}; // precision stored in the model's file
    };
    using ModelUse = std::function<void(const FoundModel&)>;

    // `jobs` must outlive this.
    explicit FileReader(JobModel& jobs, QObject* parent = nullptr);
    ~FileReader() override; // does not wait for a pipe without data

    // Models, plans and clusters are all JSON: calls `then` with the kind of the file. An unreadable file counts as a
    // model, whose reader reports the error.
    void detectKind(const QString& path, std::function<void(Kind)> then);
    // Calls `then` or emits modelFailed(). For a TorchScript file it only emits scriptNamed(); describe() then loads
    // the file and calls the same `then`.
    void readModel(const QString& source, ModelUse then);
    void describe(const DescribeRequest& request);
    void readPlan(const QString& path, std::function<void(const PlanDocument&)> then); // or emits failed()
    void giveUp(); // drops the file that is being read, without a signal

    QString reading() const { return m_reading; } // file name; empty if no file is being read
    static QString jobId();

Q_SIGNALS:
    void readingChanged();
    void scriptNamed(const QString& file);
    void modelFailed(const QString& source, const stagecraft::Error& error);
    void failed(const stagecraft::Error& error);

private:
    template <typename Work, typename Done>
    void read(const QString& source, Work work, Done done);
    void begin(const QString& source);
    void end() { setReading({}); }
    void setReading(const QString& name);
    void putJob();

    JobModel& m_jobs;
    QTimer m_patience;
    QString m_reading;
    int m_reads = 0; // number of the newest request; older ones are dropped
    std::stop_source m_stop;
    ModelUse m_describedThen; // continuation of the TorchScript file that was named last
    QPointer<ProfileJob> m_describing;
    Background m_background; // last member: it stops before the others are destroyed
};

}
