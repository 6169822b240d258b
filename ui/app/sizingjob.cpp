// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/sizingjob.h"

#include "ui/app/sizingrunner.h"
#include "ui/app/workbench.h"
#include "ui/models/jobmodel.h"

namespace stagecraft {

namespace {

constexpr int moment = 500; // ms

}

QString SizingJob::id()
{
    return QStringLiteral("sizing");
}

SizingJob::SizingJob(const SizingRunner& runner, Workbench& workbench, QObject* parent)
    : QObject(parent), m_runner(runner), m_workbench(workbench)
{
    m_moment.setSingleShot(true);
    m_moment.setInterval(moment);
    m_end.setSingleShot(true);
    m_end.setInterval(moment / 5);
    connect(&m_moment, &QTimer::timeout, this, &SizingJob::list);
    connect(&m_end, &QTimer::timeout, this, &SizingJob::end);
    connect(&runner, &SizingRunner::openChanged, this, &SizingJob::follow);
}

void SizingJob::follow()
{
    const int open = m_runner.open();
    if (open == 0) {
        m_listed = false;
        m_moment.stop();
        m_end.start();
        return;
    }
    if (m_listed) {
        m_workbench.jobs().change(id(), [&](Job& job) { job.done = job.total - open; });
    } else if (!m_moment.isActive()) {
        m_moment.start();
    }
}

void SizingJob::list()
{
    m_listed = true;
    Job job;
    job.id = id();
    job.title = tr("Sizing");
    job.phase = tr("Searching");
    job.total = m_runner.open();
    m_workbench.jobs().put(job);
}

void SizingJob::end()
{
    if (m_runner.open() > 0) {
        return;
    }
    m_workbench.jobs().change(id(), [](Job& job) {
        if (job.state == JobState::Running) {
            job.done = job.total;
            job.phase = tr("Finished");
            job.state = JobState::Done;
        }
    });
}

void SizingJob::cancelled()
{
    m_workbench.jobs().change(id(), [](Job& job) {
        job.state = JobState::Cancelled;
        job.phase = tr("Canceled. The next change starts a new search.");
    });
}

}
