// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/snapshotimporter.h"

#include "core/snapshot/tracefile.h"
#include "ui/app/traceedit.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"

#include <QFileInfo>
#include <QUndoStack>

#include <algorithm>
#include <chrono>

namespace stagecraft {

namespace {

constexpr std::chrono::milliseconds reportEvery(50);
constexpr int shares = 1000; // progress steps per file

}

QString SnapshotImporter::jobId()
{
    return QStringLiteral("snapshot");
}

SnapshotImporter::SnapshotImporter(Document& document, JobModel& jobs, QUndoStack& undo, QObject* parent)
    : QObject(parent), m_document(document), m_jobs(jobs), m_undo(undo)
{
}

SnapshotImporter::~SnapshotImporter()
{
    m_stop.request_stop();
}

void SnapshotImporter::start(const QString& path)
{
    if (m_running) {
        m_waiting << path;
        return;
    }
    if (const auto why = m_document.whyReadOnly()) {
        Q_EMIT failed(*why);
        return;
    }
    m_running = true;
    m_stop = std::stop_source();
    m_file = path;
    m_workspace = m_document.path();
    Job job;
    job.id = jobId();
    job.title = tr("Import %1").arg(QFileInfo(path).fileName());
    job.phase = tr("Reading");
    job.total = shares;
    m_jobs.put(job);
    const auto report = [this, last = std::chrono::steady_clock::time_point()](Bytes read, Bytes whole) mutable {
        const auto now = std::chrono::steady_clock::now();
        if (now - last < reportEvery || whole.value <= 0) {
            return;
        }
        last = now;
        m_progress.post([this, share = static_cast<int>(read / whole * shares)] {
            m_jobs.change(jobId(), [share](Job& shown) { shown.done = std::min(share, shares); });
        });
    };
    m_background.run([path, report, stop = m_stop.get_token()] { return readTraces(path.toStdString(), report, stop); },
                     [this](const Result<std::vector<MemoryTrace>>& found) { answer(found); });
    Q_EMIT runningChanged(true);
}

void SnapshotImporter::cancel()
{
    m_waiting.clear();
    m_stop.request_stop();
}

void SnapshotImporter::answer(const Result<std::vector<MemoryTrace>>& found)
{
    if (!found && found.error().code == ErrorCode::Cancelled) {
        finish(JobState::Cancelled, tr("Stopped"));
    } else if (!found) {
        finish(JobState::Failed, errorText(found.error()));
        Q_EMIT failed(found.error());
    } else if (m_document.path() != m_workspace) {
        finish(JobState::Cancelled, tr("Another workspace was opened"));
    } else {
        keep(*found);
    }
    if (!m_waiting.isEmpty()) {
        start(m_waiting.takeFirst());
    }
}

void SnapshotImporter::keep(const std::vector<MemoryTrace>& found)
{
    Traces added;
    for (const MemoryTrace& trace : found) {
        const auto& known = m_document.traces();
        if (std::ranges::none_of(known, [&](const auto& one) { return *one == trace; })) {
            added.push_back(std::make_shared<const MemoryTrace>(trace));
        }
    }
    if (!added.empty()) {
        m_undo.push(
            new TraceEdit(m_document, added, TraceEdit::Kind::Add, tr("Import %1").arg(QFileInfo(m_file).fileName())));
    }
    finish(JobState::Done,
           added.empty() ? tr("Already in this workspace")
                         : tr("Peak %1, %Ln events", nullptr,
                              static_cast<int>(std::min<std::int64_t>(found.front().events, INT_MAX)))
                               .arg(bytesText(found.front().peak)));
    Q_EMIT imported(std::make_shared<const MemoryTrace>(found.front()));
}

void SnapshotImporter::finish(JobState state, const QString& phase)
{
    m_running = false;
    m_jobs.change(jobId(), [&](Job& job) {
        job.state = state;
        job.phase = phase;
        job.done = state == JobState::Done ? job.total : job.done;
    });
    Q_EMIT runningChanged(false);
}

}
