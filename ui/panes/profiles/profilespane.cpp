// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/profiles/profilespane.h"

#include "core/cost/devicesimilarity.h"
#include "ui/app/profilerunner.h"
#include "ui/app/workbench.h"
#include "ui/dialogs/dialogs.h"
#include "ui/panes/profiles/measurementspane.h"
#include "ui/panes/profiles/modelpane.h"
#include "ui/panes/profiles/pointmodel.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/words/numbers.h"
#include "ui/words/plaintext.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace stagecraft {

namespace {

QComboBox* makeDeviceField(const QString& name)
{
    auto* field = new QComboBox;
    field->setAccessibleName(name);
    field->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    field->setMinimumContentsLength(8);
    field->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    field->setMaximumWidth(280);
    return field;
}

void addDevice(QComboBox* field, const MeasuredDevice& device, int index)
{
    field->addItem(deviceText(device), index);
    field->setItemData(field->count() - 1, plainToolTip(deviceText(device)), Qt::ToolTipRole);
}

}

ProfilesPane::ProfilesPane(Workbench& workbench, Dialogs& dialogs, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_dialogs(dialogs)
    , m_measurements(new MeasurementsPane(workbench))
    , m_model(new ModelPane)
    , m_stack(new QStackedWidget)
{
    setObjectName(QStringLiteral("profilesPane"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_stack->addWidget(m_measurements);
    m_stack->addWidget(m_model);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeTools());
    layout->addWidget(m_stack, 1);

    connect(&m_workbench, &Workbench::sessionChanged, this, &ProfilesPane::refresh);
    connect(&m_workbench.document(), &Document::measurementsChanged, this, &ProfilesPane::refresh);
    connect(&m_workbench.profile(), &ProfileRunner::runningChanged, this, [this] { show(m_data); });
    connect(m_measurements, &MeasurementsPane::profileRequested, this, &ProfilesPane::profileRequested);
    connect(m_measurements, &MeasurementsPane::continueRequested, this, &ProfilesPane::continueProfile);
    connect(m_measurements, &MeasurementsPane::deleteRequested, this, &ProfilesPane::askToDelete);
    show(nullptr);
}

QWidget* ProfilesPane::makeTools()
{
    auto* measured = makeChip(tr("Measurements"), tr("Measured memory and time of each distinct layer"));
    m_modelChip = makeChip(tr("Model"), tr("Parameters, work and activations of each layer"));
    auto* group = new QButtonGroup(this);
    group->addButton(measured);
    group->addButton(m_modelChip);
    measured->setChecked(true);
    connect(m_modelChip, &QToolButton::toggled, this, [this](bool on) {
        m_stack->setCurrentIndex(on ? 1 : 0);
        fillDevices(m_data.get());
    });
    m_device = makeDeviceField(tr("Device"));
    m_other = makeDeviceField(tr("Compare with"));
    m_deviceLabel = new MutedLabel(tr("Dev&ice"));
    m_deviceLabel->setBuddy(m_device);
    m_otherLabel = new MutedLabel(tr("Compare &with"));
    m_otherLabel->setBuddy(m_other);
    const auto choose = [this](QComboBox* field, std::optional<MeasuredDevice>& wanted) {
        const int index = field->currentData().toInt();
        const bool known = m_data && index >= 0 && index < static_cast<int>(m_data->devices.size());
        wanted = known ? std::optional(m_data->devices[static_cast<std::size_t>(index)]) : std::nullopt;
        refresh();
    };
    connect(m_device, &QComboBox::activated, this, [=, this] { choose(m_device, m_wantedDevice); });
    connect(m_other, &QComboBox::activated, this, [=, this] { choose(m_other, m_wantedOther); });
    auto* tools = new QWidget;
    auto* layout = new QHBoxLayout(tools);
    layout->setContentsMargins(12, 8, 10, 2);
    layout->setSpacing(6);
    layout->addWidget(measured);
    layout->addWidget(m_modelChip);
    layout->addStretch(1);
    layout->addWidget(m_deviceLabel);
    layout->addWidget(m_device, 4);
    layout->addSpacing(4);
    layout->addWidget(m_otherLabel);
    layout->addWidget(m_other, 4);
    return tools;
}

void ProfilesPane::showModel(bool model)
{
    if (model) {
        m_modelChip->setChecked(true);
    } else {
        m_modelChip->group()->buttons().first()->setChecked(true);
    }
}

// Computes on another thread, because models with a thousand layers take a while. The newest request wins.
void ProfilesPane::refresh()
{
    const auto session = m_workbench.document().session();
    if (!session) {
        m_stale = m_working; // the pending result is outdated
        show(nullptr);
        return;
    }
    if (m_working) {
        m_stale = true;
        return;
    }
    m_working = true;
    const ProfileViewChoice choice {session, m_workbench.document().measurements(), m_wantedDevice, m_wantedOther,
                                    m_data};
    m_background.run([choice] { return makeProfileData(choice); },
                     [this](const std::shared_ptr<const ProfileData>& data) {
                         m_working = false;
                         if (std::exchange(m_stale, false)) {
                             refresh();
                         } else {
                             show(data);
                         }
                     });
}

void ProfilesPane::show(const std::shared_ptr<const ProfileData>& data)
{
    m_data = data;
    fillDevices(data.get());
    m_measurements->setProfile(data);
    m_model->setProfile(data);
    showContinuation();
    Q_EMIT refreshed();
}

void ProfilesPane::fillDevices(const ProfileData* data)
{
    const QSignalBlocker quiet(m_device);
    const QSignalBlocker quietToo(m_other);
    const int count = data ? static_cast<int>(data->devices.size()) : 0;
    m_device->clear();
    m_other->clear();
    m_other->addItem(tr("None"), -1);
    for (int i = 0; i < count; ++i) {
        addDevice(m_device, data->devices[static_cast<std::size_t>(i)], i);
        if (i != data->device) {
            addDevice(m_other, data->devices[static_cast<std::size_t>(i)], i);
        }
    }
    if (data) {
        m_device->setCurrentIndex(data->device);
        m_other->setCurrentIndex(std::max(0, m_other->findData(data->other)));
    }
    m_device->setEnabled(count > 1);
    m_device->setToolTip(plainToolTip(m_device->currentText()));
    m_other->setEnabled(count > 1);
    m_other->setToolTip(plainToolTip(count > 1 ? m_other->currentText()
                                               : tr("To compare with a second device, add its measurements with "
                                                    "stagecraft-cli workspace import and reopen this workspace.")));
    const bool model = m_modelChip->isChecked();
    m_deviceLabel->setVisible(count > 0);
    m_device->setVisible(count > 0);
    m_otherLabel->setVisible(count > 0 && !model);
    m_other->setVisible(count > 0 && !model);
}

// The last profile of this model, if it was stopped before its end.
std::optional<ProfileRequest> ProfilesPane::unfinished() const
{
    const auto request = m_workbench.profile().unfinished();
    return request && m_data && request->model == m_data->model() ? request : std::nullopt;
}

void ProfilesPane::showContinuation()
{
    if (unfinished()) {
        m_measurements->setContinuation(tr("Continue the last profile without repeating its measurements"));
        return;
    }
    qint64 missing = 0;
    for (std::size_t i = 0; m_data && m_data->isMeasured() && i < m_data->coverage->rows.size(); ++i) {
        missing += static_cast<qint64>(m_data->coverage->rows[i].missing.size());
    }
    m_measurements->setContinuation(missing == 0 ? QString()
                                                 : tr("Measure the missing points: %1").arg(countText(missing)));
}

void ProfilesPane::continueProfile()
{
    if (!m_workbench.canProfile() || !m_data) {
        return;
    }
    if (unfinished()) {
        m_workbench.profile().goOn();
        return;
    }
    if (m_data->isMeasured()) {
        const MeasuredDevice& device = m_data->devices[static_cast<std::size_t>(m_data->device)];
        auto request = continuation(*m_data->coverage, m_data->model(), m_data->session->problem.workload, device.kind);
        if (request) {
            request->device.dry = device.isDry() ? typeOf(device) : std::nullopt;
            Q_EMIT profileProposed(*request);
        }
    }
}

void ProfilesPane::askToDelete(const Measurements& measurements)
{
    const auto count = static_cast<qint64>(measurements.size());
    const QString title =
        count == 1 ? tr("Delete the measurement?") : tr("Delete %1 measurements?").arg(countText(count));
    m_dialogs.confirm(window(), title,
                      tr("This permanently removes them from the workspace. You can measure the layers again, or "
                         "import files again with stagecraft-cli."),
                      tr("Delete"), [this, measurements] { m_workbench.document().removeMeasurements(measurements); });
}

}
