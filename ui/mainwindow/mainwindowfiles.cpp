// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, saving and closing workspaces and files, with the questions before it.
#include "ui/app/bundle.h"
#include "ui/app/profilerunner.h"
#include "ui/app/scriptrunner.h"
#include "ui/app/settings.h"
#include "ui/app/snapshotimporter.h"
#include "ui/app/traceedit.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/dryrundialog.h"
#include "ui/dialogs/savename.h"
#include "ui/mainwindow/filedrops.h"
#include "ui/mainwindow/layouts.h"
#include "ui/mainwindow/mainwindow.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/memory/memorypane.h"
#include "ui/panes/memory/tracepanel.h"
#include "ui/panes/panefocus.h"
#include "ui/panes/problem/problempane.h"
#include "ui/panes/start/startpage.h"
#include "ui/words/messagetext.h"
#include "ui/words/problemname.h"

#include <QCloseEvent>
#include <QDialog>
#include <QDir>
#include <QFileInfo>
#include <QMimeData>
#include <QStatusBar>
#include <QUndoStack>
#include <QVBoxLayout>

#include <algorithm>

namespace stagecraft {

void MainWindow::leaveFor(Leaving leaving, std::function<void()> then)
{
    if (!m_workbench.profile().isRunning()) {
        askUnstored(leaving, std::move(then));
        return;
    }
    m_dialogs.confirm(this, tr("Stop the profile?"), tr("A profile is running. Its measurements so far are kept."),
                      leaving == Leaving::Close ? tr("Stop and close") : tr("Stop and continue"),
                      [this, leaving, then = std::move(then)] { askUnstored(leaving, then); });
}

void MainWindow::askUnstored(Leaving leaving, std::function<void()> then)
{
    const auto& why = m_workbench.document().whyNotStored();
    if (!why) {
        then();
        return;
    }
    m_dialogs.choose(
        this, tr("Discard unsaved changes?"),
        tr("The latest changes to this workspace cannot be saved: %1").arg(errorText(*why)),
        {tr("Save a copy…"), leaving == Leaving::Close ? tr("Close without saving") : tr("Continue without saving")},
        [this, then = std::move(then)](int choice) {
            if (choice == 0) {
                saveAs();
            } else {
                then();
            }
        });
}

void MainWindow::openPath(const QString& path)
{
    takeFile(path, &MainWindow::openModel);
}

void MainWindow::takeFile(const QString& path, void (MainWindow::*takeModel)(const QString&))
{
    if (bundle::isWorkspace(path)) {
        openWorkspace(path);
        return;
    }
    m_workbench.files().detectKind(path, [this, path, takeModel](FileReader::Kind kind) {
        switch (kind) {
        case FileReader::Kind::Snapshot:
            importSnapshot(path);
            break;
        case FileReader::Kind::Plan:
            leaveFor(Leaving::Open, [this, path] { m_workbench.newFromPlan(path); });
            break;
        case FileReader::Kind::Cluster:
            openCluster(path);
            break;
        case FileReader::Kind::Model:
            (this->*takeModel)(path);
            break;
        }
    });
}

// Sets the cluster of the open problem, or of the next one.
void MainWindow::openCluster(const QString& path)
{
    const Document& document = m_workbench.document();
    if (const auto why = document.whyReadOnly()) {
        onFailed(*why);
        return;
    }
    showProblem();
    if (document.isOpen()) {
        m_problem->useClusterFile(path);
        return;
    }
    connect(
        &m_workbench, &Workbench::opened, m_problem, [this, path] { m_problem->useClusterFile(path); },
        static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
    m_workbench.newWorkspace();
}

// A recorded run belongs to a workspace; a new one is created if none is open.
void MainWindow::importSnapshot(const QString& path)
{
    if (m_workbench.document().isOpen()) {
        m_snapshots->start(path);
        return;
    }
    connect(
        &m_workbench, &Workbench::opened, m_snapshots, [this, path] { m_snapshots->start(path); },
        static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
    m_workbench.newWorkspace();
}

void MainWindow::connectSnapshots()
{
    connect(m_snapshots, &SnapshotImporter::failed, this, &MainWindow::onFailed);
    connect(m_snapshots, &SnapshotImporter::imported, this, [this](const std::shared_ptr<const MemoryTrace>& trace) {
        m_memory->setRunShown(true);
        m_memory->traces()->showRun(*trace);
        panefocus::raise(*m_docks[3]);
        statusBar()->showMessage(tr("Imported: %1").arg(QString::fromStdString(trace->name)), 8000);
    });
    connect(&m_workbench, &Workbench::jobCancelRequested, m_snapshots, [this](const QString& id) {
        if (id == SnapshotImporter::jobId()) {
            m_snapshots->cancel();
        }
    });
    connect(m_memory, &MemoryPane::removeRequested, this, [this](const std::shared_ptr<const MemoryTrace>& trace) {
        if (const auto why = m_workbench.document().whyReadOnly()) {
            onFailed(*why);
            return;
        }
        m_workbench.undoStack().push(new TraceEdit(m_workbench.document(), {trace}, TraceEdit::Kind::Remove,
                                                   tr("Remove %1").arg(QString::fromStdString(trace->name))));
    });
}

void MainWindow::connectScripts()
{
    connect(m_scripts, &ScriptRunner::failed, this, &MainWindow::onFailed);
    connect(m_scripts, &ScriptRunner::runningChanged, this, &MainWindow::updateActions);
    connect(m_scripts, &ScriptRunner::recorded, this, &MainWindow::importSnapshot);
    connect(&m_workbench, &Workbench::jobCancelRequested, m_scripts, [this](const QString& id) {
        if (id == ScriptRunner::jobId()) {
            m_scripts->cancel();
        }
    });
}

void MainWindow::showDryRunDialog()
{
    const auto session = m_workbench.document().session();
    const QString device =
        session ? QString::fromStdString(session->problem.cluster.groups.front().device.name) : QString();
    const QString last = m_settings.value(Setting::ScriptFolder).toString();
    const QString folder = last.isEmpty() ? QDir::currentPath() : last;
    auto* dialog = new DryRunDialog(folder, device, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &DryRunDialog::chosen, this, [this](const DryRunRequest& request) {
        m_settings.setValue(Setting::ScriptFolder, QString::fromStdString(request.folder));
        m_scripts->start(request);
    });
    dialog->open();
}

// An empty workspace takes the model; otherwise a new workspace is created.
void MainWindow::openModel(const QString& path)
{
    if (m_workbench.document().isOpen() && !m_workbench.document().session() && !m_workbench.document().isReadOnly()) {
        m_workbench.chooseModel(path);
        return;
    }
    leaveFor(Leaving::Open, [this, path] {
        m_workbench.newFromModel(path, [this, path] {
            const Document& document = m_workbench.document();
            if (document.session() && !document.isTemporary() && !document.whyNotStored()) {
                statusBar()->showMessage(
                    tr("New workspace for %1. The previous workspace remains saved.").arg(QFileInfo(path).fileName()),
                    15000);
            }
        });
    });
}

// Replaces the workspace's model, which undo reverts. User-defined plans would be lost with it.
void MainWindow::dropModel(const QString& path)
{
    const auto session = m_workbench.document().session();
    if (session && session->plans.empty() && !m_workbench.document().isReadOnly()) {
        m_workbench.chooseModel(path);
    } else {
        openModel(path);
    }
}

void MainWindow::openWorkspace(const QString& path)
{
    const Document& document = m_workbench.document();
    if (document.isAt(path) && !document.isReadOnly()) {
        m_workbench.openWorkspace(path); // continues with the copy
        statusBar()->showMessage(tr("%1 is already open").arg(QFileInfo(path).fileName()), 8000);
        return;
    }
    leaveFor(Leaving::Open, [this, path] { m_workbench.openWorkspace(path); });
}

void MainWindow::newWorkspace()
{
    leaveFor(Leaving::Open, [this] { m_workbench.newWorkspace(); });
}

void MainWindow::newFromZoo()
{
    leaveFor(Leaving::Open, [this] {
        const auto showModels = [this] {
            if (!m_workbench.document().session()) {
                m_problem->showZoo();
            }
        };
        // Queued until the panes are laid out.
        connect(&m_workbench, &Workbench::opened, m_problem, showModels,
                static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
        m_workbench.newWorkspace();
    });
}

void MainWindow::openExample()
{
    leaveFor(Leaving::Open, [this] { m_workbench.openExample(); });
}

void MainWindow::newFromModel()
{
    Dialogs::File file;
    file.title = tr("New from model");
    file.folder = m_settings.value(Setting::LastFolder).toString();
    file.filters = QStringList {tr("Models (*.json *.csv *.pt *.pth)"), tr("All files (*)")};
    m_dialogs.askOpenFile(this, file, [this](const QString& path) {
        m_settings.setValue(Setting::LastFolder, QFileInfo(path).absolutePath());
        leaveFor(Leaving::Open, [this, path] { m_workbench.newFromModel(path); });
    });
}

void MainWindow::open()
{
    Dialogs::File file;
    file.title = tr("Open");
    file.folder = m_settings.value(Setting::LastFolder).toString();
    const QString all =
        tr("Workspaces, models, plans and memory snapshots (*.stagecraft *.json *.yaml *.yml *.csv *.pt "
           "*.pth *.pickle *.pkl)");
    file.filters = QStringList {all,
                                tr("Stagecraft workspaces (*.stagecraft)"),
                                tr("Models (*.json *.csv *.pt *.pth)"),
                                tr("Plans (*.json *.yaml *.yml)"),
                                tr("Clusters (*.json)"),
                                tr("Memory snapshots (*.pickle *.pkl)"),
                                tr("All files (*)")};
    m_dialogs.askOpenFile(this, file, [this, known = suffixesOf({all})](const QString& path) {
        m_settings.setValue(Setting::LastFolder, QFileInfo(path).absolutePath());
        const bool named = known.contains(QFileInfo(path).suffix(), Qt::CaseInsensitive);
        takeFile(path, named ? &MainWindow::openModel : &MainWindow::openWorkspace); // other names open as workspaces
    });
}

// Edits are saved immediately; saving only asks for a name.
void MainWindow::save()
{
    const Document& document = m_workbench.document();
    if (document.isUntitled() || document.isTemporary() || document.isReadOnly() || document.whyNotStored()) {
        saveAs();
        return;
    }
    statusBar()->showMessage(tr("All changes are saved in %1").arg(QFileInfo(document.path()).fileName()), 8000);
}

void MainWindow::saveAs()
{
    const auto session = m_workbench.document().session();
    Dialogs::File file;
    file.title = tr("Save workspace as");
    file.folder = m_settings.value(Setting::LastFolder).toString();
    file.suggestion = (session ? problemFileName(session->problem) : tr("workspace")) + QStringLiteral(".stagecraft");
    file.filters = QStringList {tr("Stagecraft workspaces (*.stagecraft)")};
    m_dialogs.askSaveFile(this, file, [this](const QString& path) {
        m_settings.setValue(Setting::LastFolder, QFileInfo(path).absolutePath());
        m_workbench.saveAs(path);
    });
}

void MainWindow::connectStart(StartPage& page)
{
    connect(&page, &StartPage::modelRequested, this, &MainWindow::newFromModel);
    connect(&page, &StartPage::zooRequested, this, &MainWindow::newFromZoo);
    connect(&page, &StartPage::openRequested, this, &MainWindow::open);
    connect(&page, &StartPage::exampleRequested, this, &MainWindow::openExample);
    connect(&page, &StartPage::workspaceChosen, this, &MainWindow::openPath);
}

// Replaces the open workspace as the visible page.
void MainWindow::showStartPage()
{
    if (!m_start->isHidden()) {
        return;
    }
    auto* dialog = new QDialog(this);
    dialog->setObjectName(QStringLiteral("startDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Start page"));
    auto* page = new StartPage(m_settings);
    auto* layout = new QVBoxLayout(dialog);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(page);
    for (const auto chosen : {&StartPage::modelRequested, &StartPage::zooRequested, &StartPage::openRequested,
                              &StartPage::exampleRequested}) {
        connect(page, chosen, dialog, &QDialog::accept);
    }
    connect(page, &StartPage::workspaceChosen, dialog, &QDialog::accept);
    connectStart(*page);
    dialog->resize(std::min(width(), 900), std::min(height(), 620));
    dialog->open();
}

void MainWindow::showProblem()
{
    panefocus::raise(*m_docks.front());
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (isFile(*event->mimeData())) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    takeFile(event->mimeData()->urls().first().toLocalFile(), &MainWindow::dropModel);
    event->acceptProposedAction();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    const bool stored = m_workbench.document().settle();
    if (!m_closing && (m_workbench.profile().isRunning() || !stored)) {
        event->ignore();
        leaveFor(Leaving::Close, [this] {
            m_closing = true;
            QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
        });
        return;
    }
    m_settings.setValue(Setting::WindowGeometry, saveGeometry());
    if (m_workbench.document().isOpen()) {
        m_layouts->remember();
    }
    m_candidates->saveColumns();
    QMainWindow::closeEvent(event);
}

}
