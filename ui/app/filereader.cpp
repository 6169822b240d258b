// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/filereader.h"

#include "core/exchange/defaultproblem.h"
#include "core/session/profilejob.h"
#include "core/snapshot/snapshotreader.h"
#include "ui/app/bundle.h"
#include "ui/words/problemname.h"

#include <QFileInfo>

#include <utility>

namespace stagecraft {

namespace {

constexpr int quick = 100; // ms; files that are read faster do not become jobs

FileReader::Kind kindOf(const std::string& path, bool json)
{
    using Kind = FileReader::Kind;
    if (looksLikeSnapshot(path)) {
        return Kind::Snapshot;
    }
    return json && isPlanFile(path) ? Kind::Plan : json && isClusterFile(path) ? Kind::Cluster : Kind::Model;
}

// Bundled models are resources of the program; they are first copied to a file.
Result<FileReader::FoundModel> foundModel(const QString& source, const std::stop_token& stop)
{
    const auto path = bundle::unpacked(source);
    auto model = path ? readModel(path->toStdString(), stop) : failure(path.error());
    if (!model) {
        return failure(model.error());
    }
    const auto precision = filePrecision(*model);
    return FileReader::FoundModel {defaultProblem(*model, precision), precision};
}

}

FileReader::FileReader(JobModel& jobs, QObject* parent) : QObject(parent), m_jobs(jobs)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(quick);
    connect(&m_patience, &QTimer::timeout, this, &FileReader::putJob);
}

FileReader::~FileReader()
{
    m_stop.request_stop();
}

QString FileReader::jobId()
{
    return QStringLiteral("reading");
}

template <typename Work, typename Done>
void FileReader::read(const QString& source, Work work, Done done)
{
    begin(source);
    m_background.run([work = std::move(work), stop = m_stop.get_token()] { return work(stop); },
                     [this, number = m_reads, done = std::move(done)](const auto& value) {
                         if (number == m_reads) {
                             done(value);
                         }
                     });
}

void FileReader::detectKind(const QString& path, std::function<void(Kind)> then)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QStringLiteral("yaml") || suffix == QStringLiteral("yml")) {
        then(Kind::Plan);
        return;
    }
    read(
        path,
        [file = path.toStdString(), json = suffix == QStringLiteral("json")](const std::stop_token&) {
            return kindOf(file, json);
        },
        [this, then = std::move(then)](Kind kind) {
            const int reads = m_reads;
            then(kind);
            if (reads == m_reads) { // `then` did not start another read
                end();
            }
        });
}

void FileReader::readModel(const QString& source, ModelUse then)
{
    if (isTorchScript(source.toStdString())) {
        m_describedThen = std::move(then);
        Q_EMIT scriptNamed(source);
        return;
    }
    read(
        source, [source](const std::stop_token& stop) { return foundModel(source, stop); },
        [this, source, then = std::move(then)](const Result<FoundModel>& found) {
            end();
            if (found) {
                then(*found);
            } else {
                Q_EMIT modelFailed(source, found.error());
            }
        });
}

void FileReader::describe(const DescribeRequest& request)
{
    begin(QString::fromStdString(request.file));
    const int read = m_reads;
    auto* job = new ProfileJob(request, this);
    m_describing = job;
    connect(job, &ProfileJob::described, this, [this, read, then = m_describedThen](const Model& model) {
        if (read == m_reads) {
            end();
            then({defaultProblem(model, {}), {}});
        }
    });
    connect(job, &ProfileJob::failed, this, [this, read, file = request.file](const Error& error) {
        if (read == m_reads) {
            end();
            Q_EMIT modelFailed(QString::fromStdString(file), error);
        }
    });
    connect(job, &ProfileJob::finished, job, &QObject::deleteLater);
    connect(job, &ProfileJob::failed, job, &QObject::deleteLater);
    job->start();
}

void FileReader::readPlan(const QString& path, std::function<void(const PlanDocument&)> then)
{
    read(
        path, [file = path.toStdString()](const std::stop_token& stop) { return readPlanFile(file, stop); },
        [this, then = std::move(then)](const Result<PlanDocument>& plan) {
            end();
            if (plan) {
                then(*plan);
            } else {
                Q_EMIT failed(plan.error());
            }
        });
}

void FileReader::giveUp()
{
    ++m_reads;
    m_stop.request_stop();
    if (m_describing) {
        m_describing->cancel();
    }
    end();
}

void FileReader::begin(const QString& source)
{
    ++m_reads;
    m_stop.request_stop();
    m_stop = std::stop_source();
    if (m_describing) {
        m_describing->cancel();
    }
    setReading(shortSource(source));
}

void FileReader::setReading(const QString& name)
{
    if (m_reading == name) {
        return;
    }
    m_reading = name;
    m_jobs.removeIf([](const Job& job) { return job.id == jobId(); });
    if (name.isEmpty()) {
        m_patience.stop();
    } else {
        m_patience.start();
    }
    Q_EMIT readingChanged();
}

void FileReader::putJob()
{
    Job job;
    job.id = jobId();
    job.title = tr("Open a file");
    job.phase = tr("Reading %1").arg(m_reading);
    m_jobs.put(job);
}

}
