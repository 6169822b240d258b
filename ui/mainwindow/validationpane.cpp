// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/validationpane.h"

#include "ui/dialogs/calibratedialog.h"
#include "ui/dialogs/dialogs.h"
#include "ui/mainwindow/calibrationrunner.h"
#include "ui/mainwindow/validationresults.h"
#include "ui/mainwindow/workbench.h"
#include "ui/support/errortext.h"
#include "ui/support/icons.h"
#include "ui/support/inlinemessage.h"
#include "ui/support/numbers.h"
#include "ui/support/plaintext.h"
#include "ui/support/quietlabel.h"
#include "ui/support/settings.h"

#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace stagecraft {

namespace {

const QString allPublished = QStringLiteral("published");

QComboBox* makeField(const QString& name, int letters)
{
    auto* field = new QComboBox;
    field->setAccessibleName(name);
    field->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    field->setMinimumContentsLength(letters);
    field->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    field->setMaximumWidth(260);
    return field;
}

// What the first line of a file that comes along says of its source.
QString sourceOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QString line = QString::fromUtf8(file.readLine()).trimmed();
    const QString begin = QStringLiteral("# source: ");
    return line.startsWith(begin) ? line.mid(begin.size()) : QString();
}

}

ValidationPane::ValidationPane(Workbench& workbench, Dialogs& dialogs, Settings& settings, QWidget* parent)
    : Pane(QStringLiteral("validation"), parent)
    , m_workbench(workbench)
    , m_dialogs(dialogs)
    , m_settings(settings)
    , m_runner(new CalibrationRunner(workbench.document(), workbench.jobs(), this))
    , m_results(new ValidationResults)
    , m_runs(makeField(tr("Measured runs"), 14))
    , m_open(new QToolButton)
    , m_stack(makeField(tr("Stack"), 10))
    , m_uncorrected(makeChip(tr("Uncorrected"), tr("The stack's model before it has learned from any run")))
    , m_calibrate(new QPushButton(tr("Ca&librate…")))
    , m_phase(new QuietLabel)
    , m_progress(new QProgressBar)
    , m_cancel(new QPushButton(tr("Cancel")))
    , m_news(new QuietLabel)
    , m_trouble(new InlineMessage)
    , m_patience(new QTimer(this))
{
    setObjectName(QStringLiteral("validationPane"));
    m_news->setWordWrap(true);
    m_news->setContentsMargins(12, 0, 10, 2);
    m_news->hide();
    m_trouble->setContentsMargins(12, 0, 10, 0);
    auto* lines = qobject_cast<QVBoxLayout*>(layout());
    lines->insertWidget(0, makeTools());
    lines->insertWidget(1, makeProgress());
    lines->insertWidget(2, m_trouble);
    lines->insertWidget(3, m_news);
    // All of this stands above what there is while no runs are chosen: Tab comes to it first.
    QWidget* before = tableButton();
    for (QWidget* tool :
         std::initializer_list<QWidget*> {m_runs, m_open, m_stack, m_uncorrected, m_calibrate, m_cancel}) {
        setTabOrder(before, tool);
        before = tool;
    }
    setContent(m_results);
    connect(empty(), &EmptyState::clicked, this, [this] {
        m_runs->setCurrentIndex(0);
        onRunsChosen(0);
    });
    connect(m_results, &ValidationResults::summaryChanged, this,
            [this] { setSummary(m_results->summary(), m_results->leftOutReasons()); });
    connect(&m_workbench, &Workbench::opened, this, &ValidationPane::refresh);
    connect(&m_workbench, &Workbench::jobCancelRequested, this, [this](const QString& id) {
        if (id == CalibrationRunner::jobId()) {
            cancel();
        }
    });
    connect(&m_workbench.document(), &Document::stackKept, this, [this] {
        m_news->setVisible(!m_news->text().isEmpty());
        refresh();
    });
    connect(m_runner, &CalibrationRunner::runningChanged, this, &ValidationPane::showProgress);
    connect(m_runner, &CalibrationRunner::progressed, this,
            [this](double share) { m_progress->setValue(static_cast<int>(std::lround(share * 100))); });
    connect(m_runner, &CalibrationRunner::calibrated, this, &ValidationPane::onCalibrated);
    connect(m_runner, &CalibrationRunner::failed, this,
            [this](const Error& error) { m_trouble->setText(errorText(error)); });
    m_patience->setSingleShot(true);
    m_patience->setInterval(300);
    connect(m_patience, &QTimer::timeout, this, [this] { m_busy->setVisible(isBusy()); });
    fillRuns();
    showNothing();
    showProgress();
}

ValidationPane::~ValidationPane()
{
    m_stop.request_stop();
}

