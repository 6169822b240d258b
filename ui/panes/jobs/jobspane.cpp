// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/jobs/jobspane.h"

#include "ui/app/workbench.h"
#include "ui/widgets/delegates.h"

#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTextOption>
#include <QVBoxLayout>

#include <algorithm>

namespace stagecraft {

namespace {

constexpr int jobsInSight = 3;

}

JobsPane::JobsPane(Workbench& workbench, QWidget* parent)
    : Pane(QStringLiteral("jobs"), parent)
    , m_workbench(workbench)
    , m_list(new QListView)
    , m_log(new QPlainTextEdit)
    , m_cancel(new QPushButton(tr("&Cancel job")))
    , m_halves(new QSplitter(Qt::Vertical))
{
    setObjectName(QStringLiteral("jobsPane"));
    JobModel& jobs = m_workbench.jobs();
    m_list->setModel(&jobs);
    m_list->setItemDelegate(new JobDelegate(this));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setAccessibleName(tr("Jobs"));
    m_log->setReadOnly(true);
    m_log->setFrameShape(QFrame::NoFrame);
    m_log->setAccessibleName(tr("Log of the selected job"));
    m_log->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // lines wrap
    m_log->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_log->setMaximumBlockCount(5000);
    m_log->document()->setDocumentMargin(0);
    m_cancel->setEnabled(false);

    auto* below = new QWidget;
    auto* belowLayout = new QVBoxLayout(below);
    belowLayout->setContentsMargins(12, 4, 8, 8);
    belowLayout->setSpacing(6);
    belowLayout->addWidget(m_log, 1);
    belowLayout->addWidget(m_cancel, 0, Qt::AlignRight);
    m_halves->addWidget(m_list);
    m_halves->addWidget(below);
    m_halves->setStretchFactor(0, 0);
    m_halves->setStretchFactor(1, 1);
    m_halves->setChildrenCollapsible(false);
    setContent(m_halves);
    connect(m_halves, &QSplitter::splitterMoved, this, [this] { m_placed = true; });

    connect(&jobs, &QAbstractItemModel::rowsInserted, this, &JobsPane::showRows);
    connect(&jobs, &QAbstractItemModel::rowsRemoved, this, [this] {
        if (m_workbench.jobs().rowCount() == 0) {
            showRows();
        }
    });
    connect(&jobs, &QAbstractItemModel::dataChanged, this, &JobsPane::showJob);
    connect(&jobs, &JobModel::logged, this, [this](const QString& id, const QString& line) {
        const Job* job = m_workbench.jobs().job(m_list->currentIndex().row());
        if (job && job->id == id) {
            m_log->appendPlainText(line);
        }
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        m_log->clear();
        showJob();
    });
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (const Job* job = m_workbench.jobs().job(m_list->currentIndex().row())) {
            m_workbench.cancelJob(job->id);
        }
    });
    showRows();
}

void JobsPane::showRows()
{
    if (m_workbench.jobs().rowCount() == 0) {
        showEmpty(tr("No jobs"), tr("Running profiles, searches and other jobs appear here with their progress."));
        return;
    }
    m_list->setCurrentIndex(m_workbench.jobs().index(0, 0)); // the newest job
    showContent();
    fitList();
}

// Sets the height of the list to its newest jobs, in whole rows, but at most half of the pane. Keeps a splitter
// position that the user has set.
void JobsPane::fitList()
{
    const int rows = std::min(m_workbench.jobs().rowCount(), jobsInSight);
    if (m_placed || rows == 0) {
        return;
    }
    const int all = m_halves->height() - m_halves->handleWidth();
    const int row = std::max(1, m_list->sizeHintForRow(0));
    const int list = std::clamp(all / 2 / row, 1, rows) * row;
    m_halves->setSizes({list, all - list});
}

void JobsPane::resizeEvent(QResizeEvent* event)
{
    Pane::resizeEvent(event);
    fitList();
}

void JobsPane::showJob()
{
    const Job* job = m_workbench.jobs().job(m_list->currentIndex().row());
    const bool running = job && job->state == JobState::Running;
    if (!running && m_cancel->hasFocus()) {
        m_list->setFocus(); // a disabled button would pass the focus to another pane
    }
    m_cancel->setEnabled(running);
    const QString log = job ? job->log.join(u'\n') : QString();
    if (log != m_log->toPlainText()) { // a search replaces its log, a profile appends to it
        m_log->setPlainText(log);
        m_log->moveCursor(QTextCursor::End);
    }
}

}
