// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/app/background.h"
#include "ui/panes/profiles/profiledata.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace stagecraft {

class Dialogs;
class MeasurementsPane;
class ModelPane;
class Workbench;

// The layers of the model: a tab with their measurements on a device, and a tab with the chain.
class ProfilesPane : public QWidget {
    Q_OBJECT
public:
    ProfilesPane(Workbench& workbench, Dialogs& dialogs, QWidget* parent = nullptr);

    MeasurementsPane* measurements() const { return m_measurements; }
    ModelPane* model() const { return m_model; }
    QComboBox* deviceField() const { return m_device; }
    QComboBox* otherField() const { return m_other; }
    void showModel(bool model); // true: the chain; false: the measurements
    bool isUpToDate() const { return !m_working && !m_stale; }

Q_SIGNALS:
    void refreshed(); // emitted when the displayed data changes
    void profileRequested();
    // Request to measure the missing points; the dialog opens with this request.
    void profileProposed(const stagecraft::ProfileRequest& request);

private:
    QWidget* makeTools();
    void refresh();
    void show(const std::shared_ptr<const ProfileData>& data);
    void fillDevices(const ProfileData* data);
    std::optional<ProfileRequest> unfinished() const;
    void showContinuation();
    void continueProfile();
    void askToDelete(const Measurements& measurements);

    Workbench& m_workbench;
    Dialogs& m_dialogs;
    MeasurementsPane* m_measurements;
    ModelPane* m_model;
    QStackedWidget* m_stack;
    QToolButton* m_modelChip = nullptr;
    QLabel* m_deviceLabel = nullptr;
    QComboBox* m_device = nullptr;
    QLabel* m_otherLabel = nullptr;
    QComboBox* m_other = nullptr;
    std::shared_ptr<const ProfileData> m_data;
    std::optional<MeasuredDevice> m_wantedDevice;
    std::optional<MeasuredDevice> m_wantedOther;
    bool m_working = false; // new data are being computed
    bool m_stale = false; // the data being computed are already outdated
    Background m_background; // last member: it stops before the others are destroyed
};

}