QWidget* ValidationPane::makeTools()
{
    m_runs->setObjectName(QStringLiteral("measuredRuns"));
    m_runs->setPlaceholderText(tr("Choose runs"));
    m_stack->setObjectName(QStringLiteral("validationStack"));
    m_cancel->setObjectName(QStringLiteral("cancelValidation"));
    auto* runsLabel = new QuietLabel(tr("R&uns"));
    runsLabel->setBuddy(m_runs);
    auto* stackLabel = new QuietLabel(tr("Stac&k"));
    stackLabel->setBuddy(m_stack);
    auto* tools = new QWidget;
    auto* layout = new QHBoxLayout(tools);
    layout->setContentsMargins(12, 8, 10, 2);
    layout->setSpacing(6);
    layout->addWidget(runsLabel);
    layout->addWidget(m_runs, 4);
    layout->addWidget(m_open);
    layout->addSpacing(4);
    layout->addWidget(stackLabel);
    layout->addWidget(m_stack, 3);
    layout->addWidget(m_uncorrected);
    layout->addStretch(1);
    layout->addWidget(m_calibrate);
    connect(m_runs, &QComboBox::activated, this, &ValidationPane::onRunsChosen);
    m_open->setIcon(lineIcon(QStringLiteral("open")));
    m_open->setToolTip(tr("Open measured runs of your own (CSV)"));
    m_open->setAccessibleName(tr("Open measured runs"));
    m_open->setFocusPolicy(Qt::StrongFocus);
    connect(m_open, &QToolButton::clicked, this, &ValidationPane::openFile);
    connect(m_stack, &QComboBox::activated, this, &ValidationPane::compare);
    connect(m_uncorrected, &QToolButton::toggled, this, &ValidationPane::compare);
    connect(m_calibrate, &QPushButton::clicked, this, &ValidationPane::askToCalibrate);
    return tools;
}

QWidget* ValidationPane::makeProgress()
{
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(220);
    m_busy = new QWidget;
    auto* layout = new QHBoxLayout(m_busy);
    layout->setContentsMargins(12, 2, 10, 2);
    layout->setSpacing(8);
    layout->addWidget(m_phase);
    layout->addWidget(m_progress, 1);
    layout->addStretch(1);
    layout->addWidget(m_cancel);
    connect(m_cancel, &QPushButton::clicked, this, &ValidationPane::cancel);
    return m_busy;
}

// All that come along, each of them, and the user's own files.
void ValidationPane::fillRuns()
{
    const QSignalBlocker quiet(m_runs);
    m_runs->clear();
    m_runs->addItem(tr("All published runs"), allPublished);
    for (const QString& file : publishedRuns() + m_own) {
        const bool own = m_own.contains(file);
        m_runs->addItem(own ? QFileInfo(file).fileName() : QFileInfo(file).completeBaseName(), file);
        m_runs->setItemData(m_runs->count() - 1, plainToolTip(own ? file : tr("Published: %1").arg(sourceOf(file))),
                            Qt::ToolTipRole);
    }
    m_runs->setCurrentIndex(m_chosen);
}

void ValidationPane::onRunsChosen(int index)
{
    m_chosen = index;
    compare();
}

void ValidationPane::openFile()
{
    Dialogs::File file;
    file.title = tr("Open measured runs");
    file.folder = m_settings.value(Setting::LastFolder).toString();
    file.filters = QStringList {tr("Tables (*.csv)"), tr("All files (*)")};
    m_dialogs.askOpenFile(window(), file, [this](const QString& path) {
        m_settings.setValue(Setting::LastFolder, QFileInfo(path).absolutePath());
        compareFile(path);
    });
}

void ValidationPane::compareFile(const QString& file)
{
    m_own.removeAll(file);
    m_own.prepend(file);
    fillRuns();
    m_chosen = m_runs->findData(file);
    m_runs->setCurrentIndex(m_chosen);
    compare();
}

QStringList ValidationPane::files() const
{
    const QString data = m_runs->itemData(m_chosen).toString();
    if (m_chosen < 0 || data.isEmpty()) {
        return {};
    }
    return data == allPublished ? publishedRuns() : QStringList {data};
}

void ValidationPane::setShown(bool shown)
{
    m_shown = shown;
    if (m_stale) {
        refresh();
    }
}

void ValidationPane::refresh()
{
    m_stale = !m_shown;
    if (m_shown) {
        fillStacks();
    }
}

QSize ValidationPane::sizeHint() const
{
    return {960, 620};
}

