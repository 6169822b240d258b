// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/validation/validationpane.h"

#include "core/session/userhardware.h"
#include "ui/app/calibrationrunner.h"
#include "ui/app/settings.h"
#include "ui/app/workbench.h"
#include "ui/dialogs/calibratedialog.h"
#include "ui/dialogs/dialogs.h"
#include "ui/panes/validation/validationresults.h"
#include "ui/style/icons.h"
#include "ui/widgets/fullheightarea.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/words/frameworkwords.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"
#include "ui/words/plaintext.h"

#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

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

// Source of a bundled file, from its first line.
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
    , m_runner(new CalibrationRunner(workbench.jobs(), this))
    , m_results(new ValidationResults)
    , m_runs(makeField(tr("Measured runs"), 14))
    , m_open(new QToolButton)
    , m_framework(makeField(tr("Framework"), 10))
    , m_type(makeField(tr("Device type"), 10))
    , m_calibrate(new QPushButton(tr("Ca&librate…")))
    , m_phase(new MutedLabel)
    , m_progress(new QProgressBar)
    , m_cancel(new QPushButton(tr("Cancel")))
    , m_news(new MutedLabel)
    , m_errorText(new InlineMessage)
    , m_patience(new QTimer(this))
{
    setObjectName(QStringLiteral("validationPane"));
    m_news->setWordWrap(true);
    m_news->setContentsMargins(12, 0, 10, 2);
    m_news->hide();
    m_errorText->setContentsMargins(12, 0, 10, 0);
    auto* lines = qobject_cast<QVBoxLayout*>(layout());
    lines->insertWidget(0, makeTools());
    lines->insertWidget(1, makeProgress());
    lines->insertWidget(2, m_errorText);
    lines->insertWidget(3, m_news);
    // These widgets are above the empty state, so Tab reaches them first.
    QWidget* before = tableButton();
    for (QWidget* tool : std::initializer_list<QWidget*> {m_runs, m_open, m_framework, m_type, m_calibrate, m_cancel}) {
        setTabOrder(before, tool);
        before = tool;
    }
    setContent(new FullHeightArea(m_results)); // two charts and a table need more height than a small window has
    connect(empty(), &EmptyState::clicked, this, [this] {
        m_runs->setCurrentIndex(0);
        onRunsChosen(0);
    });
    connect(m_results, &ValidationResults::summaryChanged, this,
            [this] { setSummary(m_results->summary(), m_results->leftOutReasons()); });
    connect(&m_workbench, &Workbench::jobCancelRequested, this, [this](const QString& id) {
        if (id == CalibrationRunner::jobId()) {
            cancel();
        }
    });
    connect(m_runner, &CalibrationRunner::runningChanged, this, &ValidationPane::showProgress);
    connect(m_runner, &CalibrationRunner::progressed, this,
            [this](double share) { m_progress->setValue(static_cast<int>(std::lround(share * 100))); });
    connect(m_runner, &CalibrationRunner::calibrated, this, &ValidationPane::onCalibrated);
    connect(m_runner, &CalibrationRunner::failed, this,
            [this](const Error& error) { m_errorText->setText(errorText(error)); });
    m_patience->setSingleShot(true);
    m_patience->setInterval(300);
    connect(m_patience, &QTimer::timeout, this, [this] { m_busy->setVisible(isBusy()); });
    fillRuns();
    fillFrameworks();
    showTypes({});
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
    m_framework->setObjectName(QStringLiteral("validationFramework"));
    m_framework->setToolTip(plainToolTip(tr("Framework used for the predictions. Default: the framework that each run "
                                            "names, or the one that covers most runs of its file.")));
    m_type->setObjectName(QStringLiteral("validationType"));
    m_type->setToolTip(plainToolTip(
        tr("Device type used for the predictions. Default: the catalog entry for the device of each run.")));
    m_cancel->setObjectName(QStringLiteral("cancelValidation"));
    auto* runsLabel = new MutedLabel(tr("R&uns"));
    runsLabel->setBuddy(m_runs);
    auto* frameworkLabel = new MutedLabel(tr("Framewor&k"));
    frameworkLabel->setBuddy(m_framework);
    auto* typeLabel = new MutedLabel(tr("Device t&ype"));
    typeLabel->setBuddy(m_type);
    auto* tools = new QWidget;
    auto* layout = new QHBoxLayout(tools);
    layout->setContentsMargins(12, 8, 10, 2);
    layout->setSpacing(6);
    layout->addWidget(runsLabel);
    layout->addWidget(m_runs, 4);
    layout->addWidget(m_open);
    layout->addSpacing(4);
    layout->addWidget(frameworkLabel);
    layout->addWidget(m_framework, 3);
    layout->addWidget(typeLabel);
    layout->addWidget(m_type, 3);
    layout->addStretch(1);
    layout->addWidget(m_calibrate);
    connect(m_runs, &QComboBox::activated, this, &ValidationPane::onRunsChosen);
    m_open->setIcon(lineIcon(QStringLiteral("open")));
    m_open->setToolTip(tr("Open a CSV file of measured runs"));
    m_open->setAccessibleName(tr("Open measured runs"));
    m_open->setFocusPolicy(Qt::StrongFocus);
    connect(m_open, &QToolButton::clicked, this, &ValidationPane::openFile);
    connect(m_framework, &QComboBox::activated, this, &ValidationPane::compare);
    connect(m_type, &QComboBox::activated, this, &ValidationPane::compare);
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

// Lists all published runs together, each published file, and the user's files.
void ValidationPane::fillRuns()
{
    const QSignalBlocker quiet(m_runs);
    m_runs->clear();
    m_runs->addItem(tr("All published runs"), allPublished);
    for (const QString& file : publishedRuns() + m_userRuns) {
        const bool own = m_userRuns.contains(file);
        m_runs->addItem(own ? QFileInfo(file).fileName() : QFileInfo(file).completeBaseName(), file);
        m_runs->setItemData(m_runs->count() - 1, plainToolTip(own ? file : tr("Published: %1").arg(sourceOf(file))),
                            Qt::ToolTipRole);
    }
    m_runs->setCurrentIndex(m_chosen);
}

void ValidationPane::fillFrameworks()
{
    m_framework->addItem(tr("From each run"));
    for (const auto& [framework, name] : enumNames<Framework>) {
        m_framework->addItem(frameworkTitle(framework), static_cast<int>(framework));
    }
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
    m_userRuns.removeAll(file);
    m_userRuns.prepend(file);
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
    if (shown) {
        readTypes();
    }
}

QSize ValidationPane::sizeHint() const
{
    return {960, 620};
}

void ValidationPane::readTypes()
{
    m_background.run([] { return userHardware(); },
                     [this](Result<std::vector<CatalogueEntry>> types) {
                         if (types) {
                             showTypes(*std::move(types));
                         } else {
                             m_errorText->setText(errorText(types.error()));
                         }
                     });
}

// Keeps the selected type while it exists; if its figures changed, compares the runs again.
void ValidationPane::showTypes(std::vector<CatalogueEntry> types)
{
    const QString wanted = m_type->currentData().toString();
    const auto entryIn = [&wanted](const std::vector<CatalogueEntry>& all) {
        const auto found = std::find_if(all.begin(), all.end(), [&](const CatalogueEntry& entry) {
            return QString::fromStdString(entry.device.name) == wanted;
        });
        return found == all.end() ? std::nullopt : std::optional(*found);
    };
    const bool changed = entryIn(types) != entryIn(m_types);
    m_types = std::move(types);
    {
        const QSignalBlocker quiet(m_type);
        m_type->clear();
        m_type->addItem(tr("From each run"));
        for (const CatalogueEntry& entry : m_types) {
            const QString name = QString::fromStdString(entry.device.name);
            m_type->addItem(tr("%1 (user-defined)").arg(name), name);
        }
        m_type->setCurrentIndex(wanted.isEmpty() ? 0 : std::max(0, m_type->findData(wanted)));
    }
    if (changed) {
        compare();
    }
}

// Compares on another thread; the newest request wins.
void ValidationPane::compare()
{
    ValidationRequest request {files(), {}, m_type->currentData().toString()};
    if (const QVariant framework = m_framework->currentData(); framework.isValid()) {
        request.framework = static_cast<Framework>(framework.toInt());
    }
    if (request.files.isEmpty()) {
        return;
    }
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_comparing = true;
    m_errorText->setText({});
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
        m_data = *data;
        m_results->setData(m_data);
        setSummary(m_results->summary(), m_results->leftOutReasons());
        showContent();
    } else if (data.error().code != ErrorCode::Cancelled) {
        m_data.reset();
        m_results->setData(nullptr);
        m_news->clear(); // the message is about other runs
        m_news->hide();
        showEmpty(tr("Cannot compare these runs"), errorText(data.error()));
    } else if (isEmptyShown()) {
        showNothing();
    }
    updateButtons();
    Q_EMIT refreshed();
}

