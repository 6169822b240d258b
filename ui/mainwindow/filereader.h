// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/planfile.h"
#include "core/measuring/describerequest.h"
#include "ui/models/jobmodel.h"
#include "ui/support/background.h"

#include <QPointer>
#include <QTimer>

#include <functional>
#include <optional>
#include <stop_token>

namespace stagecraft {

class ProfileJob;

// Reads the files that the window opens, one at a time and on another thread: the newest request ends the one before.
// A file that takes a moment is a job, which can be cancelled.
class FileReader : public QObject {
    Q_OBJECT
public:
    enum class Kind { Model, Plan, Cluster, Snapshot };
    struct FoundModel {
        Problem begins; // a new problem about the model
        std::optional<Precision> precision {}; // of the model's file
    };
    using ModelUse = std::function<void(const FoundModel&)>;

    // `jobs` must outlive this.
    explicit FileReader(JobModel& jobs, QObject* parent = nullptr);
    ~FileReader() override; // does not wait for a silent pipe

    // Models, plans and clusters are all JSON: `then` is told which a file is. One that cannot be read counts as a
    // model, whose reader says why.
    void tellKind(const QString& path, std::function<void(Kind)> then);
    // Answers by `then` or by modelFailed(). A TorchScript file is only named, by scriptNamed(): it is loaded when
    // describe() is called, for the same `then`.
    void readModel(const QString& source, ModelUse then);
    void describe(const DescribeRequest& request);
    void readPlan(const QString& path, std::function<void(const PlanDocument&)> then); // or failed()
    void giveUp(); // nobody hears of what is being read

    QString reading() const { return m_reading; } // the file's name; empty: none is read
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
    int m_reads = 0; // the newest wins
    std::stop_source m_stop;
    ModelUse m_describedThen; // what a TorchScript file is wanted for
    QPointer<ProfileJob> m_describing;
    Background m_background; // last: it ends before the others go
};

}
