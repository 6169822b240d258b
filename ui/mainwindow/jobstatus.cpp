// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/jobstatus.h"

#include "ui/app/workbench.h"
#include "ui/words/plaintext.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace stagecraft {

namespace {

constexpr int longestWords = 360; // pixels; limits the width of the window for long phases

// Shortens "Measuring: the smallest point of a layer" to "Measuring 3 of 12".
QString wordsOf(const JobModel& jobs, int row)
{
    const QString phase = jobs.job(row)->phase.section(u':', 0, 0);
    const QString words =
        QStringLiteral("%1 %2").arg(phase, jobs.index(row, JobModel::Progress).data().toString()).trimmed();
    return words.isEmpty() ? jobs.job(row)->title : words;
}

}

JobStatus::JobStatus(Workbench& workbench, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_words(new QPushButton), m_cancel(new QPushButton(tr("Cancel")))
{
    m_words->setObjectName(QStringLiteral("runningJob"));
    m_words->setFlat(true);
    m_cancel->setObjectName(QStringLiteral("cancelRunningJob"));
    m_cancel->setFlat(true);
    m_cancel->setAccessibleName(tr("Cancel the running job"));
    for (QPushButton* button : {m_words, m_cancel}) {
        button->setFocusPolicy(Qt::TabFocus); // a click does not move the focus
        button->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    }
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_words);
    layout->addWidget(m_cancel);
    m_patience.setSingleShot(true);
    m_patience.setInterval(400);
    hide();
    const JobModel& jobs = m_workbench.jobs();
    for (const auto changed : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
        connect(&jobs, changed, this, &JobStatus::follow);
    }
    connect(&jobs, &QAbstractItemModel::dataChanged, this, &JobStatus::follow);
    connect(&m_patience, &QTimer::timeout, this, &JobStatus::showJob);
    connect(m_words, &QPushButton::clicked, this, &JobStatus::clicked);
    connect(m_cancel, &QPushButton::clicked, this, &JobStatus::cancel);
}

// One line of text high: buttons of normal height would enlarge the status bar, even while hidden.
QSize JobStatus::sizeHint() const
{
    return {QWidget::sizeHint().width(), fontMetrics().height() + 2};
}

int JobStatus::runningRow() const
{
    const JobModel& jobs = m_workbench.jobs();
    for (int row = 0; row < jobs.rowCount(); ++row) {
        const Job& job = *jobs.job(row);
        if (job.state == JobState::Running && job.id != QStringLiteral("search")) {
            return row;
        }
    }
    return -1;
}

void JobStatus::follow()
{
    if (runningRow() < 0) {
        m_patience.stop();
        hide();
    } else if (!isHidden()) {
        showJob();
    } else if (!m_patience.isActive()) {
        m_patience.start();
    }
}

void JobStatus::showJob()
{
    const int row = runningRow();
    if (row < 0) {
        return;
    }
    const Job& job = *m_workbench.jobs().job(row);
    const QString words = wordsOf(m_workbench.jobs(), row);
    m_words->setText(fontMetrics().elidedText(words, Qt::ElideRight, longestWords).replace(u'&', QStringLiteral("&&")));
    m_words->setAccessibleName(tr("Show job: %1").arg(words));
    m_words->setToolTip(plainToolTip(QStringList {job.title, job.phase}.join(u'\n')));
    show();
}

void JobStatus::cancel()
{
    if (const int row = runningRow(); row >= 0) {
        const QString id = m_workbench.jobs().job(row)->id; // canceling changes the row
        m_workbench.cancelJob(id);
    }
}

}