void ValidationPane::showNothing()
{
    showEmpty(tr("Predicted against measured"),
              tr("Choose published training runs, or open a CSV file of measured runs. Stagecraft predicts each run "
                 "and compares the prediction with the measurement."),
              tr("Compare the published runs"));
}

void ValidationPane::showProgress()
{
    const bool calibrating = isCalibrating();
    m_phase->setText(calibrating ? tr("Calibrating…") : tr("Comparing…"));
    m_progress->setRange(0, calibrating ? 100 : 0);
    m_progress->setValue(0);
    if (isBusy() && !calibrating) {
        m_patience->start(); // most comparisons end sooner
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

bool ValidationPane::isCompared() const
{
    return m_data && m_data->request.files == files();
}

void ValidationPane::updateButtons()
{
    m_calibrate->setEnabled(isCompared() && !isCalibrating());
    m_calibrate->setToolTip(plainToolTip(files().isEmpty()     ? tr("Choose runs first.")
                                             : isCalibrating() ? tr("A calibration is running.")
                                             : !isCompared()   ? tr("The comparison of these runs is not finished yet.")
                                                               : tr("Calibrate a device type with these runs")));
}

void ValidationPane::askToCalibrate()
{
    const QVariant framework = m_framework->currentData();
    const Framework likely = framework.isValid() ? static_cast<Framework>(framework.toInt())
        : m_data->frameworks.empty()             ? Framework::MegatronCore
                                                 : m_data->frameworks.front();
    auto* dialog = new CalibrateDialog(m_runs->itemText(m_chosen), likely, m_types, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &CalibrateDialog::chosen, this, [this](const CalibrationSettings& settings) {
        m_errorText->setText({});
        m_news->hide();
        m_news->clear();
        m_runner->start(files(), settings);
    });
    dialog->open();
}

// Selects the new type and compares the runs with it.
void ValidationPane::onCalibrated(const TypeCalibration& calibration)
{
    m_news->setText(calibrationSentence(calibration));
    m_news->show();
    std::vector<CatalogueEntry> types = m_types;
    std::erase_if(types,
                  [&](const CatalogueEntry& entry) { return entry.device.name == calibration.type.device.name; });
    types.push_back(calibration.type);
    showTypes(std::move(types));
    m_type->setCurrentIndex(m_type->findData(QString::fromStdString(calibration.type.device.name)));
    compare();
}

QString ValidationPane::message() const
{
    return m_news->isHidden() ? m_errorText->text() : m_news->text();
}

QString ValidationPane::summary() const
{
    return m_results->summary();
}

}