// The stacks of the open workspace, as the file has them: the command line may have added one.
void ValidationPane::fillStacks()
{
    const QString path = m_workbench.document().path();
    m_background.run([path] { return stacksFor(path); },
                     [this](const Result<std::vector<FoundStack>>& found) {
                         const QString wanted = m_stack->currentData().toString();
                         const QSignalBlocker quiet(m_stack);
                         m_stack->clear();
                         m_known.clear();
                         m_stack->addItem(tr("Tells most runs"), QString());
                         for (const FoundStack& one : found ? *found : withShipped({})) {
                             const QString name = QString::fromStdString(one.stack.name);
                             m_known << name;
                             m_stack->addItem(one.origin == "workspace" ? tr("%1 (yours)").arg(name) : name, name);
                         }
                         m_stack->setCurrentIndex(std::max(0, m_stack->findData(wanted)));
                         if (!found) {
                             m_trouble->setText(errorText(found.error()));
                         }
                         updateButtons();
                         if (!files().isEmpty()) {
                             compare(); // a stack may have changed
                         }
                     });
}

// Away from the window's thread; the newest request wins.
void ValidationPane::compare()
{
    const ValidationRequest request {files(), m_stack->currentData().toString(), m_uncorrected->isChecked(),
                                     m_workbench.document().path()};
    if (request.files.isEmpty()) {
        return;
    }
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_comparing = true;
    m_trouble->setText({});
    showProgress();
    m_background.run([request, stop = m_stop.get_token()] { return makeValidationData(request, stop); },
                     [this, number = ++m_requests](const Result<std::shared_ptr<const ValidationData>>& data) {
                         if (number == m_requests) {
                             m_comparing = false;
                             showProgress();
                             show(data);
                         }
                     });
}

void ValidationPane::show(const Result<std::shared_ptr<const ValidationData>>& data)
{
    if (data) {
        m_results->setData(*data);
        setSummary(m_results->summary(), m_results->leftOutReasons());
        showContent();
    } else if (data.error().code != ErrorCode::Cancelled) {
        m_results->setData(nullptr);
        m_news->clear(); // told of other runs
        m_news->hide();
        showEmpty(tr("These runs cannot be compared"), errorText(data.error()));
    } else if (isEmptyShown()) {
        showNothing();
    }
    Q_EMIT refreshed();
}

void ValidationPane::showNothing()
{
    showEmpty(tr("Predicted against measured"),
              tr("Choose measured training runs: published ones come along, or open a CSV file of your own. Each is "
                 "predicted and shown beside what was measured."),
              tr("Compare the published runs"));
}

void ValidationPane::showProgress()
{
    const bool calibrating = isCalibrating();
    m_phase->setText(calibrating ? tr("Calibrating…") : tr("Comparing…"));
    m_progress->setRange(0, calibrating ? 100 : 0);
    m_progress->setValue(0);
    if (isBusy() && !calibrating) {
        m_patience->start(); // most take no time
    } else {
        m_busy->setVisible(calibrating);
    }
    updateButtons();
}

void ValidationPane::cancel()
{
    if (isCalibrating()) {
        m_runner->cancel();
    } else {
        m_stop.request_stop();
    }
}

bool ValidationPane::isCalibrating() const
{
    return m_runner->isRunning();
}

void ValidationPane::updateButtons()
{
    const bool readOnly = m_workbench.document().isReadOnly();
    m_calibrate->setEnabled(!files().isEmpty() && !readOnly && !isCalibrating());
    m_calibrate->setToolTip(plainToolTip(readOnly                ? tr("This workspace is read-only.")
                                             : files().isEmpty() ? tr("Choose runs first.")
                                             : isCalibrating()   ? tr("A calibration is running.")
                                                                 : tr("Learn a stack's corrections from these runs")));
}

void ValidationPane::askToCalibrate()
{
    auto* dialog = new CalibrateDialog(m_runs->itemText(m_chosen), m_known, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &CalibrateDialog::chosen, this, [this](const CalibrationRequest& request) {
        m_trouble->setText({});
        m_news->hide();
        m_news->clear();
        m_runner->start(files(), request);
    });
    dialog->open();
}

// It is told and compared with as soon as the file has it.
void ValidationPane::onCalibrated(const Stack& stack)
{
    m_news->setText(calibrationSentence(stack));
    const QString name = QString::fromStdString(stack.name);
    const QSignalBlocker quiet(m_stack);
    if (m_stack->findData(name) < 0) {
        m_stack->addItem(tr("%1 (yours)").arg(name), name);
    }
    m_stack->setCurrentIndex(m_stack->findData(name));
}

QString ValidationPane::message() const
{
    return m_news->isHidden() ? m_trouble->text() : m_news->text();
}

QString ValidationPane::summary() const
{
    return m_results->summary();
}

}
